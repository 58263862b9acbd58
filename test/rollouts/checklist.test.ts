// What a reader of rollout files must survive: the twelve kinds of trouble that are found in the files of frameworks, and the
// public cases 88 to 101, each through both readers: rows, and episodes with their content.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../ts/advantage/collect.ts';
import {
  detectFormat,
  openRollouts,
  type RolloutEpisode,
  type RolloutSource,
  readGroups,
  readRollouts,
} from '../../ts/rollouts/index.ts';
import { lines, rewardsOf } from './formats/lines.ts';
import { samples } from './formats/samples.ts';
import { type Read, readAll, toBytes } from './read.ts';

interface Both extends Read {
  readonly episodes: readonly RolloutEpisode[];
}

/** Reads a source as rows and as episodes, which must tell the same. */
async function readBoth(source: RolloutSource): Promise<Both> {
  const read = await readAll(source);
  const found: string[] = [];
  const reader = openRollouts(source, {
    skipUnreadableSources: true,
    onProblem: ({ line, kind }) => found.push(`${line}: ${kind}`),
  });
  const episodes: RolloutEpisode[] = [];
  for await (const episode of reader) episodes.push(episode);
  expect(found).toEqual(read.found);
  expect(reader.counts).toEqual(read.counts);
  expect(read.counts.records).toBe(read.counts.rollouts + read.counts.skipped);
  const told = episodes.flatMap(({ trajectories }) => trajectories);
  expect(told.map(({ name, reward }) => [name, reward])).toEqual(
    read.rows.map(({ role, reward }) => [role, reward]),
  );
  return { ...read, episodes };
}

function ofText(text: string | Uint8Array, name = 'rollouts.jsonl'): Promise<Both> {
  return readBoth({ name, chunks: [toBytes(text)] });
}

const folder = mkdtempSync(join(tmpdir(), 'upperhand-checklist-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const rollout = (task_id: string, reward: unknown, more: object = {}): object => ({
  task_id,
  reward,
  ...more,
});

const verl = (score: unknown, more: object = {}): object => ({
  ...{ input: '2+2', output: '4', gts: '4', score, step: 12 },
  ...more,
});

describe('what a reader must survive', () => {
  it('1: bare NaN, Infinity and -Infinity, outside strings only', async () => {
    const { rows, episodes, found } = await ofText(
      lines([
        verl(Number.NaN, { input: 'NaN, -Infinity: "NaN"' }),
        verl(Number.POSITIVE_INFINITY),
        verl(Number.NEGATIVE_INFINITY),
      ]),
    );
    expect(rows.map(({ reward }) => reward)).toEqual([Number.NaN, Infinity, -Infinity]);
    expect(JSON.stringify(episodes[0])).toContain(String.raw`NaN, -Infinity: \"NaN\"`);
    expect(found.filter((one) => one.endsWith('non-finite-reward'))).toHaveLength(3);
  });

  it('2: lines of 16 MB and more, read piece by piece', async () => {
    const text = 'é'.repeat(8 << 20);
    async function* chunks(): AsyncGenerator<Uint8Array> {
      const bytes = toBytes(lines([verl(1), verl(0, { output: text }), verl(1)]));
      for (let at = 0; at < bytes.length; at += 1 << 18) yield bytes.subarray(at, at + (1 << 18));
    }
    const options = { onProblem: () => {} };
    const rewards: (number | null)[] = [];
    for await (const { reward } of readRollouts({ name: '12.jsonl', chunks: chunks() }, options))
      rewards.push(reward);
    const lengths: number[] = [];
    for await (const { trajectories } of openRollouts(
      { name: '12.jsonl', chunks: chunks() },
      options,
    ))
      lengths.push(trajectories[0]?.steps[0]?.modelResponse.length ?? 0);
    expect([rewards, lengths]).toEqual([
      [1, 0, 1],
      [1, 8 << 20, 1],
    ]);
  });

  it('3: only \\n and \\r\\n end a record', async () => {
    const separators = '\u2028\u2029\u0085\v\f\u001c\u001e';
    // Control characters are escaped in JSON, the separators of Unicode stand raw.
    const raw = JSON.stringify(verl(1, { output: separators }));
    const { rows, episodes } = await ofText(`${raw}\r\n${raw}\n${raw}`);
    expect(rows).toHaveLength(3);
    expect(episodes[1]?.trajectories[0]?.steps[0]?.modelResponse).toBe(separators);
    // A return alone is a blank between values.
    expect((await ofText(`${raw}\r${raw}\n`)).rows.map(({ line }) => line)).toEqual([1, 1]);
  });

  it('4: byte order marks, CRLF, lone surrogates, bytes that are no UTF-8', async () => {
    const text = `\ufeff${JSON.stringify(rollout('a\ud800', 1))}\r\n`;
    expect((await ofText(text)).rows.map(({ group }) => group)).toEqual(['a\ud800']);
    const bytes = Uint8Array.from(
      [...JSON.stringify(verl(1, { output: 'caf?' })), '\n'].join(''),
      (char) => (char === '?' ? 0xe9 : char.charCodeAt(0)),
    );
    const damaged = await ofText(bytes);
    expect(damaged.episodes[0]?.trajectories[0]?.steps[0]?.modelResponse).toBe('caf\ufffd');
    expect(damaged.problems.find(({ kind }) => kind === 'invalid-utf8')).toMatchObject({
      line: 1,
      offset: bytes.indexOf(0xe9),
    });
  });

  it('5: torn lines, `}{`, blank lines, placeholders, LFS pointers, folders', async () => {
    const good = JSON.stringify(rollout('a', 1));
    const { rows, found, counts } = await ofText(
      `${good}${good}\n\n<PLACEHOLDER ROW>\n${good}\n${good.slice(0, 12)}`,
    );
    expect(rows.map(({ line }) => line)).toEqual([1, 1, 4]);
    expect(found).toEqual(['1: glued-records', '3: placeholder', '5: torn-record']);
    expect(counts).toMatchObject({ records: 5, rollouts: 3, skipped: 2, blank: 1 });
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n';
    expect((await ofText(pointer)).found).toEqual(['null: lfs-pointer']);
    put('five/deep/a.jsonl', `${good}\n`);
    put('five/b.jsonl', `${good}\n`);
    expect((await readBoth(join(folder, 'five'))).rows).toHaveLength(2);
  });

  it('6: columns, lists of one, a score a token, rewards that are objects', async () => {
    const columns = { step: ['1', '1'], prompt: ['p', 'p'], completion: ['a', 'b'] };
    const swift = lines([{ ...columns, acc: [1, 0], advantages: [0.5, -0.5] }]);
    expect((await ofText(swift, 'completions.jsonl')).rows.map(({ reward }) => reward)).toEqual([
      1, 0,
    ]);
    const uneven = lines([{ ...columns, acc: [1], advantages: [0.5, -0.5] }]);
    expect((await ofText(uneven, 'completions.jsonl')).counts).toMatchObject({ rollouts: 0 });
    const nemo = {
      content: ['x'],
      rewards: [0.5],
      input_lengths: [2],
      token_ids: [[7, 8]],
      token_loss_mask: [[0, 1]],
    };
    const dump = lines([{ ...nemo, advantages: [[0, 1]], generation_logprobs: [[0, -1]], idx: 0 }]);
    expect((await ofText(dump, 'train_data_step1.jsonl')).rows).toMatchObject([{ reward: 0.5 }]);
    const skyrl = {
      input_prompt: 'p',
      output_response: 'r',
      stop_reason: 'stop',
      env_class: 'e',
      env_extras: {},
    };
    const scores = lines([{ ...skyrl, data_source: 'd', score: [0, 0.25, 0.5] }]);
    expect((await ofText(scores)).rows).toMatchObject([{ reward: 0.75 }]);
    const weighed = { a: { score: 1, weight: 0.5 }, b: { score: -1, weight: 0.25 } };
    const trace = { id: 't', agent: { name: 's' }, nodes: [], rewards: weighed, metrics: {} };
    const traces = lines([
      { id: 'e', env: { id: 'v' }, task: { key: 'k' }, errors: [], traces: [trace] },
    ]);
    expect((await ofText(traces, 'traces.jsonl')).rows).toMatchObject([{ reward: 0.25 }]);
  });

  it('7: no group key: grouped by prompt, said once, with a word on uneven groups', async () => {
    const { rows, found, problems } = await ofText(
      lines([verl(1), verl(0), verl(1, { input: '3+3' })]),
      '12.jsonl',
    );
    expect(new Set(rows.map(({ group }) => group)).size).toBe(2);
    expect(found).toEqual(['1: guessed', 'null: uneven-groups']);
    expect(problems[0]?.message).toContain('grouped by equal input');
  });

  it('8: null is missing, 0 is not; booleans and integers are numbers, and text is none', async () => {
    const { rows, found } = await ofText(
      lines([null, 0, true, 3, 'True', undefined].map((reward) => rollout('a', reward))),
    );
    expect(rows.map(({ reward }) => reward)).toEqual([null, 0, 1, 3, null]);
    expect(found).toEqual(['1: missing-reward', '5: invalid-reward', '6: missing-reward']);
    // Text in further fields of verl harms nothing.
    expect((await ofText(lines([verl(1, { acc: 'True' })]))).rows).toMatchObject([{ reward: 1 }]);
  });

  it('9: an advantage that is absent is not 0', async () => {
    const step = { prompt_ids: [1], response_ids: [2], logprobs: [-1], reward: 1, done: true };
    const episode = (advantage: unknown): object => ({
      id: 'a:0',
      is_correct: true,
      trajectories: [{ name: 's', reward: 1, steps: [{ ...step, advantage }] }],
    });
    const { episodes } = await ofText(lines([null, undefined, 0, [0.5]].map(episode)));
    const advantages = episodes.map(({ trajectories }) => trajectories[0]?.steps[0]?.advantage);
    expect(advantages).toEqual([null, null, 0, [0.5]]);
  });

  it('10: the same rollout seen twice is reported, and does not double its group where it was written twice', async () => {
    const twice = await ofText(lines([0, 0].map(() => rollout('a', 1, { rollout_idx: 3 }))));
    expect(twice.found).toEqual(['2: repeated-rollout']);
    const { rows, counts } = await ofText(
      lines([samples.areal, samples.areal] as object[]),
      'rollout/3/1.jsonl',
    );
    expect([rows.length, counts.doubles]).toEqual([1, 1]);
  });

  it('11: several steps in one file or folder: groups are inside a step', async () => {
    const steps = lines([verl(1), verl(0), verl(1, { step: 13 }), verl(1, { step: 13 })]);
    expect(Object.values(rewardsOf((await ofText(steps)).rows))).toEqual([
      [1, 0],
      [1, 1],
    ]);
    const row = { example_id: 7, prompt: 'p', completion: 'c', reward: 1 };
    put('steps/step_1/train_rollouts.jsonl', lines([row]));
    put('steps/step_2/train_rollouts.jsonl', lines([row]));
    expect(Object.keys(rewardsOf((await readBoth(join(folder, 'steps'))).rows))).toEqual([
      'step 1 · train/7',
      'step 2 · train/7',
    ]);
    const tinker = { group_idx: 0, traj_idx: 0, tags: ['m'], total_reward: 1, split: 'train' };
    const more = { final_reward: 0, steps: [], schema_version: 1, sampling_client_step: 1 };
    const iterations = [4, 5].map((iteration) => ({ ...tinker, ...more, iteration }));
    expect(Object.keys(rewardsOf((await ofText(lines(iterations))).rows))).toHaveLength(2);
  });

  it("11: … of files of one's own too, by a field or the folders they lie in", async () => {
    const attempts = [1, 2, '2', 2].map((step, i) => rollout('a', i, { step }));
    const { rows } = await ofText(lines([...attempts, rollout('a', 4, { step: null })]));
    expect(rewardsOf(rows)).toEqual({ 'step 1/a': [0], 'step 2/a': [1, 2, 3], a: [4] });
    const splits = await ofText('task_id,split,reward\na,train,1\na,val,0\na,,2\n', 'a.csv');
    expect(rewardsOf(splits.rows)).toEqual({ 'train/a': [1], 'val/a': [0], a: [2] });
    for (const step of [1, 2]) put(`own/step_${step}/test.jsonl`, lines([rollout('a', step)]));
    const own = await readBoth(join(folder, 'own'));
    expect(rewardsOf(own.rows)).toEqual({ 'step 1/a': [1], 'step 2/a': [2] });
  });

  it('11: … steps that are text are steps, and what is no step keeps nothing apart', async () => {
    const steps = [12, '12', '13', Number.NaN, null, '', [1]];
    const text = lines(steps.map((step) => verl(1, { step })));
    const { rows } = await ofText(text, 'generations.jsonl');
    expect(rows.map(({ set }) => set)).toEqual([
      ...['step 12', 'step 12', 'step 13'],
      ...Array(4).fill(undefined),
    ]);
  });

  it('12: files that lie beside rollouts are passed over by their names, and shown', async () => {
    const beside = ['batch_summary.json', 'meta.json', 'metadata.json', 'aggregated_results.jsonl'];
    for (const name of [...beside, 'a_logtree.json']) put(`twelve/${name}`, '{"reward": 1}\n');
    put('twelve/rollouts.jsonl', lines([rollout('a', 1)]));
    const { rows, counts, found } = await readBoth(join(folder, 'twelve'));
    expect([rows.length, counts.sideFiles, counts.skipped]).toEqual([1, 5, 0]);
    expect(found).toContain('null: side-file');
  });
});

describe('public cases of files', () => {
  it('88: NaN and infinities in JSON lines, and their names in strings', async () => {
    const { rows, episodes } = await ofText(
      '{"task_id": "Infinity", "reward": NaN}\n{"task_id": "NaN", "reward": -Infinity}\n',
    );
    expect(rows.map(({ group, reward }) => [group, reward])).toEqual([
      ['Infinity', Number.NaN],
      ['NaN', Number.NEGATIVE_INFINITY],
    ]);
    expect(episodes.map(({ id }) => id)).toEqual(['Infinity:line-1', 'NaN:line-2']);
  });

  it('89: U+2028 and U+0085 raw in a string do not cut a record', async () => {
    const { rows, problems } = await ofText('{"task_id": "a\u2028b\u0085c", "reward": 1}\n');
    expect(rows.map(({ group }) => group)).toEqual(['a\u2028b\u0085c']);
    expect(problems).toEqual([]);
  });

  it('91: two objects in one line are two records, and that is said', async () => {
    const { rows, found } = await ofText(
      lines([rollout('a', 1), rollout('b', 0)]).replace('\n', ''),
    );
    expect(rows.map(({ group, line }) => [group, line])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(found).toEqual(['1: glued-records']);
  });

  it('92: a file that fails while it is read is never "0 rows"', async () => {
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield toBytes(lines([rollout('a', 1)]));
      throw Object.assign(new Error('Cannot create a string longer than 0x1fffffe8 characters'));
    }
    const reader = readRollouts({ name: 'a.jsonl', chunks: chunks() });
    const read = async (): Promise<void> => {
      for await (const _ of reader);
    };
    await expect(read()).rejects.toMatchObject({ code: 'rollout-file' });
    expect(reader.counts).toMatchObject({ refusedFiles: 1 });
  });

  it('94: cp1252 is told with its byte; a byte order mark and CRLF are fine', async () => {
    const cp1252 = Uint8Array.from('{"task_id":1,"note":"\xe9","reward":1}\r\n', (char) =>
      char.charCodeAt(0),
    );
    const { rows, problems } = await ofText(cp1252);
    expect(rows).toHaveLength(1);
    expect(problems).toMatchObject([{ kind: 'invalid-utf8', offset: 21, skipped: false }]);
    expect((await ofText('\ufeff{"task_id":1,"reward":1}\r\n')).problems).toEqual([]);
  });

  it('95: extras that some rows lack stay absent there', async () => {
    const { episodes, found } = await ofText(
      lines([verl(1, { acc: true }), { ...verl(0), gts: undefined }, verl(1, { pred: '4' })]),
      '12.jsonl',
    );
    const metadata = episodes.map(({ trajectories }) => trajectories[0]?.metadata ?? {});
    expect(metadata.map((of) => ['acc' in of, 'pred' in of])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    expect(found).toEqual(['1: guessed']);
  });

  it('97: without an advantage in the file it is computed from rewards and groups', async () => {
    const row = { example_id: 7, prompt: 'p', completion: 'c' };
    const source = {
      name: 'results.jsonl',
      chunks: [
        toBytes(
          lines([
            { ...row, reward: 1 },
            { ...row, reward: 0 },
          ]),
        ),
      ],
    };
    const groups = await readGroups(source, { onProblem: () => {} });
    const steps = groups.flatMap(({ trajectories }) => trajectories.flatMap((one) => one.steps));
    expect(steps.map(({ advantage }) => advantage)).toEqual([null, null]);
    collectRewardAndAdvantageFromTrajectoryGroups(groups, { estimator: 'grpo' });
    expect(steps.map(({ advantage }) => advantage)).toEqual([0.999998000004, -0.999998000004]);
  });

  it('98: versions of a format are named, and an unknown one is told by its fields', async () => {
    const of = (text: string, name: string) => detectFormat({ name, chunks: [toBytes(text)] });
    expect(await of(lines([verl(1)]), '12.jsonl')).toMatchObject({ format: 'verl', version: 'v0' });
    expect(await of(lines([verl(1, { uid: 'u_0_0' })]), '12.jsonl')).toMatchObject({
      format: 'verl',
      version: 'v1',
    });
    const yaml = '- trajectories:\n  - reward: 1\n    messages_and_choices: []\n  metadata: {}\n';
    expect(await of(yaml, '0003.yaml')).toMatchObject({ format: 'art', container: 'yaml' });
    const { problems } = await ofText('{"messages": [], "grade": 1}\n');
    expect(problems[0]?.message).toContain('has these fields: "messages", "grade"');
  });

  it('100: a field that is JSON, or its text, leaves the record the same', async () => {
    const { rows, problems } = await ofText(
      lines([
        rollout('a', 1, { extra_info: '{"reward": 0, "task_id": "b"}' }),
        rollout('a', 1, { extra_info: { reward: 0, task_id: 'b' } }),
      ]),
    );
    expect(rows.map(({ group, reward }) => [group, reward])).toEqual([
      ['a', 1],
      ['a', 1],
    ]);
    expect(problems).toEqual([]);
  });

  it('101: 1e400 is flagged, ids beyond 2^53 keep their digits, -0 its sign', async () => {
    const { rows, found } = await ofText(
      '{"task_id": 12345678901234567890, "reward": 1e400}\n{"task_id": 12345678901234567891, "reward": -0}\n',
    );
    expect(rows.map(({ group, reward }) => [group, reward])).toEqual([
      ['12345678901234567890', Number.POSITIVE_INFINITY],
      ['12345678901234567891', -0],
    ]);
    expect(found).toEqual(['1: non-finite-reward']);
  });
});
