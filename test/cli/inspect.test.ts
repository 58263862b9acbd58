import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { findingKinds } from '../../ts/rollouts/index.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { jsonLines, run } from './run.ts';

const { folder, file } = temporaryFiles();

const good = file(
  'good.jsonl',
  jsonLines([
    { task_id: 'a', name: 'solver', rollout_idx: 0, reward: 1 },
    { task_id: 'a', name: 'solver', rollout_idx: 1, reward: 0 },
    { task_id: 'b', name: 'judge', rollout_idx: 0, reward: 0.5 },
    { task_id: 'b', name: 'judge', rollout_idx: 1, reward: 0.5 },
  ]),
);
const torn = file(
  'torn.jsonl',
  '{"task_id":"a","reward":1}\nbroken\n{"task_id":"a","reward":null}\n',
);

/** Tables in a pipe, by the first name of their header; each row by the names of its columns. */
function tables(out: string): Record<string, Record<string, string>[]> {
  return Object.fromEntries(
    out
      .trimEnd()
      .split('\n\n')
      .map((text) => {
        const [header = [], ...rows] = text.split('\n').map((line) => line.split('\t'));
        const named = rows.map((cells) =>
          Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])),
        );
        return [header[0], named];
      }),
  );
}

const inspect = async (...args: string[]) => {
  const ran = await run(['inspect', ...args]);
  return { ...ran, tables: tables(ran.out) };
};

describe('upperhand inspect', () => {
  it('writes tables with headers into a pipe, the findings last', async () => {
    const { code, err, out, tables: found } = await inspect(good);
    expect([code, err]).toEqual([0, '']);
    expect(out).not.toContain('\u001b');
    expect(Object.keys(found)).toEqual(['field', 'role', 'number', 'histogram', 'finding']);
    expect(found.field).toContainEqual({ field: 'format', value: 'jsonl (plain JSON lines)' });
    expect(found.role).toEqual([
      expect.objectContaining({
        role: 'solver',
        groups: '1',
        sizes: '2',
        informative: '1',
        effective: '1',
      }),
      expect.objectContaining({ role: 'judge', groups: '1', constant: '1', effective: '0' }),
    ]);
    expect(found.histogram).toContainEqual({
      histogram: 'reward of solver',
      from: '0',
      to: '0',
      count: '1',
    });
    expect(found.finding).toEqual([
      expect.objectContaining({
        finding: 'constant',
        count: '1',
        unit: 'groups',
        first: `${good}:3`,
      }),
    ]);
  });

  it('shows people bars, and what was not looked at', async () => {
    const { out, code } = await run(['inspect', good], { tty: true, env: { NO_COLOR: '1' } });
    expect(code).toBe(0);
    expect(out).toMatch(/reward of solver\n +0 {2}█+ +1\n +1 {2}█+ +1\n/);
    expect(out).toContain('constant  1 group has equal rewards between 0 and 1: no signal');
    expect(out).toContain(`${good}:3 · task b · judge`);
    expect(out).toContain('--content does');
    expect(out).not.toContain('\u001b');
  });

  it('reports lost records on stderr, and ends with 3', async () => {
    const { code, err, tables: found } = await inspect(torn);
    expect(code).toBe(3);
    expect(err).toContain(`${torn}:2: malformed-json: `);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(found.finding?.map(({ finding, count }) => `${finding} ${count}`)).toEqual([
      'malformed 1',
      'missing 1',
      'singletons 1',
    ]);
  });

  it('ends with 1 where there is nothing, and says why', async () => {
    const none = await inspect(join(folder, 'none.jsonl'));
    expect([none.code, none.tables.finding?.[0]?.finding]).toEqual([1, 'unreadable']);
    expect(none.err).toContain('there is no such file');
    const other = await inspect(good, '--role', 'critic');
    expect([other.code, other.out]).toEqual([1, '']);
    expect(other.err).toContain(
      'none of 4 rollouts is of --role critic; roles are solver, judge\n',
    );
  });

  it('reads standard input, several files, and folders', async () => {
    const text = jsonLines([{ task_id: 'a', reward: 1 }]);
    const piped = await run(['inspect', '-'], { stdin: text });
    expect([piped.code, tables(piped.out).field]).toEqual([
      0,
      expect.arrayContaining([{ field: 'rollouts', value: '1' }]),
    ]);
    const inner = join(folder, 'inner');
    mkdirSync(inner);
    writeFileSync(join(inner, 'one.jsonl'), text);
    const { tables: found, code } = await inspect(inner, good);
    expect([code, found.field]).toEqual([
      0,
      expect.arrayContaining([
        { field: 'files', value: '2' },
        { field: 'rollouts', value: '5' },
      ]),
    ]);
  });

  it('escapes what names hold', async () => {
    const path = file(
      'odd.jsonl',
      jsonLines([{ task_id: 't', name: 'a\u001b[31m\tb', reward: 1 }]),
    );
    for (const tty of [false, true]) {
      const { out } = await run(['inspect', path], { tty, env: { NO_COLOR: '1' } });
      expect(out).toContain('a\\u001b[31m\\tb');
      expect(out).not.toContain('\u001b');
    }
  });
});

describe('upperhand inspect --json', () => {
  it('is one object, with rLLM’s metrics and without a list', async () => {
    const { code, out } = await inspect(good, '--json');
    const survey = JSON.parse(out);
    expect(code).toBe(0);
    expect(Object.keys(survey)).toEqual([
      'formats',
      'counts',
      'contentChecked',
      'files',
      'rollouts',
      'groups',
      'roles',
      'parts',
      'reward',
      'tokens',
      'chars',
      'age',
      'weightVersion',
      'endings',
      'metrics',
      'findings',
      'problems',
    ]);
    expect(survey.metrics['batch/judge/fractions/effective']).toBe(0);
    expect(survey.findings).toEqual([
      {
        kind: 'constant',
        unit: 'groups',
        message: expect.any(String),
        count: 1,
        places: [{ source: good, line: 3, group: 'b', role: 'judge' }],
      },
    ]);
  });

  it('has the list where there is one, and the problems', async () => {
    const { out } = await inspect(torn, '--json', '--sort', '-reward');
    const { list, problems } = JSON.parse(out);
    expect(list).toEqual({
      total: 2,
      rollouts: [
        expect.objectContaining({ line: 1, reward: 1, tokens: null }),
        expect.objectContaining({ line: 3, reward: null }),
      ],
    });
    expect(problems).toMatchObject([{ line: 2, kind: 'malformed-json' }]);
  });

  it('is there too where no rollout could be read', async () => {
    const { code, out } = await inspect(file('broken.jsonl', 'broken\n'), '--json');
    expect([code, JSON.parse(out).rollouts]).toEqual([1, 0]);
  });
});

describe('upperhand inspect: selections and lists', () => {
  it('--role and --task choose whole groups', async () => {
    const { tables: found } = await inspect(good, '--role', 'solver');
    expect(found.role?.map(({ role }) => role)).toEqual(['solver']);
    expect(found.finding).toBeUndefined();
    expect(found.field).toContainEqual({ field: 'rollouts', value: '2 of 4' });
    const both = await inspect(good, '--task', 'a', '--task', 'b');
    expect(both.tables.role).toHaveLength(2);
  });

  it('--min-reward and --max-reward list rollouts and leave groups whole', async () => {
    const { tables: found } = await inspect(good, '--min-reward', '0.5', '--max-reward', '0.9');
    expect(found.place?.map(({ task, attempt, reward }) => [task, attempt, reward])).toEqual([
      ['b', '0', '0.5'],
      ['b', '1', '0.5'],
    ]);
    expect(found.role).toHaveLength(2);
  });

  it('--sort and --limit', async () => {
    const sorted = async (...args: string[]) =>
      (await inspect(good, ...args)).tables.place?.map(({ reward }) => reward);
    expect(await sorted('--sort', 'reward')).toEqual(['0', '0.5', '0.5', '1']);
    expect(await sorted('--sort', '-reward', '--limit', '2')).toEqual(['1', '0.5']);
    expect(await sorted('--limit', '1')).toEqual(['1']);
  });

  it('--step and --reason, where a format tells them', async () => {
    const path = file(
      'samples.jsonl',
      jsonLines([
        {
          group_index: 1,
          index: 0,
          status: 'truncated',
          response_length: 9,
          reward: 0,
          response: 'x',
        },
        {
          group_index: 1,
          index: 1,
          status: 'completed',
          response_length: 4,
          reward: 1,
          response: 'y',
        },
      ]),
    );
    const { tables: found } = await inspect(path, '--reason', 'truncated');
    expect(found.place?.map(({ ended, tokens }) => [ended, tokens])).toEqual([['truncated', '9']]);
    expect(found.ended?.map(({ ended, truncated }) => [ended, truncated])).toEqual([
      ['truncated', '1'],
      ['completed', '0'],
    ]);
    expect((await inspect(path, '--step', '7')).code).toBe(1);
    const steps = join(folder, '7.jsonl');
    writeFileSync(
      steps,
      jsonLines([{ group_index: 1, index: 0, status: 'completed', response_length: 9, reward: 0 }]),
    );
    expect((await inspect(path, steps, '--step', '7')).tables.step).toMatchObject([
      { step: 'step 7', rollouts: '1' },
    ]);
  });

  it('says from which step to which, in whatever order files tell of them', async () => {
    const at = (step: number, score: number) => ({
      input: 'q',
      output: 'a',
      gts: 'a',
      score,
      step,
    });
    const path = file('steps.jsonl', jsonLines([at(10, 1), at(2, 0), at(9, 1), at(2, 1)]));
    const field = 'steps';
    expect((await inspect(path)).tables.field).toContainEqual({ field, value: '3, from 2 to 10' });
    const columns = { step: ['10', '10'], prompt: ['q', 'q'], completion: ['a', 'b'] };
    const swift = file(
      'swift.jsonl',
      jsonLines([{ ...columns, right: [1, 0], advantages: [1, -1] }]),
    );
    const { tables: found } = await inspect(path, swift);
    expect(found.field).toContainEqual({ field, value: '3, from 2 to 10' });
    expect((await inspect(swift)).tables.field).toContainEqual({ field: 'step', value: '10' });
  });
});

describe('upperhand inspect --fail-on', () => {
  it('ends with 4 where there is what it names', async () => {
    const { code, err, out } = await inspect(good, '--fail-on', 'singletons,constant');
    expect([code, err]).toEqual([4, 'error: --fail-on: constant (1 group)\n']);
    expect(out).toContain('constant');
    expect((await inspect(good, '--fail-on', 'no-signal')).code).toBe(4);
    expect((await inspect(good, '--fail-on', 'any')).code).toBe(4);
    expect((await inspect(torn, '--fail-on', 'missing')).code).toBe(4);
  });

  it('changes nothing where there is nothing of it', async () => {
    expect((await inspect(good, '--fail-on', 'missing,duplicates')).code).toBe(0);
    expect((await inspect(torn, '--fail-on', 'duplicates')).code).toBe(3);
  });

  it('reads content where that is needed to know', async () => {
    const { out } = await inspect(good, '--json', '--fail-on', 'mismatched');
    expect(JSON.parse(out).contentChecked).toBe(true);
    const any = await inspect(good, '--json', '--fail-on', 'any');
    expect(JSON.parse(any.out).contentChecked).toBe(false);
    const both = await inspect(good, '--json', '--fail-on', 'any,mismatched');
    expect(JSON.parse(both.out).contentChecked).toBe(true);
  });

  it('tells how far both readings have come', async () => {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const { err } = await run(['inspect', good, '--content'], { tty: true });
    clock.mockRestore();
    const shares = [...err.matchAll(/reading: (\d+) %/g)].map(([, share]) => Number(share));
    expect(shares).toEqual([50, 100]);
  });

  it('refuses what is no finding', async () => {
    const { code, err } = await inspect(good, '--fail-on', 'singelton');
    expect([code, err]).toEqual([2, expect.stringContaining('Did you mean singletons?')]);
  });
});

describe('the command line of inspect', () => {
  it.each([
    [['--limit', '0'], 'whole number from 1'],
    [['--min-reward', 'high'], 'must be a number'],
    [['--sort', 'size'], 'reward, length, age, place'],
    [['--roles', 'x'], 'unknown option'],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await inspect(good, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('reads standard input twice where content is wanted', async () => {
    const path = 'examples/rollouts/samples/8.jsonl';
    const stdin = readFileSync(path);
    const kept = await run(['inspect', '-', '--content', '--json'], { stdin });
    const [found, expected] = [kept, await inspect(path, '--content', '--json')].map(({ out }) =>
      JSON.parse(out).findings.map(({ kind, count }: { kind: string; count: number }) => [
        kind,
        count,
      ]),
    );
    expect(kept.code).toBe(0);
    expect(found).toContainEqual(['mismatched', 1]);
    expect(found).toEqual(expected);
  });

  it('has help that names every finding and exit status', async () => {
    const { code, out } = await run(['inspect', '--help']);
    expect(code).toBe(0);
    for (const kind of Object.keys(findingKinds)) expect(out).toContain(`\n  ${kind} `);
    for (const status of [0, 1, 2, 3, 4]) expect(out).toContain(`\n  ${status}  `);
    expect(out).toContain('Examples:');
    const long = out.split('\n').filter((line) => line.length > 120);
    expect(long).toEqual([]);
  });
});
