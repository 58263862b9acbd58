import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec, StdScale } from '../spec/advantage-spec.ts';
import type { TokenSpec, TokenStep } from '../token/token-spec.ts';
import { centredInGroup, leaveOneOut, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'nemo_rl/algorithms/advantage_estimator.py';

const SQUARES = 'A variance is not the difference of two float32 means.';

/** The presets of NeMo-RL. */
export const nemoRlPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'nemo-rl',
  repository: 'NVIDIA-NeMo/RL',
  version: '7ea279abf, 2026-08-22',
  presets: (): FrameworkPresets['presets'] => {
    /** Where there is no std, or it is 0, what the baseline leaves stays as it is. */
    const std = {
      ...stdOfGroup,
      ddof: 1,
      epsilon: 1e-6,
      epsilonPlace: 'outside',
      zeroVariance: 'keep-centred',
      tooFew: 'keep-centred',
    } as const satisfies StdScale;
    const ofMean = { ...centredInGroup, singleton: 'zero' } as const satisfies AdvantageSpec;
    const ofOthers = { ...leaveOneOut, singleton: 'zero' } as const satisfies AdvantageSpec;
    const grpo = {
      ...ofOthers,
      scale: { ...std, scope: 'leave-one-out' },
    } as const satisfies AdvantageSpec;
    const grpoOfMean = { ...ofMean, scale: std } as const satisfies AdvantageSpec;
    const gdpo = {
      columns: { combine: 'normalize-then-sum', least: 2 },
      post: [
        {
          kind: 'whiten',
          recentre: true,
          ddof: 1,
          epsilon: 0,
          epsilonPlace: 'outside',
          zeroVariance: 'keep-centred',
          tooFew: 'keep-centred',
        },
      ],
    } as const;
    const floor = { ddof: 0, epsilon: 1e-8, epsilonPlace: 'floor' } as const;
    const kl = {
      kind: 'kl',
      estimator: 'k3',
      coefficient: 0.1,
      inputCap: 20,
      cap: 10,
    } as const satisfies TokenStep;
    const plusPlus = {
      level: 'token',
      rewards: [{ kind: 'outcome', place: 'every' }],
      credit: { kind: 'none' },
      post: [{ ...floor, kind: 'whiten' }],
      missing: 'propagate',
    } as const satisfies TokenSpec;
    const baseline = {
      ...plusPlus,
      rewards: [{ kind: 'outcome', place: 'every', spec: ofMean }],
    } as const satisfies TokenSpec;
    const gae = {
      level: 'token',
      rewards: [{ kind: 'outcome', place: 'last-trained' }],
      credit: { kind: 'gae', gamma: 0.99, lambda: 0.95, masked: 'carry', untrained: 'zero' },
      missing: 'propagate',
    } as const satisfies TokenSpec;
    const whitened = {
      ...gae,
      post: [
        { kind: 'whiten', ddof: 1, epsilon: 1e-8, epsilonPlace: 'inside', countEpsilon: 1e-8 },
        { kind: 'mask' },
      ],
    } as const satisfies TokenSpec;
    return {
      grpo: {
        title: 'GRPO, leave-one-out',
        source: `${SOURCE} GRPOAdvantageEstimator`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs:
          'Baseline and std are those of the other members, so that a few nearly equal ones make a large advantage; where their std is 0, and in groups of two, nothing divides.',
        deviates: SQUARES,
        spec: grpo,
        variants: {
          'use_leave_one_out_baseline=False': grpoOfMean,
          'normalize_rewards=False': ofOthers,
          'use_leave_one_out_baseline=False, normalize_rewards=False': ofMean,
        },
      },
      gdpo: {
        title: 'GDPO',
        source: `${SOURCE} GDPOAdvantageEstimator`,
        paper: 'arXiv:2601.05242',
        evidence: 'ran',
        differs:
          'Columns are normalised by the other members, without an epsilon at the last stage, where each trajectory counts once. Fewer than two columns are refused; weights go by the alphabetical order of their names.',
        deviates: SQUARES,
        spec: { ...grpo, ...gdpo },
        variants: {
          'use_leave_one_out_baseline=False': { ...grpoOfMean, ...gdpo },
          'normalize_rewards=False': { ...ofOthers, ...gdpo },
          'use_leave_one_out_baseline=False, normalize_rewards=False': { ...ofMean, ...gdpo },
        },
      },
      reinforce_plus_plus: {
        title: 'REINFORCE++-baseline',
        source: `${SOURCE} ReinforcePlusPlusAdvantageEstimator`,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs:
          'Whitened over tokens by the population std, with the variance kept at 1e-8 or above, and so centred again: a group of one, centred to 0, does not end at 0.',
        spec: baseline,
        variants: {
          'minus_baseline=False': plusPlus,
          'use_kl_in_reward=True': {
            ...baseline,
            rewards: [...baseline.rewards, { ...kl, tokens: 'all' }],
          },
          'minus_baseline=False, use_kl_in_reward=True': {
            ...plusPlus,
            rewards: [...plusPlus.rewards, { ...kl, tokens: 'all' }],
          },
        },
      },
      raw_reward: {
        title: 'REINFORCE',
        source: `${SOURCE} RawRewardAdvantageEstimator`,
        evidence: 'ran',
        differs: 'Whitening over tokens is an option, with the variance kept at 1e-8 or above.',
        spec: { ...ofMean, baseline: { kind: 'none' } },
        variants: {
          'normalize_advantages=True': {
            ...ofMean,
            baseline: { kind: 'none' },
            post: [{ ...floor, kind: 'whiten', weighting: 'token', recentre: true }],
          },
        },
      },
      gae: {
        title: 'GAE',
        source: `${SOURCE} GeneralizedAdvantageEstimator`,
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs:
          'Carried over tokens that are not trained. λ may be another one for returns (arXiv:2504.05118), or 1 − 1 / (α L) for a response of L tokens.',
        spec: whitened,
        variants: {
          'normalize_advantages=False': gae,
          'use_kl_in_reward=True': { ...whitened, rewards: [kl, ...gae.rewards] },
          'use_kl_in_reward=True, normalize_advantages=False': {
            ...gae,
            rewards: [kl, ...gae.rewards],
          },
        },
      },
      opd: {
        title: 'On-policy distillation',
        source: `${SOURCE} OPDAdvantageEstimator`,
        paper: 'arXiv:2601.02780',
        evidence: 'ran',
        differs: 'log π_teacher − log π at each trained token, and no reward.',
        spec: {
          level: 'token',
          rewards: [{ kind: 'kl', estimator: 'k1', from: 'teacher', coefficient: 1 }],
          credit: { kind: 'none' },
          missing: 'propagate',
        },
      },
    };
  },
});
