import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonLines, run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-compare-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, tasks: Record<string, number[]>, role = 'solver'): string {
  const path = join(folder, name);
  const records = Object.entries(tasks).flatMap(([task_id, rewards]) =>
    rewards.map((reward, rollout_idx) => ({ task_id, name: role, rollout_idx, reward })),
  );
  writeFileSync(path, jsonLines(records));
  return path;
}

const before = file('before.jsonl', { x: [0, 0], y: [1, 0], z: [0, 0] });
const after = file('after.jsonl', { x: [0, 1], y: [1, 1], z: [0, 0] });

describe('upperhand compare', () => {
  it('writes tables with headers into a pipe', async () => {
    const { code, out, err } = await run(['compare', before, after]);
    expect([code, err]).toEqual([0, '']);
    const tables = out
      .trimEnd()
      .split('\n\n')
      .map((table) => table.split('\n').map((line) => line.split('\t')));
    expect(tables.map(([header]) => header?.[0])).toEqual([
      'run',
      'measure',
      'role',
      'task',
      'pairs',
    ]);
    const [, measures, tasks, changes, pairs] = tables;
    expect(measures?.map(([name]) => name)).toEqual(['measure', 'reward', 'pass@1', 'pass@2']);
    expect(measures?.[1]?.slice(0, 3)).toEqual(['reward', 'solver', `${1 / 6}`]);
    expect(tasks?.[1]).toEqual(['solver', '3', '2', '0', '1', '0', '0']);
    expect(changes?.slice(1)).toEqual([
      ['x', 'solver', '0', '0.5', '0.5'],
      ['y', 'solver', '0.5', '1', '0.5'],
    ]);
    expect(pairs?.[1]?.[0]).toBe('6');
  });

  it('shows people intervals, and which differences are clear', async () => {
    const { code, out } = await run(['compare', before, after], {
      tty: true,
      env: { NO_COLOR: '1' },
    });
    expect(code).toBe(0);
    expect(out).toMatch(/reward +0\.1667 \[0, 0\.5\] +0\.5 \[0, 1\] +0\.3333 \[0, 0\.5\] +3\n/);
    expect(out).toContain('bootstrap over tasks');
    expect(out).not.toContain('\u001b');
  });

  it('compares two steps of one run', async () => {
    const sample = (index: number, reward: number) => ({
      group_index: 1,
      index,
      status: 'completed',
      response_length: 4 + index,
      reward,
    });
    const logs = join(folder, 'logs');
    mkdirSync(logs);
    writeFileSync(join(logs, '1.jsonl'), jsonLines([sample(0, 0), sample(1, 0)]));
    writeFileSync(join(logs, '2.jsonl'), jsonLines([sample(0, 1), sample(1, 0)]));
    const { code, out } = await run(['compare', logs, '--steps', '1,2', '--json']);
    const { a, b, roles } = JSON.parse(out);
    expect([code, a.rollouts, b.rollouts]).toEqual([0, 2, 2]);
    expect(roles).toMatchObject([
      {
        tasks: { wins: 1 },
        contrasts: [{ measure: 'reward' }, {}, {}, { measure: 'tokens' }],
        advantages: null,
      },
    ]);
    const none = await run(['compare', logs, '--steps', '1,3']);
    expect([none.code, none.out]).toEqual([1, '']);
    expect(none.err).toContain('none of 4 rollouts is of --step 3; steps are 1, 2\n');
  });

  it('ends with 3 where records were lost, and reports them', async () => {
    const torn = join(folder, 'torn.jsonl');
    writeFileSync(torn, '{"task_id":"x","name":"solver","reward":1}\nbroken\n');
    const { code, err } = await run(['compare', before, torn]);
    expect([code, err]).toEqual([3, expect.stringContaining(`${torn}:2: malformed-json`)]);
  });

  it('says once what is wrong with a file of which two steps are compared', async () => {
    const path = join(folder, 'steps.jsonl');
    const lines = [1, 7].map((step) => ({ task_id: 'x', step, reward: step }));
    writeFileSync(path, `${jsonLines(lines)}broken\n`);
    const { code, err } = await run(['compare', path, '--steps', '1,7']);
    expect([code, err.match(/malformed-json/g)]).toEqual([3, ['malformed-json']]);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });

  it('ends with 1 where there is nothing in common', async () => {
    const other = await run(['compare', before, file('judge.jsonl', { x: [1] }, 'judge')]);
    expect([other.code, other.out]).toEqual([1, '']);
    expect(other.err).toContain('no role in common: solver and judge');
    expect((await run(['compare', before, join(folder, 'none')])).code).toBe(1);
  });

  it('compares two steps of standard input', async () => {
    const line = (step: number, reward: number, i: number): object => ({
      upperhand: 1,
      step,
      id: `t:${i}`,
      trajectories: [{ uid: `${step}-${i}`, name: 'solver', reward, steps: [] }],
    });
    const stdin = jsonLines([line(1, 0, 0), line(1, 0, 1), line(2, 1, 0), line(2, 0, 1)]);
    const { code, out, err } = await run(['compare', '-', '--steps', '1,2', '--json'], { stdin });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out).roles[0].tasks.wins).toBe(1);
  });

  it.each([
    [[before], 'give a second run'],
    [[before, before], `A and B are both ${before}; --steps 10,200 compares two steps of one run`],
    [[folder, folder], `A and B are both ${folder}`],
    [['-', '-'], 'A and B are both -'],
    [[before, `${folder}/./before.jsonl`], `is given twice, first as ${before}`],
    [[before, '--steps', '1'], 'two training steps'],
    [[before, '--steps', '1,1'], 'two different ones'],
    [[before, after, '--step', '1', '--steps', '1,2'], 'exclude each other'],
    [[before, after, '--above', 'half'], 'must be a number'],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await run(['compare', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('has help with its statistics, statuses and examples', async () => {
    const { code, out } = await run(['compare', '--help']);
    expect(code).toBe(0);
    for (const word of ['bootstrap', 'Exit status', 'Examples:', '--steps', '--above']) {
      expect(out).toContain(word);
    }
  });
});
