import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFiles } from '../support/temporary-files.ts';
import { cells, jsonLines, run } from './run.ts';

const { folder, file } = temporaryFiles();

const two = jsonLines([
  { task_id: 't', name: 'solver', reward: 1 },
  { task_id: 't', name: 'solver', reward: 0 },
]);

describe('upperhand advantages', () => {
  it('ends with 1 when no rollout has a reward', async () => {
    const stdin = jsonLines([{ task_id: 't' }, { task_id: 't', reward: null }]);
    const { code, out, err } = await run(['advantages', '-'], { stdin });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(
      'error: none of 2 rollouts has a reward, so there is nothing to compute; a missing reward is not 0 (of plain files --reward names its field)\n',
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
        'registerAdvEstimator adds your own. (--import loads a module that does; upperhand estimators --all lists those of frameworks)',
      ],
      [
        ['advantages', 'x', '--estimator', 'dapo'],
        'dapo is a loss (loss_fn: trl/dapo, in code lossFn), which usually goes with the estimator "grpo"\n',
      ],
      [['advantages', 'x', '--import', ''], 'It must be the path of a file'],
      [
        ['advantages', 'x', '--import', 'none.mjs'],
        'error: cannot import none.mjs: there is no such file\n',
      ],
      [['estimators', '--import', folder], `cannot import ${folder}: there is no such file`],
      [['advantages', '-', '-'], '- (standard input) is given twice; its rollouts would'],
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
});
