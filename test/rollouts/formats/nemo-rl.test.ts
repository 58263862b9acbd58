import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

/** Two tokens of prompt, then what is in `mask`; padded to ten. */
function row(idx: number, reward: unknown, fields: object = {}, mask = [1, 1, 1]): object {
  const padded = (values: number[]): number[][] => [[...values, ...Array(10).fill(0)].slice(0, 10)];
  return {
    content: ['<user>1+1<assistant>two'],
    rewards: [reward],
    input_lengths: [2 + mask.length],
    token_ids: padded([7, 8, ...mask.map((_, i) => 20 + i)]),
    token_loss_mask: padded([0, 0, ...mask]),
    sample_loss_mask: [1],
    advantages: padded(Array(10).fill(0.5)),
    generation_logprobs: padded([0, 0, ...mask.map((m) => -m)]),
    prev_logprobs: padded([0, 0, ...mask.map((m) => -2 * m)]),
    idx,
    ...fields,
  };
}

const name = 'exp_001/train_data_step3.jsonl';

describe('NeMo-RL', () => {
  it('groups by the tokens of the prompt, and says so', async () => {
    const other = row(2, 0.5);
    const { rows, found } = await readText(
      lines([
        row(0, 1),
        row(1, 0, {}, [1, 1, 1, 1]),
        { ...other, token_ids: [[9, 8, 20, 21, 22, 0, 0, 0, 0, 0]] },
        row(3, null),
      ]),
      { name },
    );
    expect(Object.values(rewardsOf(rows))).toEqual([[1, 0, null], [0.5]]);
    expect(rows[1]).toMatchObject({ set: 'step 3 · train', rolloutIndex: '1', responseTokens: 4 });
    expect(found).toEqual(['1: guessed', '4: missing-reward', 'null: uneven-groups']);
  });

  it('reads the rewards that were trained on, of dynamic sampling', async () => {
    const agent_ref = [{ type: 'a', name: 'critic' }];
    const { rows, problems } = await readText(
      lines([
        row(0, 0, { filtered_rewards: [0.25], agent_ref }),
        row(1, 0, { filtered_rewards: [null] }),
        row(2, 0, { rewards: [1, 0, 1], filtered_rewards: [1] }),
        row(3, 0, { rewards: [1, 0, 1] }),
      ]),
      { name },
    );
    expect(rows.map(({ reward, role }) => [reward, role])).toEqual([
      [0.25, 'all_groups'],
      [null, 'all_groups'],
      [1, 'all_groups'],
    ]);
    expect(problems.at(-1)).toMatchObject({
      kind: 'invalid-content',
      message: expect.stringContaining('rewards must be a list of one'),
    });
  });

  it('takes validation data, which tell nothing of prompts, as one group, and says so', async () => {
    const val = [1, 0].map((reward, idx) => ({ content: ['two'], rewards: [reward], idx }));
    const { rows, problems } = await readText(lines(val), { name: 'val_data_step3.jsonl' });
    expect(rewardsOf(rows)).toEqual({ 'step 3 · val/all': [1, 0] });
    expect(problems).toMatchObject([
      { kind: 'guessed', message: expect.stringContaining('all rollouts of the file are one') },
    ]);
  });

  it('refuses rows whose prompts cannot be told', async () => {
    const { found } = await readText(
      lines([row(0, 1, {}, [0, 0]), row(1, 1, { token_loss_mask: [[0, 1]] })]),
      { name },
    );
    expect(found).toEqual(['1: missing-group', '2: invalid-content']);
  });

  it('gives a step for each stretch that was trained on, without padding', async () => {
    const [episode] = await episodesOf(lines([row(0, 1, {}, [1, 1, 0, 1])]), name);
    expect(episode?.trajectories[0]?.steps).toMatchObject([
      {
        promptIds: [7, 8],
        responseIds: [20, 21],
        logprobs: [-1, -1],
        advantage: [0.5, 0.5],
        metadata: { prev_logprobs: [-2, -2] },
        done: false,
      },
      { promptIds: [7, 8, 20, 21, 22], responseIds: [23], logprobs: [-1], done: true },
    ]);
  });

  it('gives each token that was trained on once, whatever the mask', async () => {
    const masks = fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        masks.filter((mask) => mask.includes(1)),
        async (mask) => {
          const [episode] = await episodesOf(lines([row(0, 1, {}, mask)]), name);
          const steps = episode?.trajectories[0]?.steps ?? [];
          const trained = mask.flatMap((m, i) => (m ? [20 + i] : []));
          expect(steps.flatMap(({ responseIds }) => responseIds)).toEqual(trained);
          expect(steps.map(({ done }) => done)).toEqual(
            steps.map((_, i) => i === steps.length - 1),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});
