import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec, PostStep } from '../spec/advantage-spec.ts';
import type { TokenStep } from '../token/token-spec.ts';
import { centredInGroup, leaveOneOut, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'verl/trainer/ppo/core_algos.py';

export const verlPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'verl',
  repository: 'verl-project/verl',
  version: '1dda039b9, 2026-08-22',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'raw' } as const satisfies AdvantageSpec;
    const grpo = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    const bestOfRest = { baseline: { kind: 'best-of-rest' }, singleton: 'refuse' } as const;
    /** Mean and variance are sums over N + 1e-8 tokens. */
    const statistics = {
      ddof: 1,
      epsilon: 1e-8,
      epsilonPlace: 'inside',
      countEpsilon: 1e-8,
    } as const;
    /** Of outcomes, by their tokens. */
    const whiten = {
      kind: 'whiten',
      ...statistics,
      weighting: 'token',
      recentre: true,
      tooFew: 'refuse',
    } as const satisfies PostStep;
    const gdpo = { columns: { combine: 'normalize-then-sum' }, post: [whiten] } as const;
    const whitenTokens = {
      kind: 'whiten',
      ...statistics,
      few: 'refuse',
    } as const satisfies TokenStep;
    const optimalBaseline = {
      kind: 'optimal-token-baseline',
      epsilon: 1e-8,
      zeroTail: true,
    } as const;
    return {
      grpo: {
        title: 'GRPO',
        source: `${SOURCE} compute_grpo_outcome_advantage`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'Sample std, 1e-6 outside the root; a group of one keeps its reward / (1 + 1e-6).',
        spec: grpo,
        variants: { 'norm_adv_by_std_in_grpo=False': centred },
      },
      grpo_vectorized: {
        title: 'GRPO, all groups at once',
        source: `${SOURCE} compute_grpo_vectorized_outcome_advantage`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'The formula of verl/grpo.',
        deviates: 'verl takes mean and std in float32 whatever the rewards; here they are float64.',
        spec: grpo,
        variants: { 'norm_adv_by_std_in_grpo=False': centred },
      },
      multi_trajectories: {
        title: 'GRPO over the last row of each trajectory',
        source: 'verl/trainer/ppo/v1/utils.py compute_advantage_for_multi_trajectories',
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs:
          'Only the last row of a trajectory enters its group, and its other rows get what it got. Other estimators count every row there.',
        deviates:
          'Where the last row has no trained token, verl gives 0 to every row of the trajectory; here they get what its reward is worth.',
        spec: { ...grpo, rows: { speaks: 'last' } },
        variants: { 'norm_adv_by_std_in_grpo=False': { ...centred, rows: { speaks: 'last' } } },
      },
      grpo_passk: {
        title: 'GRPO for pass@k',
        source: `${SOURCE} compute_grpo_passk_outcome_advantage`,
        paper: 'arXiv:2503.19595',
        evidence: 'ran',
        differs:
          'Only the best member of a group gets anything, nothing on a tie; a group of one is refused.',
        spec: { ...grpo, ...bestOfRest },
        variants: { 'norm_adv_by_std_in_grpo=False': { ...centred, ...bestOfRest } },
      },
      rloo: {
        title: 'RLOO',
        source: `${SOURCE} compute_rloo_outcome_advantage`,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'A group of one keeps its reward.',
        spec: { ...leaveOneOut, singleton: 'raw' },
      },
      rloo_vectorized: {
        title: 'RLOO, all groups at once',
        source: `${SOURCE} compute_rloo_vectorized_outcome_advantage`,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'A group of one gets 0, where verl/rloo keeps its reward.',
        spec: { ...leaveOneOut, singleton: 'zero' },
      },
      opo: {
        title: 'OPO',
        source: `${SOURCE} compute_opo_outcome_advantage`,
        paper: 'arXiv:2505.23585',
        evidence: 'ran',
        differs:
          'A group of one keeps its reward; a larger group without trained tokens becomes NaN.',
        spec: { ...centred, baseline: { kind: 'length-weighted-mean' } },
      },
      gpg: {
        title: 'GPG',
        source: `${SOURCE} compute_gpg_outcome_advantage`,
        paper: 'arXiv:2504.02546',
        evidence: 'ran',
        differs: 'Its F is f_norm, 1 by default; a post step multiplies by 1 / F.',
        spec: { ...centred, scale: { kind: 'nonzero-share' } },
      },
      reinforce_plus_plus_baseline: {
        title: 'REINFORCE++ with a group baseline',
        source: `${SOURCE} compute_reinforce_plus_plus_baseline_outcome_advantage`,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs:
          'Whitened over tokens, so that long trajectories weigh more, and centred once more.',
        spec: { ...centred, post: [whiten] },
      },
      gdpo: {
        title: 'GDPO',
        source: `${SOURCE} compute_gdpo_outcome_advantage`,
        paper: 'arXiv:2601.05242',
        evidence: 'ran',
        differs: 'The last step whitens over tokens; a group of one keeps its rewards.',
        spec: { ...grpo, ...gdpo },
        variants: { 'norm_adv_by_std_in_grpo=False': { ...centred, ...gdpo } },
      },
      reinforce_plus_plus: {
        title: 'REINFORCE++',
        source: `${SOURCE} compute_reinforce_plus_plus_outcome_advantage`,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs: 'Returns are carried over masked tokens.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { kind: 'discounted-return', gamma: 1, masked: 'carry', untrained: 'zero' },
          post: [whitenTokens, { kind: 'mask' }],
        },
      },
      remax: {
        title: 'ReMax',
        source: `${SOURCE} compute_remax_outcome_advantage`,
        paper: 'arXiv:2310.10505',
        evidence: 'ran',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { kind: 'discounted-return', gamma: 1, masked: 'carry' },
          post: [{ kind: 'baseline' }],
        },
      },
      gae: {
        title: 'GAE',
        source: `${SOURCE} compute_gae_advantage_return`,
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs: 'Carried over masked tokens, and always whitened; masked tokens keep numbers.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { kind: 'gae', gamma: 1, lambda: 1, masked: 'carry' },
          post: [whitenTokens],
        },
      },
      optimal_token_baseline: {
        title: 'Optimal token baseline',
        source: `${SOURCE} compute_optimal_token_baseline_advantage`,
        paper: 'arXiv:2602.07078',
        evidence: 'ran',
        differs: 'Compares tokens at the same position of the row, masked or not.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { ...optimalBaseline, align: 'position' },
        },
      },
      tir_optimal_token_baseline: {
        title: 'Optimal token baseline over several turns',
        source: `${SOURCE} compute_multi_turn_optimal_token_baseline_advantage`,
        paper: 'arXiv:2602.07078',
        evidence: 'ran',
        differs: 'Compares the n-th trained tokens of the rows.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { ...optimalBaseline, align: 'trained-token' },
        },
      },
    };
  },
});
