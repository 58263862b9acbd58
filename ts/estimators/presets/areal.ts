import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { TokenSpec } from '../token/token-spec.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'areal/utils/data.py Normalization';

export const arealPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'areal',
  repository: 'areal-project/AReaL',
  version: 'cbff54d64, 2026-08-22',
  presets: (): FrameworkPresets['presets'] => {
    /** Root mean square of what the baseline leaves, about 0: about its own mean only where that is 0. */
    const std = {
      kind: 'std',
      of: 'residuals',
      about: 'zero',
      ddof: 1,
      epsilon: 1e-5,
      epsilonPlace: 'outside',
      tooFew: 'keep-centred',
    } as const;
    const groupStd = { ...std, scope: 'group' } as const;
    const batchStd = { ...std, scope: 'pool' } as const;
    const none = { kind: 'none' } as const;
    const ofGroup = {
      baseline: { kind: 'mean', scope: 'group' },
      singleton: 'zero',
    } as const;
    const ofBatch = {
      baseline: { kind: 'mean', scope: 'pool' },
      singleton: 'raw',
    } as const;
    const ofOthers = {
      baseline: { kind: 'leave-one-out' },
      singleton: 'zero',
    } as const;
    const ofOthersInBatch = {
      baseline: { kind: 'leave-one-out', scope: 'pool' },
      singleton: 'raw',
    } as const;
    const uncentred = { baseline: none, singleton: 'raw' } as const;
    const grpo: AdvantageSpec = { ...ofGroup, scale: groupStd };
    const centred: AdvantageSpec = { ...ofGroup, scale: none };
    const lite: AdvantageSpec = { ...ofGroup, scale: batchStd };
    const rloo: AdvantageSpec = { ...ofOthers, scale: none };
    const gae = {
      level: 'token',
      missing: 'propagate',
      credit: { kind: 'gae', gamma: 1, lambda: 1, masked: 'carry' },
    } as const satisfies TokenSpec;
    return {
      grpo: {
        title: 'GRPO',
        source: `${SOURCE} (mean_level group, std_level group)`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'Sample std, 1e-5 outside the root; a group of one gets 0.',
        spec: grpo,
      },
      dr_grpo: {
        title: 'Dr.GRPO',
        source: `${SOURCE} (mean_level group, std_level null)`,
        paper: 'arXiv:2503.20783',
        evidence: 'ran',
        differs: 'A group of one gets 0.',
        spec: centred,
      },
      lite_ppo: {
        title: 'LitePPO',
        source: `${SOURCE} (mean_level group, std_level batch)`,
        paper: 'arXiv:2508.08221',
        evidence: 'ran',
        differs:
          'Divided by the std of the centred rewards; TRL and ms-swift take that of the raw ones.',
        spec: lite,
      },
      rloo: {
        title: 'RLOO',
        source: `${SOURCE} (mean_level group, mean_leave1out, std_level null)`,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'A group of one gets 0.',
        spec: rloo,
      },
      reward_norm: {
        title: 'Normalisation of rewards',
        source: SOURCE,
        evidence: 'ran',
        differs:
          'The std is taken round the baseline, so that leaving one out cancels where the group divides: that is GRPO again.',
        spec: grpo,
        variants: {
          'group/none': centred,
          'group/batch': lite,
          'batch/batch': { ...ofBatch, scale: batchStd },
          'batch/group': { ...ofBatch, scale: groupStd },
          'batch/none': { ...ofBatch, scale: none },
          'none/batch': { ...uncentred, scale: batchStd },
          'none/none': { ...uncentred, scale: none },
          'group/group, leave1out': { ...ofOthers, scale: groupStd },
          'group/none, leave1out': rloo,
          'group/batch, leave1out': { ...ofOthers, scale: batchStd },
          'batch/batch, leave1out': { ...ofOthersInBatch, scale: batchStd },
          'batch/group, leave1out': { ...ofOthersInBatch, scale: groupStd },
          'batch/none, leave1out': { ...ofOthersInBatch, scale: none },
        },
      },
      adv_norm: {
        title: 'Normalisation of advantages over the trained tokens of the batch',
        source: SOURCE,
        evidence: 'ran',
        differs: '1e-5 outside the root, where others whiten with 1e-8 inside.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: none,
          post: [
            { kind: 'whiten', ddof: 1, epsilon: 1e-5, epsilonPlace: 'outside', few: 'keep' },
            { kind: 'mask' },
          ],
        },
      },
      gae: {
        title: 'GAE of tokens',
        source: 'areal/trainer/ppo/gae.py _compute_token_level_gae',
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs: 'Carried over masked tokens, bootstrapped where a row was cut off, not whitened.',
        spec: gae,
        variants: {
          vapo_length_adaptive_gae: {
            ...gae,
            credit: { ...gae.credit, lambda: { kind: 'length-adaptive', alpha: 0.5 } },
          },
          relative_position_gae_lambda: {
            ...gae,
            credit: { ...gae.credit, lambda: { kind: 'relative-position', q: 0.9 } },
          },
        },
      },
      gae_turn: {
        title: 'GAE of turns',
        source: 'areal/trainer/ppo/gae.py _compute_turn_level_gae',
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs:
          'A turn is one time step, with the value of its first token and the sum of its rewards.',
        spec: { ...gae, credit: { ...gae.credit, step: 'turn' } },
      },
      actor: {
        title: 'Advantages of the actor: normalised rewards, KL, returns, normalised advantages',
        source: 'areal/trainer/ppo/actor.py PPOActor._compute_advantages',
        evidence: 'ran',
        differs:
          'Rewards are held within ±20 and normalised in their group; KL in the reward is held within ±10.',
        spec: {
          ...gae,
          rewards: [
            {
              kind: 'outcome',
              spec: { ...grpo, reward: [{ kind: 'clip', low: -20, high: 20 }] },
              place: 'last-trained',
            },
            { kind: 'kl', estimator: 'k1', coefficient: 0.1, cap: 10 },
          ],
          post: [
            { kind: 'whiten', ddof: 1, epsilon: 1e-5, epsilonPlace: 'outside', few: 'keep' },
            { kind: 'mask' },
          ],
        },
      },
    };
  },
});
