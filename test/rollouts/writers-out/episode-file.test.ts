import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Warning } from '../../../ts/errors/warning.ts';
import { EpisodeFile, episodeLine } from '../../../ts/rollouts/index.ts';
import { createEpisode } from '../../../ts/types/episode.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import { readAll } from '../read.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upperhand-file-'));
  path = join(folder, 'runs', 'episodes.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const episode = (id: string) =>
  createEpisode({ id, trajectories: [createTrajectory({ uid: id, name: 'é', reward: 1 })] });

async function write(...ids: string[]): Promise<void> {
  const file = await EpisodeFile.open(path);
  await file.write(ids.map(episode));
  await file.close();
}

const groups = async () => (await readAll(path)).rows.map(({ group }) => group);

describe('EpisodeFile', () => {
  it('makes its folders, and adds to what is there', async () => {
    await write('a:0', 'b:0');
    await write('c:0');
    expect(await groups()).toEqual(['a', 'b', 'c']);
    expect(readFileSync(path, 'utf8')).toBe(
      ['a:0', 'b:0', 'c:0'].map((id) => episodeLine(episode(id))).join(''),
    );
  });

  it('cuts a torn end off at any byte, says so, and goes on', async () => {
    await write('a:0', 'b:0');
    const whole = readFileSync(path);
    const first = whole.indexOf(10) + 1;
    for (const length of [1, 5, 14, 40, whole.length - first - 2]) {
      writeFileSync(path, whole.subarray(0, first + length));
      const warnings: Warning[] = [];
      const file = await EpisodeFile.open(path, { onWarning: (one) => warnings.push(one) });
      expect(file.cutBytes).toBe(length);
      expect(warnings).toEqual([
        {
          kind: 'torn-line-cut',
          message: `${path}: cut ${length} bytes off its end, of a line that was not written to its end`,
        },
      ]);
      await file.write(episode('c:0'));
      await file.close();
      expect(await groups()).toEqual(['a', 'c']);
    }
  });

  it('cuts a torn first line off, and zeros that a loss of power left', async () => {
    await write('a:0');
    const whole = readFileSync(path);
    for (const [content, left] of [
      [whole.subarray(0, 3), 0],
      [whole.subarray(0, 30), 0],
      [Buffer.concat([whole, Buffer.alloc(5000)]), whole.length],
    ] as const) {
      writeFileSync(path, content);
      const file = await EpisodeFile.open(path, { onWarning: () => {} });
      await file.close();
      expect(statSync(path).size).toBe(left);
    }
  });

  it('keeps a last line that lacks its line end alone', async () => {
    await write('a:0');
    writeFileSync(path, readFileSync(path).subarray(0, -1));
    const file = await EpisodeFile.open(path, {
      onWarning: ({ message }) => expect.unreachable(message),
    });
    await file.write(episode('b:0'));
    await file.close();
    expect(await groups()).toEqual(['a', 'b']);
  });

  it('finds the end of lines that are longer than what it reads at once', async () => {
    const long = createEpisode({
      id: 'long:0',
      task: 'é'.repeat(200_000),
      trajectories: [createTrajectory()],
    });
    const file = await EpisodeFile.open(path);
    await file.write([episode('a:0'), long]);
    await file.close();
    appendFileSync(path, episodeLine(long).slice(0, 150_000));
    const again = await EpisodeFile.open(path, { onWarning: () => {} });
    await again.close();
    expect(await groups()).toEqual(['a', 'long']);
  });

  it('leaves a file alone that holds something else', async () => {
    const other = join(folder, 'other.jsonl');
    for (const content of ['{"task_id": 1, "reward": 1}\n', 'torn {', '\n', '{"upperhand']) {
      writeFileSync(other, content);
      const opened = EpisodeFile.open(other, { onWarning: () => {} });
      if (content === '{"upperhand') await (await opened).close();
      else {
        await expect(opened).rejects.toMatchObject({ code: 'rollout-file' });
        expect(readFileSync(other, 'utf8')).toBe(content);
      }
    }
    await expect(EpisodeFile.open(folder)).rejects.toMatchObject({ code: 'rollout-file' });
    await expect(EpisodeFile.open('')).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(EpisodeFile.open(path, { fsync: true } as never)).rejects.toThrow(
      'unknown option',
    );
    expect(existsSync(path)).toBe(false);
  });

  it('writes all episodes of a batch or none, in the order of its calls', async () => {
    const file = await EpisodeFile.open(path, { sync: true });
    const bad = { ...episode('x:0'), isCorrect: 'yes' } as never;
    const writes = [
      file.write(episode('a:0')),
      file.write([episode('b:0'), bad]),
      file.logEpisodes([episode('c:0'), episode('d:0')], { step: 2, mode: 'val', epoch: 1 }),
    ];
    const settled = await Promise.allSettled(writes);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await file.close();
    await file.close();
    await expect(file.write(episode('e:0'))).rejects.toThrow('it was closed');
    const { rows } = await readAll(path);
    expect(rows.map(({ group, set }) => [group, set])).toEqual([
      ['a', undefined],
      ['c', 'step 2 · val'],
      ['d', 'step 2 · val'],
    ]);
  });

  it('keeps what was written when the process is killed', async () => {
    const source = JSON.stringify(join(import.meta.dirname, '../../../ts/rollouts/index.ts'));
    const child = spawnSync(process.execPath, [
      ...['--import', 'tsx', '--input-type=module', '-e'],
      `const { EpisodeFile } = await import(${source});
       const file = await EpisodeFile.open(${JSON.stringify(path)});
       await file.write(${JSON.stringify(['a:0', 'b:0'].map(episode))});
       process.kill(process.pid, 'SIGKILL');`,
    ]);
    expect([child.signal, child.stderr.toString()]).toEqual(['SIGKILL', '']);
    await write('c:0');
    expect(await groups()).toEqual(['a', 'b', 'c']);
  });
});
