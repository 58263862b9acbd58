import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAll, toBytes } from '../read.ts';
import { episodesOf, lines, readText } from './lines.ts';

function row(fields: object): object {
  return {
    input_prompt: '<user>1+1',
    output_response: 'two',
    score: 1,
    stop_reason: 'stop',
    env_class: 'sums',
    env_extras: { n: 2 },
    data_source: 'demo/tiny',
    ...fields,
  };
}

const name = 'dumped_evals/global_step_5_evals/demo_tiny.jsonl';

describe('SkyRL', () => {
  it('groups by data source and equal prompt, inside a step, and says so', async () => {
    const text = lines([
      row({}),
      row({ score: 0, stop_reason: 'length' }),
      row({ score: true, data_source: 'other' }),
      row({ score: 0.5, data_source: null, env_class: 'a:b' }),
    ]);
    const { rows, found } = await readText(text, { name });
    const [first, second, other, none] = rows.map(({ group }) => group);
    expect(first).toMatch(/^demo\/tiny\/input-/);
    expect([second, other?.slice(6), none]).toEqual([first, first?.slice(10), first?.slice(10)]);
    expect(rows[1]).toMatchObject({
      set: 'step 5 · eval',
      role: 'sums',
      reward: 0,
      termination: 'length',
      truncated: true,
      responseChars: 3,
    });
    expect(rows.map(({ role }) => role)).toEqual(['sums', 'sums', 'sums', 'a_b']);
    expect(found).toEqual(['1: guessed', 'null: uneven-groups']);
  });

  it('sums scores of tokens, of which none are no score', async () => {
    const scores = [[0.1, 0.2, -1], [], [1, null], ['1'], null, { a: 1 }];
    const { rows, found } = await readText(lines(scores.map((score) => row({ score }))), { name });
    expect(rows.map(({ line, reward }) => [line, reward])).toEqual([
      [1, 0.1 + 0.2 - 1],
      [2, null],
      [5, null],
    ]);
    expect(found).toEqual([
      '1: guessed',
      '2: missing-reward',
      '3: invalid-reward',
      '4: invalid-reward',
      '5: missing-reward',
      '6: invalid-reward',
    ]);
  });

  it('reads scores of any size as they are', async () => {
    const score = fc.oneof(fc.double(), fc.array(fc.double(), { minLength: 1, maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(score, async (given) => {
        const { rows } = await readText(lines([row({ score: given })]), { name });
        const sum = Array.isArray(given) ? given.reduce((a, b) => a + b, 0) : given;
        expect(rows[0]?.reward).toBe(sum);
      }),
      { numRuns: 50 },
    );
  });

  it('passes over the metrics beside it, and refuses a prompt that is no text', async () => {
    const { found } = await readText(lines([row({ input_prompt: ['x'] })]), { name });
    expect(found).toEqual(['1: missing-group']);
    const metrics = { name: 'aggregated_results.jsonl', chunks: [toBytes('{"eval/all": NaN}\n')] };
    const { problems } = await readAll(metrics);
    expect(problems).toMatchObject([
      { kind: 'not-a-rollout', message: expect.stringContaining("metrics of SkyRL's evaluations") },
    ]);
  });

  it('gives what was asked and answered', async () => {
    const [episode] = await episodesOf(lines([row({ score: [0.5, 0.5] })]), name);
    expect(episode).toMatchObject({
      task: { prompt: '<user>1+1', source: 'demo/tiny', extras: { n: 2 } },
    });
    expect(episode?.trajectories[0]).toMatchObject({
      reward: 1,
      steps: [{ observation: '<user>1+1', modelResponse: 'two', reward: 1, done: true }],
      metadata: { env_class: 'sums', scores: [0.5, 0.5] },
    });
  });
});
