import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../ts/rollouts/index.ts';
import { readAll, toBytes } from '../read.ts';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

function row(fields: object): object {
  return {
    example_id: 3,
    prompt: [{ role: 'user', content: '1+1' }],
    completion: [{ role: 'assistant', content: 'two' }],
    answer: '2',
    info: {},
    reward: 1,
    error: null,
    is_completed: true,
    is_truncated: false,
    stop_condition: null,
    metrics: { right: 1 },
    right: 1,
    ...fields,
  };
}

describe('verifiers', () => {
  it('groups by example_id, inside a step where lines or folders tell of one', async () => {
    const text = lines([row({}), row({ example_id: '3', reward: 0.5 }), row({ example_id: 4 })]);
    expect(rewardsOf((await readText(text)).rows)).toEqual({ 3: [1, 0.5], 4: [1] });
    const inStep = await readText(text, { name: 'run/rollouts/step_7/train_rollouts.jsonl' });
    expect(rewardsOf(inStep.rows)).toEqual({
      'step 7 · train/3': [1, 0.5],
      'step 7 · train/4': [1],
    });
    const steps = await readText(lines([row({ step_index: 0 }), row({ step_index: 1 })]));
    expect(rewardsOf(steps.rows)).toEqual({ 'step 0/3': [1], 'step 1/3': [1] });
  });

  it('keeps evaluations apart, where folders tell of them', async () => {
    const names = ['evals/sums--m/1a/results.jsonl', 'evals/sums--n/2b/results.jsonl'];
    const sources = names.map((name) => ({
      name: `outputs/${name}`,
      chunks: [toBytes(lines([row({})]))],
    }));
    expect(rewardsOf((await readAll(sources)).rows)).toEqual({
      'eval/sums--m/1a/3': [1],
      'eval/sums--n/2b/3': [1],
    });
  });

  it('tells how a rollout ended, and how long it was', async () => {
    const { rows, found } = await readText(
      lines([
        row({ reward: null, error: { error: 'Gone' }, stop_condition: 'has_error' }),
        row({ reward: Number.NaN, is_truncated: true, token_usage: { output_tokens: 9 } }),
        row({ reward: true, completion: 'text alone' }),
      ]),
    );
    expect(rows).toMatchObject([
      { reward: null, failed: true, termination: 'has_error', responseChars: 3 },
      { reward: Number.NaN, truncated: true, responseTokens: 9 },
      { reward: 1, responseChars: 10 },
    ]);
    expect(Object.keys(rows[2] ?? {})).not.toContain('failed');
    expect(found).toEqual(['1: missing-reward', '2: non-finite-reward']);
  });

  it('skips a line without example_id, as its own reader does, and what is no reward', async () => {
    const { example_id: _, ...without } = row({}) as Record<string, unknown>;
    const { found, counts } = await readText(
      lines([row({}), without, row({ example_id: null }), row({ reward: '1' })]),
    );
    expect(found).toEqual(['2: missing-group', '3: missing-group', '4: invalid-reward']);
    expect(counts).toMatchObject({ records: 4, rollouts: 1, skipped: 3 });
  });

  it('gives a step for each answer, or for each model call that was saved', async () => {
    const said = { role: 'assistant', content: [{ type: 'text', text: 'two' }] };
    const call = (ids: number[], advantage: number | null): object => ({
      tokens: { prompt_ids: [1], completion_ids: ids, completion_logprobs: ids.map(() => -0.5) },
      reward: null,
      advantage,
    });
    const shot = { role: 'assistant', content: 'an example in the prompt' };
    const [asked, saved] = await episodesOf(
      lines([
        row({ prompt: [shot], completion: [said, { role: 'user', content: 'no' }, said] }),
        row({ trajectory: [call([2, 3], 0.25), call([4], null)] }),
      ]),
    );
    expect(
      asked?.trajectories[0]?.steps.map(({ chatCompletions, modelResponse, done, advantage }) => [
        chatCompletions.length,
        modelResponse,
        done,
        advantage,
      ]),
    ).toEqual([
      [2, 'two', false, null],
      [4, 'two', true, null],
    ]);
    expect(saved?.trajectories[0]?.steps).toMatchObject([
      { promptIds: [1], responseIds: [2, 3], logprobs: [-0.5, -0.5], advantage: 0.25, done: false },
      { responseIds: [4], advantage: null, modelResponse: 'two', done: true },
    ]);
    expect(saved).toMatchObject({ id: '3:line-2', task: { exampleId: 3, answer: '2' } });
    expect(saved?.trajectories[0]).toMatchObject({ signals: { right: 1 }, reward: 1 });
    expect(saved?.trajectories[0]?.metadata).not.toHaveProperty('right');
  });

  it('is told by its fields', async () => {
    const source = { name: 'x', chunks: [toBytes(lines([row({})]))] };
    expect((await detectFormat(source)).format).toBe('verifiers');
  });
});
