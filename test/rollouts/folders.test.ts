import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { readGroups } from '../../ts/rollouts/read-groups.ts';
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

  it('may have a path that is written another way', async () => {
    const path = folder('here', { 'a.jsonl': good, '.notes': 'x', 'sub/README.md': 'x' });
    const { problems } = await readAll(`${path}/sub/../.`);
    const what = 'is passed over: no kind of file that holds rollouts';
    expect(problems.map(({ message }) => message)).toEqual([
      `.notes ${what}`,
      `${join('sub', 'README.md')} ${what}`,
    ]);
  });

  it('give a file that several paths lead to once', async () => {
    const path = folder('twice', { '12.jsonl': good, 'step_3/a.jsonl': good });
    symlinkSync(join(path, '12.jsonl'), join(path, '0-latest.jsonl'));
    symlinkSync(join(path, 'step_3'), join(path, 'latest'));
    const sources = [join(path, '12.jsonl'), path, `${path}/`];
    const { rows, problems, counts } = await readAll(sources);
    expect(rows.map(({ source }) => source)).toEqual([
      join(path, '12.jsonl'),
      join(path, 'step_3', 'a.jsonl'),
    ]);
    const first = `is passed over: it was read as ${join(path, '12.jsonl')}`;
    const again = 'is passed over: it was read before';
    expect(problems.map(({ source, kind, message }) => [source, kind, message])).toEqual(
      [
        ['12.jsonl', again],
        ['0-latest.jsonl', first],
        ['12.jsonl', again],
        ['0-latest.jsonl', first],
        [join('step_3', 'a.jsonl'), again],
      ].map(([name = '', message]) => [join(path, name), 'side-file', message]),
    );
    expect(counts).toMatchObject({ files: 2, sideFiles: 5, rollouts: 2 });
  });

  it('say what is no plain file', async () => {
    const path = folder('pipe', { 'a.jsonl': good });
    const server = createServer();
    await new Promise<void>((done) => server.listen(join(path, 'b.jsonl'), done));
    try {
      const { rows, problems } = await readAll(path);
      expect(rows).toHaveLength(1);
      expect(problems).toMatchObject([{ message: 'b.jsonl is passed over: a pipe or a device' }]);
    } finally {
      server.close();
    }
  });

  it.skipIf(process.getuid?.() === 0)('that are closed do not hide those beside them', async () => {
    const path = folder('closed', { 'a/x.jsonl': good, 'b/x.jsonl': good, 'c/x.jsonl': good });
    chmodSync(join(path, 'b'), 0);
    try {
      const { problems, counts } = await readAll(path);
      expect(counts).toMatchObject({ files: 3, refusedFiles: 1, rollouts: 2 });
      const message = 'no permission to read it';
      expect(problems).toMatchObject([{ source: join(path, 'b'), kind: 'unreadable', message }]);
    } finally {
      chmodSync(join(path, 'b'), 0o755);
    }
  });

  it('may hold files without any rollout, though not alone', async () => {
    const torn = '{"task_id": "t", "rew';
    const path = folder('torn', { 'a.jsonl': torn, 'b.jsonl': good, 'c.jsonl': torn });
    const found: string[] = [];
    const onProblem = ({ kind }: { kind: string }): void => void found.push(kind);
    expect(await readGroups(path, { onProblem })).toHaveLength(1);
    expect(found).toEqual(['torn-record', 'torn-record']);
    const lost = folder('lost', { 'a.jsonl': torn, 'b.jsonl': torn });
    await expect(readGroups(lost, { onProblem })).rejects.toThrow(
      `${lost}: all of its 2 records had to be skipped`,
    );
    await expect(readGroups(join(path, 'a.jsonl'), { onProblem })).rejects.toThrow(
      'its one record had to be skipped',
    );
  });

  it('that are empty are refused', async () => {
    const path = folder('empty', { 'notes.txt': 'x' });
    const { found, counts } = await readAll(path);
    expect(found).toEqual(['null: side-file', 'null: unreadable']);
    expect(counts).toMatchObject({ files: 1, refusedFiles: 1, sideFiles: 1 });
  });
});
