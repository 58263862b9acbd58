import { describe, expect, it } from 'vitest';
import { temporaryFiles } from '../support/temporary-files.ts';
import { cells, jsonLines, run } from './run.ts';

const { file } = temporaryFiles();

const two = jsonLines([
  { task_id: 't', name: 'solver', reward: 1 },
  { task_id: 't', name: 'solver', reward: 0 },
]);

describe('upperhand advantages', () => {
  it('writes a tab-separated table and the metrics into a pipe', async () => {
    expect(await run(['advantages', file('two.jsonl', two)])).toEqual({
      code: 0,
      err: '',
      out: [
        'line\tgroup\trole\treward\tadvantage',
        '1\tt\tsolver\t1\t0.999998000004',
        '2\tt\tsolver\t0\t-0.999998000004',
        '',
        'metric\tvalue',
        'reward/solver/mean\t0.5',
        'reward/solver/std\t0.5',
        'reward/solver/max\t1',
        'reward/solver/min\t0',
        'advantage/solver/mean\t0',
        'advantage/solver/std\t0.999998000004',
        'advantage/solver/max\t0.999998000004',
        'advantage/solver/min\t-0.999998000004',
        'advantage/solver/fraction_zero\t0',
        'batch/solver/total\t1',
        'batch/solver/informative\t1',
        'batch/solver/fractions/effective\t1',
        'batch/solver/fractions/too_easy\t0',
        'batch/solver/fractions/too_hard\t0',
        'batch/solver/group_reward_mean/p10\t0.5',
        'batch/solver/group_reward_std/p10\t0.5',
        'batch/solver/group_reward_mean/p50\t0.5',
        'batch/solver/group_reward_std/p50\t0.5',
        'batch/solver/group_reward_mean/p90\t0.5',
        'batch/solver/group_reward_std/p90\t0.5',
        '',
      ].join('\n'),
    });
  });

  it('writes one JSON object with all that there is to say', async () => {
    const path = file(
      'mixed.jsonl',
      '{"task_id": "a", "reward": NaN}\n{"task_id": "b", "reward": 1}\n{"task_id": "b", "reward": null}\nbroken\n{"task_id": "b", "reward": -0.0}\n',
    );
    const { code, out } = await run(['advantages', path, '--format', 'json']);
    expect(code).toBe(3);
    const place = { source: path, role: 'all_groups' };
    expect(JSON.parse(out)).toEqual({
      settings: {
        estimator: 'grpo',
        estimatorMap: {},
        normAdvByStdInGrpo: true,
        epsilon: 1e-6,
        kernels: expect.any(String),
      },
      rollouts: [
        { ...place, line: 1, group: 'a', reward: 'NaN', advantage: 'NaN' },
        { ...place, line: 2, group: 'b', reward: 1, advantage: 0.999998000004 },
        { ...place, line: 3, group: 'b', reward: null, advantage: null },
        { ...place, line: 5, group: 'b', reward: -0, advantage: -0.999998000004 },
      ],
      metrics: expect.objectContaining({
        'reward/all_groups/mean': 'NaN',
        'batch/all_groups/total': 1,
      }),
      problems: [
        {
          source: path,
          line: 1,
          offset: 0,
          kind: 'non-finite-reward',
          message: expect.any(String),
          skipped: false,
        },
        {
          source: path,
          line: 3,
          offset: 62,
          kind: 'missing-reward',
          message: expect.any(String),
          skipped: false,
        },
        {
          source: path,
          line: 4,
          offset: 95,
          kind: 'malformed-json',
          message: 'not valid JSON: "broken"',
          skipped: true,
        },
      ],
      warnings: [{ kind: 'groups-of-one', message: expect.any(String) }],
      counts: {
        files: 1,
        refusedFiles: 0,
        sideFiles: 0,
        records: 5,
        rollouts: 4,
        skipped: 1,
        doubles: 0,
        blank: 0,
        missingRewards: 1,
        problems: { 'non-finite-reward': 1, 'missing-reward': 1, 'malformed-json': 1 },
      },
    });
  });

  it('writes one rollout a line as jsonl, and reads it back as text', async () => {
    const { out } = await run(['advantages', '-', '--format', 'jsonl'], { stdin: two });
    expect(out).toBe(
      '{"source": "<stdin>", "line": 1, "group": "t", "role": "solver", "reward": 1, "advantage": 0.999998000004}\n' +
        '{"source": "<stdin>", "line": 2, "group": "t", "role": "solver", "reward": 0, "advantage": -0.999998000004}\n',
    );
  });

  it('writes minus zero in JSON so that Python keeps its sign', async () => {
    const args = ['advantages', '-', '--estimator', 'reinforce', '--format', 'jsonl'];
    const { out } = await run(args, {
      stdin: jsonLines([{ task_id: 't', reward: 7 }]).replace('7', '-0.0'),
    });
    expect(out).toContain('"reward": -0.0, "advantage": -0.0}');
  });

  it('takes files of one set together, and names them', async () => {
    const [a, b] = [file('a.jsonl', two), file('b.jsonl', two)];
    const together = await run(['advantages', a, b, '--no-std']);
    expect(cells(together.out)[0]).toEqual([
      'source',
      'line',
      'group',
      'role',
      'reward',
      'advantage',
    ]);
    expect(cells(together.out)[3]).toEqual([b, '1', 't', 'solver', '1', '0.5']);
    expect(together.out).toContain('batch/solver/total\t1\n');
    const apart = await run(['advantages', a, b, '--separate-files']);
    expect(apart.out).toContain('batch/solver/total\t2\n');
  });

  it('shows steps and splits, and which rollout of a record is meant', async () => {
    const columns = {
      step: ['3', '3'],
      prompt: ['p', 'p'],
      completion: ['a', 'b'],
      accuracy: [1, 0],
      style: [0.5, 0.25],
      advantages: [0, 0],
    };
    const stdin = `${JSON.stringify(columns)}\n`;
    const { out } = await run(['advantages', '-', '--format', 'jsonl', '--reward', 'style'], {
      stdin,
    });
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toMatchObject([
      { line: 1, item: 1, set: 'step 3', reward: 0.5, advantage: 0.9999920000639995 },
      { line: 1, item: 2, set: 'step 3', reward: 0.25, advantage: -0.9999920000639995 },
    ]);
    const table = await run(['advantages', '-'], { stdin });
    expect(cells(table.out)[0]).toEqual([
      'line',
      'item',
      'set',
      'group',
      'role',
      'reward',
      'advantage',
    ]);
  });

  it('lets no control character of a file reach the terminal', async () => {
    const name = 'a\u001b]0;title\u0007\u009b31m\t\u202eb\ud800';
    const stdin = `${jsonLines([{ task_id: name, name, reward: 1 }])}\u001b[31m\n{"task_id": "x", "reward": "\u009b"}\n`;
    for (const format of ['table', 'json', 'jsonl']) {
      for (const tty of [true, false]) {
        const { out, err } = await run(['advantages', '-', '--format', format], {
          stdin,
          tty,
          env: { NO_COLOR: '1' },
        });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        expect(out + err).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e\ud800]/);
        if (format !== 'table') expect(out).toContain('\\u001b');
      }
    }
  });

  it('writes a backslash in a table so that it is no tab', async () => {
    const stdin = jsonLines([
      { task_id: 'a\tb', reward: 1 },
      { task_id: 'a\\tb', reward: 1 },
    ]);
    const groups = cells((await run(['advantages', '-'], { stdin })).out).map((row) => row[1]);
    expect(groups).toEqual(['group', 'a\\tb', 'a\\\\tb']);
  });

  it('keeps lone surrogates apart and in JSON', async () => {
    const stdin = '{"task_id": "\\ud800", "reward": 1}\n{"task_id": "\\udbff", "reward": 0}\n';
    const { out } = await run(['advantages', '-', '--format', 'jsonl'], { stdin });
    const groups = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).group);
    expect(groups).toEqual(['\ud800', '\udbff']);
  });

  it('draws an aligned table in colour on a terminal, without when NO_COLOR is set', async () => {
    const colour = await run(['advantages', '-'], { stdin: two, tty: true });
    expect(colour.out).toContain('\u001b[32m0.999998000004\u001b[39m\n');
    const plain = await run(['advantages', '-'], { stdin: two, tty: true, env: { NO_COLOR: '1' } });
    expect(plain.out.split('\n').slice(0, 3)).toEqual([
      'line  group  role    reward        advantage',
      '   1  t      solver       1   0.999998000004',
      '   2  t      solver       0  -0.999998000004',
    ]);
  });

  it('reads CSV from a pipe', async () => {
    const { out } = await run(['advantages', '-'], { stdin: 'task_id,reward\nt,1\nt,0\n' });
    expect(cells(out)[1]).toEqual(['2', 't', 'all_groups', '1', '0.999998000004']);
  });

  it('reads as the format that was given', async () => {
    const { err, code } = await run(['advantages', '-', '--input-format', 'nemo-gym'], {
      stdin: two,
    });
    expect(code).toBe(1);
    expect(err).toContain('missing-group');
  });

  it('takes --json for --format json, and refuses another beside it', async () => {
    const stdin = jsonLines([
      { task_id: 'a', reward: 1 },
      { task_id: 'a', reward: 0 },
    ]);
    const long = await run(['advantages', '-', '--format', 'json'], { stdin });
    expect(JSON.parse(long.out).rollouts).toHaveLength(2);
    expect(await run(['advantages', '-', '--json'], { stdin })).toEqual(long);
    expect(await run(['advantages', '-', '--json', '--format', 'json'], { stdin })).toEqual(long);
    for (const format of ['jsonl', 'table']) {
      expect(await run(['advantages', '-', '--json', '--format', format], { stdin })).toEqual({
        code: 2,
        out: '',
        err: `error: --json is --format json, which --format ${format} is not\n`,
      });
    }
  });
});
