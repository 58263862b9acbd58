// Rollout files that other projects published.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRollouts, type RolloutTrajectory } from '../../../ts/rollouts/index.ts';
import type { Step } from '../../../ts/types/step.ts';
import { dataDir, describeExternal } from '../../support/external.ts';
import { readAll } from '../read.ts';
import { rewardsOf } from './lines.ts';

const verifiers = join(dataDir(), 'verifiers');

describeExternal('real files of verifiers', verifiers, () => {
  it('an evaluation, beside its settings', async () => {
    const { rows, problems } = await readAll(join(verifiers, 'verifiers_eval_run'));
    expect(rewardsOf(rows)).toEqual({ 0: [1, 0.2, 0.8], 1: [0.2, 1] });
    expect(problems.map(({ kind }) => kind)).toEqual(['side-file']);
  });

  it('two training steps of prime-rl', async () => {
    const { rows, problems } = await readAll(join(verifiers, 'prime_rl_run'));
    expect(rewardsOf(rows)).toEqual({
      'step 0 · train/0': [0, 1],
      'step 0 · train/1': [0.5],
      'step 1 · train/0': [1],
      'step 1 · train/1': [0.75],
    });
    expect(problems).toEqual([]);
  });

  it('three steps in one file, with the same examples in each', async () => {
    const name = 'reward_saturation_group_collapse_clean.jsonl';
    const { rows, problems } = await readAll(join(verifiers, 'labeled', name));
    expect(rewardsOf(rows)).toEqual({
      'step 0/210': [0.1, 0.5, 0.9],
      'step 0/211': [0.2, 0.6, 1],
      'step 0/212': [0, 0.4, 0.8],
      'step 1/210': [0.2, 0.6, 1],
      'step 1/211': [0.1, 0.5, 0.9],
      'step 1/212': [0.3, 0.7, 1],
    });
    expect(problems).toEqual([]);
  });
});

const lightning = join(dataDir(), 'agent-lightning');

describeExternal('a real archive of Agent Lightning', lightning, () => {
  const path = join(lightning, 'archive.jsonl');

  it('has five questions, and their rewards in events', async () => {
    const { rows, found } = await readAll(path);
    expect(rows.map(({ reward, set }) => [reward, set])).toEqual(
      [1, 1, 0, 1, 0].map((reward) => [reward, 'step 1']),
    );
    expect(new Set(rows.map(({ group }) => group)).size).toBe(5);
    expect(found).toEqual(['1: guessed']);
  });

  it('gives the tokens of its streams', async () => {
    for await (const { trajectories } of openRollouts(path, { onProblem: () => {} })) {
      const [{ steps, metadata }] = trajectories as [RolloutTrajectory];
      const [{ promptIds, responseIds, modelResponse }] = steps as [Step];
      expect(promptIds.length).toBeGreaterThan(50);
      expect(responseIds).toHaveLength(metadata.responseTokens as number);
      expect(modelResponse).toMatch(/[0-9]/);
    }
  });
});
