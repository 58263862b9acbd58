import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readAll } from './read.ts';

const root = mkdtempSync(join(tmpdir(), 'upperhand-folders-'));
const good = '{"task_id": "t", "reward": 1}\n';

afterAll(() => {
  rmSync(root, { recursive: true });
});

function folder(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, content] of Object.entries(files)) {
    const path = join(root, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return join(root, name);
}

/** Names of the sources that gave rows, inside the folder. */
async function sourcesOf(path: string): Promise<string[]> {
  const { rows } = await readAll(path);
  return rows.map(({ source }) => source.slice(path.length + 1).replaceAll('\\', '/'));
}

describe('folders', () => {
  it('are read in the order of their names, numbers as numbers, hidden ones too', async () => {
    const path = folder('ordered', {
      '10.jsonl': good,
      '9.jsonl': good,
      'a/2.jsonl': good,
      'a/10.jsonl': good,
      '.hidden/x.jsonl': good,
      'B.jsonl': good,
    });
    expect(await sourcesOf(path)).toEqual([
      '9.jsonl',
      '10.jsonl',
      'B.jsonl',
      '.hidden/x.jsonl',
      'a/2.jsonl',
      'a/10.jsonl',
    ]);
    const { rows } = await readAll(pathToFileURL(path));
    expect(rows).toHaveLength(6);
    expect(rows[0]?.source).toBe(join(path, '9.jsonl'));
  });

  it('may be linked in circles', async () => {
    const path = folder('linked', { 'in/a.jsonl': good });
    symlinkSync(path, join(path, 'in', 'back'));
    symlinkSync(join(path, 'in'), join(path, 'again'));
    symlinkSync(join(path, 'nowhere'), join(path, 'broken.jsonl'));
    const { rows, problems } = await readAll(path);
    expect(rows).toHaveLength(1);
    expect(problems).toMatchObject([{ kind: 'unreadable', message: 'there is no such file' }]);
  });

  it('hold files that are passed over, each of them counted and shown', async () => {
    const path = folder('beside', {
      'a.jsonl': good,
      'metrics.jsonl': '{"loss": 1}\n',
      'sub/metadata.json': '{}',
      'sub/notes.txt': 'x',
      'sub/b.jsonl': good,
    });
    const { problems, counts } = await readAll(path);
    expect(counts).toMatchObject({ files: 2, sideFiles: 3, rollouts: 2, skipped: 0 });
    expect(
      problems.map(({ source, line, kind, message }) => [source, line, kind, message]),
    ).toEqual(
      [
        ['metrics.jsonl', 'metrics'],
        [join('sub', 'metadata.json'), 'the settings of a run'],
        [join('sub', 'notes.txt'), 'no kind of file that holds rollouts'],
      ].map(([name, what]) => [path, null, 'side-file', `${name} is passed over: ${what}`]),
    );
  });

  it('name a side file for what it is where it is given by itself', async () => {
    const path = folder('given', { 'metrics.jsonl': '{"loss": 1}\n' });
    const { problems } = await readAll(join(path, 'metrics.jsonl'));
    expect(problems).toMatchObject([
      { kind: 'not-a-rollout', message: 'is no rollout; by its name the file is metrics' },
    ]);
  });

  it('that are empty are refused', async () => {
    const path = folder('empty', { 'notes.txt': 'x' });
    const { found, counts } = await readAll(path);
    expect(found).toEqual(['null: side-file', 'null: unreadable']);
    expect(counts).toMatchObject({ files: 1, refusedFiles: 1, sideFiles: 1 });
  });
});
