import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../ts/rollouts/index.ts';
import { readAll, toBytes } from '../read.ts';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

function trace(id: string, rewards: object, fields: object = {}): object {
  return {
    version: 1,
    id,
    agent: { config: {}, name: 'solver', trainable: true },
    nodes: [],
    rewards,
    metrics: { turns: 2, unset: null },
    info: {},
    is_completed: true,
    ok: true,
    stop_condition: 'done',
    errors: [],
    ...fields,
  };
}

function episode(id: string, traces: readonly object[], fields: object = {}): object {
  return {
    id,
    env: { id: 'e' },
    task: { type: 'T', data: { idx: 1 }, key: 'k', hash: 'h' },
    ok: true,
    errors: [],
    traces,
    ...fields,
  };
}

const one = { right: { score: 1, weight: 1 } };
const judge = { name: 'judge', trainable: false };

describe('verifiers traces', () => {
  it('groups by group.id, else key, else hash of the task; the role is the agent', async () => {
    const { rows, found } = await readText(
      lines([
        episode('a', [
          trace('1', one),
          trace('2', { agree: { score: 0.5, weight: 2 } }, { agent: judge }),
        ]),
        episode('b', [trace('3', one)], { group: { id: 'g' } }),
        episode('c', [trace('4', one, { agent: {} })], {
          task: { type: 'T', data: {}, hash: 'h' },
        }),
        episode('d', [trace('5', one)], { task: { type: 'T', data: {} } }),
      ]),
    );
    expect(rewardsOf(rows)).toEqual({ 'k/solver': [1], 'k/judge': [1], 'g/solver': [1], h: [1] });
    expect(found).toEqual(['4: missing-group']);
  });

  it('sums score × weight as verifiers does; a null among them is a missing reward', async () => {
    const cases: [object, number | null][] = [
      [{ a: { score: 0.1, weight: 3 }, b: { score: 0.2, weight: 1 } }, 0.1 * 3 + 0.2],
      [{ a: { score: 1, weight: 1 }, b: null }, null],
      [{ a: { score: null, weight: 1 }, b: { score: 0, weight: 1 } }, null],
      [{ a: { score: 1, weight: 0 } }, 0],
      [{ a: { score: true, weight: 0.5 } }, 0.5],
      [{}, null],
    ];
    const text = lines(cases.map(([rewards], i) => episode(`e${i}`, [trace(`t${i}`, rewards)])));
    const { rows, counts } = await readText(text);
    expect(rows.map(({ reward }) => reward)).toEqual(cases.map(([, reward]) => reward));
    expect(counts.problems).toEqual({ 'missing-reward': 3 });
    const chosen = await readText(text, { rewardKey: 'b' });
    expect(chosen.rows.map(({ reward }) => reward)).toEqual([0.2, null, 0]);
    expect(chosen.counts.problems).toEqual({ 'missing-reward': 1, 'invalid-reward': 3 });
  });

  it('reads the rewards of any scores and weights', async () => {
    const part = fc.record({ score: fc.double(), weight: fc.double({ noNaN: true }) });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        const rewards = Object.fromEntries(parts.map((value, i) => [`r${i}`, value]));
        const { rows } = await readText(lines([episode('e', [trace('t', rewards)])]));
        const sum = parts.reduce((total, { score, weight }) => total + score * weight, 0);
        expect(rows[0]?.reward).toBe(sum);
      }),
      { numRuns: 50 },
    );
  });

  it('of prime-rl tell step and weights, and are read once though they stand in two files', async () => {
    const run = { type: 'train', work: { type: 'train', step: 7, policy: { start: 5, end: 6 } } };
    const all = lines(['a', 'b'].map((id) => episode(id, [trace(id, one)], { run })));
    const text = (part: string, content: string): { name: string; chunks: Uint8Array[] } => ({
      name: `run/rollouts/step_7/train/${part}/traces.jsonl`,
      chunks: [toBytes(content)],
    });
    const sources = [text('all', all), text('effective', all.slice(all.indexOf('\n') + 1))];
    const { rows, found, counts } = await readAll(sources);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ set: 'step 7 · train', weightVersion: 5, rolloutIndex: 'a' });
    expect(rows[0]?.age).toBe(1);
    // An agent that is not trained has no age, and what evaluates trains nothing.
    const evaluating = { ...run, work: { ...run.work, type: 'eval' } };
    const others = lines([
      episode('c', [trace('c', one, { agent: judge })], { run }),
      episode('d', [trace('d', one)], { run: evaluating }),
    ]);
    const ages = (await readText(others)).rows.map(({ age }) => age);
    expect(ages).toEqual([undefined, undefined]);
    expect(found).toEqual(['1: repeated-rollout']);
    expect(counts).toMatchObject({ rollouts: 2, skipped: 1, doubles: 1 });
    expect(await detectFormat(text('all', all))).toMatchObject({
      format: 'verifiers-traces',
      version: 'prime-rl',
    });
  });

  it('reports an episode that failed before there was a trace', async () => {
    const failed = { ok: false, errors: [{ type: 'ProviderError', message: '500' }] };
    const { problems } = await readText(lines([episode('a', [], failed), episode('b', [])]));
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['not-a-rollout', 'is an episode without traces, which failed with ProviderError'],
      ['not-a-rollout', 'is an episode without traces'],
    ]);
  });

  it('gives a step for each sampled node, with the path that leads to it', async () => {
    const node = (parent: number | null, content: string, tokens: object = {}): object => ({
      ...(parent !== null && { parent }),
      message: { role: 'user', content },
      sampled: false,
      token_ids: [],
      mask: [],
      logprobs: [],
      ...tokens,
    });
    const sampled = (ids: number[], fields: object = {}): object => ({
      sampled: true,
      token_ids: [9, ...ids],
      mask: [false, ...ids.map(() => true)],
      logprobs: ids.map(() => -1),
      ...fields,
    });
    const nodes = [
      node(null, 'q', { token_ids: [1, 2], mask: [false, false] }),
      node(0, 'left', sampled([3, 4], { advantages: [0.5, 0.5] })),
      node(0, 'right', sampled([5])),
      node(2, 'more', { token_ids: [6], mask: [false] }),
      node(3, 'end', sampled([7])),
    ];
    const text = lines([
      episode('a', [
        trace('t', one, { nodes, errors: [{ type: 'E' }], stop_condition: 'max_turns' }),
      ]),
    ]);
    const [first] = await episodesOf(text);
    const [trajectory] = first?.trajectories ?? [];
    expect(
      trajectory?.steps.map(
        ({ promptIds, responseIds, logprobs, advantage, done, chatCompletions }) => [
          promptIds,
          responseIds,
          logprobs,
          advantage,
          done,
          chatCompletions.length,
        ],
      ),
    ).toEqual([
      [[1, 2, 9], [3, 4], [-1, -1], [0.5, 0.5], true, 2],
      [[1, 2, 9], [5], [-1], null, false, 2],
      [[1, 2, 9, 5, 6, 9], [7], [-1], null, true, 4],
    ]);
    expect(trajectory).toMatchObject({
      uid: 't',
      reward: 1,
      signals: { right: 1, turns: 2 },
      metadata: { episode: 'a', trainable: true, failed: true, truncated: true, responseTokens: 4 },
    });
  });
});
