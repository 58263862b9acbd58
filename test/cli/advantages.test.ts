import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { defineEstimator } from '../../ts/estimators/define-estimator.ts';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import { registerAdvEstimator } from '../../ts/estimators/registry.ts';
import { cells, jsonLines, run } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-cli-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const { scale: std } = calculateGrpoAdvantages.spec();

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

  it('computes with the estimators that were asked for', async () => {
    const stdin = jsonLines(
      ['solver', 'judge'].flatMap((name) =>
        [2, 1, 0].map((reward) => ({ task_id: 't', name, reward })),
      ),
    );
    const args = ['advantages', '-', '--estimator', 'rloo', '--estimator-map', 'judge=reinforce'];
    const { out, code } = await run(args, { stdin });
    expect(
      cells(out)
        .slice(1)
        .map((row) => row[4]),
    ).toEqual(['1.5', '0', '-1.5', '2', '1', '0']);
    expect(code).toBe(0);
  });

  it('takes epsilon and kernels', async () => {
    const args = ['advantages', '-', '--epsilon', '0.5', '--kernels', 'js'];
    const { out } = await run(args, { stdin: two });
    expect(cells(out)[1]?.[4]).toBe('0.5');
  });

  it('says which epsilon applies', async () => {
    const epsilon = async (...options: string[]): Promise<unknown> => {
      const args = ['advantages', '-', '--format', 'json', ...options];
      return JSON.parse((await run(args, { stdin: two })).out).settings.epsilon;
    };
    expect(await epsilon('--epsilon', '0.5')).toBe(0.5);
    expect(await epsilon('--estimator', 'rloo')).toBeNull();
    expect(await epsilon('--no-std')).toBeNull();
    expect(await epsilon('--estimator', 'rloo', '--estimator-map', 'solver=prpo')).toBe(1e-6);
    const takeBack = registerAdvEstimator(
      'coarse',
      defineEstimator({
        title: 'coarse',
        source: 'none',
        spec: { ...calculateGrpoAdvantages.spec(), scale: { ...std, epsilon: 0.1 } as typeof std },
      }),
    );
    try {
      const both = await epsilon('--estimator-map', 'solver=coarse');
      expect(both).toEqual({ grpo: 1e-6, coarse: 0.1 });
    } finally {
      takeBack();
    }
  });

  it('warns of options that no estimator in use heeds', async () => {
    const told = async (...options: string[]): Promise<string> =>
      (await run(['advantages', '-', ...options], { stdin: two })).err;
    // Estimators that are built in later come after these.
    expect(await told('--estimator', 'rloo', '--no-std', '--epsilon', '0.1')).toMatch(
      /^warning: --no-std has no effect on rloo; it is heeded by grpo(, \w+)*\nwarning: --epsilon has no effect on rloo with --no-std; it is heeded by reinforce_plus_plus_baseline, prpo(, \w+)*\n$/,
    );
    expect(await told('--estimator', 'reinforce', '--epsilon', '0.1')).toMatch(
      /^warning: --epsilon has no effect on reinforce; it is heeded by grpo, reinforce_plus_plus_baseline, prpo(, \w+)*\n$/,
    );
    expect(await told('--no-std', '--epsilon', '0.1')).toContain('no effect on grpo with --no-std');
    expect(await told('--no-std')).toBe('');
    expect(await told('--estimator', 'prpo', '--epsilon', '0.1')).toBe('');
    const mapped = ['--estimator', 'rloo', '--estimator-map', 'solver=grpo', '--no-std'];
    expect(await told(...mapped)).toBe('');
    const json = ['advantages', '-', '--estimator', 'rloo', '--no-std', '--format', 'json'];
    expect(JSON.parse((await run(json, { stdin: two })).out).warnings).toEqual([
      {
        kind: 'unused-option',
        message: expect.stringContaining('--no-std has no effect on rloo; it is heeded by grpo'),
      },
    ]);
    const takeBack = registerAdvEstimator('mine', ({ values }) => ({ advantages: values }));
    try {
      expect(await told('--estimator', 'mine', '--no-std', '--epsilon', '0.1')).toBe('');
    } finally {
      takeBack();
    }
  });

  it('warns of a role in the map that no rollout has', async () => {
    const args = ['advantages', '-', '--estimator-map', 'solvr=rloo'];
    const { err, code } = await run(args, { stdin: two });
    expect(err).toContain('solvr');
    expect(err).toContain('roles seen: solver');
    expect(code).toBe(0);
  });

  it('ends with 1 when no rollout has a reward', async () => {
    const stdin = jsonLines([{ task_id: 't' }, { task_id: 't', reward: null }]);
    const { code, out, err } = await run(['advantages', '-'], { stdin });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(
      'error: none of 2 rollouts has a reward, so there is nothing to compute; a missing reward is not 0\n',
    );
    const json = JSON.parse((await run(['advantages', '-', '--format', 'json'], { stdin })).out);
    expect(json.rollouts).toHaveLength(2);
    expect(json.metrics).toEqual({});
  });

  it('ends with 1 when nothing could be read, naming the file', async () => {
    const none = join(folder, 'none.jsonl');
    expect(await run(['advantages', none])).toEqual({
      code: 1,
      out: '',
      err: `${none}: unreadable: there is no such file\nerror: no rollout could be read, so there is nothing to compute\n`,
    });
  });

  it('tells how to export a pickle in lines that can be copied', async () => {
    const path = join(folder, '8.pkl');
    writeFileSync(path, Buffer.from([0x80, 0x04, 0x95, 0x00]));
    const { code, err } = await run(['advantages', path]);
    expect(code).toBe(1);
    expect(err).toContain('\n  import json, torch\n  samples = torch.load(');
  });

  it('ends with 3 when some of it could not be read, with the rest computed', async () => {
    const none = join(folder, 'none.jsonl');
    const { code, out, err } = await run(['advantages', none, file('two.jsonl', two)]);
    expect(code).toBe(3);
    expect(cells(out)).toHaveLength(3);
    expect(err).toBe(`${none}: unreadable: there is no such file\n`);
  });

  it('prints problems of the first ten files that have them, and counts those of others', async () => {
    const inside = join(folder, 'many');
    mkdirSync(inside);
    for (let i = 0; i < 13; i++) writeFileSync(join(inside, `${i}.jsonl`), `${two}{}\nbroken\n`);
    const { code, err } = await run(['advantages', inside]);
    expect(code).toBe(3);
    const lines = err.trimEnd().split('\n');
    expect(lines.filter((line) => line.includes(': malformed-json: '))).toHaveLength(10);
    expect(lines).toContain('malformed-json: 3 more in 3 other files');
  });

  it('ends with 1 at the first record that cannot be read, with --strict', async () => {
    const { code, out, err } = await run(['advantages', '-', '--strict'], {
      stdin: `${two}broken\n`,
    });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('<stdin>: line 3: malformed-json: not valid JSON: "broken"');
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

  it('ends with 2 for a wrong command line, before anything is read', async () => {
    const wrong: [string[], string][] = [
      [['advantages'], "missing required argument 'files'\nSee `upperhand advantages --help`.\n"],
      [['advantages', 'x', '--estimator', 'grop'], 'Did you mean "grpo"?'],
      [
        ['advantages', 'x', '--estimator-map', 'judge=nothing'],
        'unknown advantage estimator "nothing"',
      ],
      [['advantages', 'x', '--estimator-map', 'judge'], 'It must be role=estimator'],
      [
        ['advantages', 'x', '--estimator-map', 'a=rloo', '--estimator-map', 'a=grpo'],
        'given twice',
      ],
      [['advantages', 'x', '--epsilon', 'small'], 'It must be a number from 0'],
      [['advantages', 'x', '--epsilon', '-1'], 'It must be a number from 0'],
      [['advantages', 'x', '--format', 'xml'], 'Allowed choices are table, json, jsonl'],
      [['advantages', 'x', '--kernels', 'gpu'], 'Allowed choices are'],
      [['advantages', 'x', '--input-format', 'none'], 'Allowed choices are auto, upperhand, '],
      [
        ['advantages', 'x', '--estimator', 'mine'],
        'registerAdvEstimator adds your own. (--import loads a module that does)',
      ],
      [['advantages', 'x', '--import', ''], 'It must be the path of a file'],
      [
        ['advantages', 'x', '--import', 'none.mjs'],
        'error: cannot import none.mjs: there is no such file\n',
      ],
      [['estimators', '--import', folder], `cannot import ${folder}: there is no such file`],
      [['advantages', '-', '-'], 'can be given once'],
      [['advantages', 'x', '--estimater', 'grpo'], "unknown option '--estimater'"],
      [
        ['advantage', 'x'],
        "unknown command 'advantage'\n(Did you mean advantages?)\nSee `upperhand --help`.\n",
      ],
    ];
    for (const [args, message] of wrong) {
      const outcome = await run(args);
      expect([args, outcome.code, outcome.out]).toEqual([args, 2, '']);
      expect(outcome.err).toContain(message);
      expect(outcome.err).not.toMatch(/\n\s+at /);
    }
  });

  it('calls a single group of one what it is', async () => {
    const { err } = await run(['advantages', '-'], { stdin: '{"task_id": "t", "reward": 1}' });
    expect(err).toMatch(/^warning: the only group has one trajectory, so nothing is compared/);
  });

  it('prints five problems of a kind and counts the rest', async () => {
    const { err, code } = await run(['advantages', '-'], {
      stdin: `${two}${'broken\n'.repeat(1200)}`,
    });
    expect(code).toBe(3);
    expect(err.match(/not valid JSON/g)).toHaveLength(5);
    expect(err).toContain('<stdin>: malformed-json: 1195 more, 1200 in all\n');
  });

  it('keeps the first 1000 problems of a kind for machines, and the count of all', async () => {
    const { out } = await run(['advantages', '-', '--format', 'json'], {
      stdin: `${two}${'broken\n'.repeat(1200)}`,
    });
    const { problems, counts } = JSON.parse(out);
    expect([problems.length, counts.skipped]).toEqual([1000, 1200]);
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

  it('writes --out as a whole or not at all', async () => {
    const path = join(folder, 'out.jsonl');
    const { out, code } = await run(['advantages', '-', '--format', 'jsonl', '--out', path], {
      stdin: two,
    });
    expect([out, code]).toEqual(['', 0]);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
    const failed = await run(['advantages', '-', '--out', path], { stdin: '' });
    expect(failed.code).toBe(1);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('takes --out - for stdout', async () => {
    const args = ['advantages', '-', '--format', 'jsonl'];
    const plain = await run(args, { stdin: two });
    expect(await run([...args, '--out', '-'], { stdin: two })).toEqual(plain);
    expect(plain.code).toBe(0);
  });

  it('writes --out through a link, and refuses a folder that is not there', async () => {
    const [target, link] = [file('target.txt', 'old'), join(folder, 'link.txt')];
    symlinkSync(target, link);
    await run(['advantages', '-', '--format', 'jsonl', '--out', link], { stdin: two });
    expect(readFileSync(target, 'utf8')).toContain('"solver"');
    const missing = join(folder, 'none', 'x.json');
    const { code, err } = await run(['advantages', '-', '--out', missing], { stdin: two });
    expect(code).toBe(1);
    expect(err).toContain(`error: cannot write ${missing}: its folder does not exist\n`);
  });

  it('refuses to write over what it reads, and to read a file twice', async () => {
    const path = file('once.jsonl', two);
    const link = join(folder, 'once-again.jsonl');
    symlinkSync(path, link);
    const wrong: [string[], string][] = [
      [[path, '--out', path], `--out ${path} would overwrite ${path}, which is read`],
      [[path, '--out', link], `--out ${link} would overwrite ${path}, which is read`],
      [[path, path], `${path} can be given once, got it twice`],
      [['none.jsonl', 'none.jsonl'], 'none.jsonl can be given once, got it twice'],
      [[path, '-', link], `${link} can be given once, got it twice, first as ${path}`],
    ];
    for (const [args, message] of wrong) {
      const { code, out, err } = await run(['advantages', ...args, '--separate-files']);
      expect([code, out, err]).toEqual([2, '', `error: ${message}\n`]);
    }
    expect(readFileSync(path, 'utf8')).toBe(two);
  });

  it('refuses to write over a file of a folder that it reads', async () => {
    const inside = join(folder, 'a-run', 'steps');
    mkdirSync(inside, { recursive: true });
    const path = file(join('a-run', 'steps', '1.jsonl'), two);
    const link = join(folder, 'into-a-run.jsonl');
    symlinkSync(path, link);
    for (const out of [path, link]) {
      const ran = await run(['advantages', join(folder, 'a-run'), '--out', out]);
      const message = `--out ${out} would overwrite ${path}, which is read`;
      expect(ran).toEqual({ code: 2, out: '', err: `error: ${message}\n` });
    }
    expect(readFileSync(path, 'utf8')).toBe(two);
    const beside = join(inside, 'advantages.txt');
    for (let times = 0; times < 2; times++) {
      const { code } = await run(['advantages', join(folder, 'a-run'), '--out', beside]);
      expect(code).toBe(0);
    }
  });

  it('looks whether --out can be written before it reads', async () => {
    const { err } = await run(['advantages', 'none.jsonl', '--out', folder]);
    expect(err).toBe(`error: cannot write ${folder}: it is a folder\n`);
    const { code } = await run(['advantages', 'none.jsonl', '--out', '']);
    expect(code).toBe(2);
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
});
