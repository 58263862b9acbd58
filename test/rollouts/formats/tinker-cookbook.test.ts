import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { detectFormat, openRollouts, type RolloutEpisode } from '../../../ts/rollouts/index.ts';
import { readAll } from '../read.ts';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

function summary(fields: object): object {
  return {
    schema_version: 1,
    split: 'train',
    iteration: 4,
    group_idx: 0,
    traj_idx: 0,
    tags: ['math', 'easy'],
    sampling_client_step: 3,
    total_reward: 0.5,
    final_reward: 0.1,
    trajectory_metrics: { 'final/ok': 1, note: 'x' },
    steps: [
      { step_idx: 0, ob_len: 9, ac_len: 4, reward: 0, episode_done: false, metrics: {}, logs: {} },
      {
        step_idx: 1,
        ob_len: 15,
        ac_len: 6,
        reward: 0.4,
        episode_done: true,
        metrics: {},
        logs: {},
      },
    ],
    final_ob_len: 22,
    ...fields,
  };
}

describe('tinker-cookbook', () => {
  it('groups by group_idx, inside iteration and split', async () => {
    const { rows, found } = await readText(
      lines([
        summary({}),
        summary({ traj_idx: 1, total_reward: Number.NEGATIVE_INFINITY }),
        summary({ iteration: 5, tags: [] }),
        summary({ split: 'eval/demo', tags: ['one'] }),
        summary({ group_idx: 1, total_reward: null }),
      ]),
    );
    expect(rewardsOf(rows)).toEqual({
      'step 4 · train/0/math+easy': [0.5, Number.NEGATIVE_INFINITY],
      'step 5 · train/0': [0.5],
      'step 4 · eval/demo/0/one': [0.5],
      'step 4 · train/1/math+easy': [null],
    });
    expect(rows[1]).toMatchObject({ rolloutIndex: '1', responseTokens: 10, weightVersion: 3 });
    expect(rows.map(({ age }) => age)).toEqual([1, 1, 2, 1, 1]);
    expect(found).toEqual(['2: non-finite-reward', '5: missing-reward']);
  });

  it('takes step and split from names where lines do not tell them', async () => {
    const { iteration: _, split: __, ...rest } = summary({}) as Record<string, unknown>;
    const name = 'run/iteration_000007/train_rollout_summaries.jsonl';
    const { rows } = await readText(lines([rest]), { name });
    expect(rows[0]?.set).toBe('step 7 · train');
  });

  it('reports a trajectory that is there twice, and a group that is none', async () => {
    const { found } = await readText(lines([summary({}), summary({}), summary({ group_idx: {} })]));
    expect(found).toEqual(['2: repeated-rollout', '3: invalid-group']);
  });

  it('gives the steps that it has, without messages', async () => {
    const [episode] = await episodesOf(lines([summary({})]));
    expect(episode?.trajectories[0]).toMatchObject({
      reward: 0.5,
      signals: { 'final/ok': 1 },
      metadata: { tags: ['math', 'easy'], final_reward: 0.1 },
      steps: [
        { reward: 0, done: false, advantage: null, metadata: { ob_len: 9 } },
        { reward: 0.4, done: true },
      ],
    });
  });

  it('says what a capture of sampling is', async () => {
    const capture = { kind: 'sample', scope: { group_idx: 0 }, num_samples: 1, samples: [] };
    const { problems, counts } = await readText(lines([capture, capture, summary({})]));
    const part = { kind: 'rollout-part', message: 'is what was sampled outside of any rollout' };
    expect(problems).toMatchObject([part, part]);
    expect(counts).toMatchObject({ records: 3, rollouts: 1, skipped: 2, doubles: 2 });
  });
});

describe('the capture of sampling beside tinker-cookbook summaries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'upperhand-capture-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function capture(scope: object, tokens: number[], more: object = {}): object {
    const logprobs = tokens.map((token) => -token / 8);
    return {
      kind: 'sample',
      scope: { run_id: 'r', iteration: 4, group_idx: 0, traj_idx: 0, ...scope },
      created_at: 1,
      num_samples: 1,
      prompt_tokens: [7, 8, 9],
      samples: [{ tokens, logprobs, stop_reason: 'stop' }],
      status: 'ok',
      latency_sec: 0.1,
      ...more,
    };
  }

  function write(path: string, records: readonly object[]): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), lines(records));
  }

  it('gives its tokens to the steps of the rollouts that it was for', async () => {
    write('run/capture/sample.jsonl', [
      capture({}, [1, 2, 3, 4]),
      capture({ traj_idx: 1 }, [5, 5, 5, 5]),
      // A call beside the steps, as of a judge.
      capture({}, [6]),
      capture({}, [1, 1, 1, 1, 1, 1]),
      capture({ iteration: 5 }, [9, 9, 9, 9]),
      capture({ split: 'test' }, [8, 8, 8, 8]),
      capture({}, [], { samples: undefined, status: 'error', error: 'x' }),
    ]);
    write('run/capture/train_op.jsonl', [{ kind: 'train_op', scope: {} }]);
    write('run/iteration_000004/train_rollout_summaries.jsonl', [
      summary({}),
      summary({ traj_idx: 1 }),
    ]);
    const episodes: RolloutEpisode[] = [];
    const problems: string[] = [];
    const reader = openRollouts(folder, { onProblem: ({ kind }) => problems.push(kind) });
    for await (const episode of reader) episodes.push(episode);
    const [first, second] = episodes.map(({ trajectories }) => trajectories[0]?.steps);
    expect(first).toMatchObject([
      { promptIds: [7, 8, 9], responseIds: [1, 2, 3, 4], logprobs: [-0.125, -0.25, -0.375, -0.5] },
      { responseIds: [1, 1, 1, 1, 1, 1], done: true },
    ]);
    expect(second).toMatchObject([{ responseIds: [5, 5, 5, 5] }, { responseIds: [] }]);
    expect(reader.counts).toMatchObject({ records: 9, rollouts: 2, skipped: 7, doubles: 7 });
    expect(new Set(problems)).toEqual(new Set(['rollout-part', 'side-file']));
    expect((await detectFormat(folder)).format).toBe('tinker-cookbook');
  });

  it('is not kept where nobody wants content', async () => {
    const { rows, counts } = await readAll(folder);
    expect(rows.map(({ reward }) => reward)).toEqual([0.5, 0.5]);
    expect(counts.doubles).toBe(7);
  });
});

describe('tinker-cookbook benchmarks', () => {
  const trajectory = (fields: object): object => ({
    idx: 0,
    benchmark: 'sums',
    example_id: 'e1',
    turns: [
      { role: 'user', content: '1+1', token_count: 3, metadata: {} },
      { role: 'assistant', content: 'two', token_count: 2, metadata: {} },
    ],
    reward: 1,
    metrics: { right: 1 },
    logs: {},
    error: null,
    time_seconds: 0.5,
    ...fields,
  });

  it('are grouped by example', async () => {
    const { rows, problems } = await readText(
      lines([
        trajectory({}),
        trajectory({ reward: 0, error: 'timeout' }),
        trajectory({ example_id: null, idx: 7, turns: [] }),
      ]),
    );
    expect(rewardsOf(rows)).toEqual({ 'e1/sums': [1, 0], '7/sums': [1] });
    expect(rows).toMatchObject([
      { responseTokens: 2 },
      { failed: true, responseTokens: 2 },
      { responseChars: 0 },
    ]);
    expect(problems).toMatchObject([{ line: 2, kind: 'guessed' }]);
    const [episode] = await episodesOf(lines([trajectory({})]));
    expect(episode?.trajectories[0]).toMatchObject({
      steps: [{ modelResponse: 'two', done: true }],
      signals: { right: 1 },
    });
  });

  it('tell of answers that were cut, and of runs by their folders', async () => {
    const name = 'store/runs/step_9_a/sums/trajectories.jsonl';
    const { rows } = await readText(
      lines([
        trajectory({ metrics: { max_tokens_reached: 1 } }),
        trajectory({ metrics: { context_overflow: true } }),
        trajectory({ metrics: { max_tokens_reached: 0 } }),
      ]),
      { name },
    );
    expect(rows.map(({ group, truncated }) => [group, truncated])).toEqual([
      ['step_9_a/e1', true],
      ['step_9_a/e1', true],
      ['step_9_a/e1', undefined],
    ]);
  });
});
