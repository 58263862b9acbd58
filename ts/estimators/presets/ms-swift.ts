import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec, StdSpec } from '../spec/advantage-spec.ts';
import { centredInGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'swift/rl_core/advantage.py compute_advantages';

const DYNAMIC = 'swift/rl_core/advantage.py compute_advantages_dynamic';

/** The presets of ms-swift. */
export const msSwiftPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'ms-swift',
  repository: 'modelscope/ms-swift',
  version: '3602360a5, 2026-08-22',
  presets: (): FrameworkPresets['presets'] => {
    /** Of one trajectory there is no std; it is 0 and its advantage too. */
    const std = {
      kind: 'std',
      ddof: 1,
      epsilon: 1e-4,
      epsilonPlace: 'outside',
      tooFew: 'zero',
    } as const;
    const ofRewards = { ...std, of: 'values' } as const;
    const ofResiduals = { ...std, of: 'residuals' } as const;
    /** A reward that is missing counts as 0, in one column and in all. */
    const centred = {
      columns: { combine: 'sum', missing: 'skip' },
      missing: 'zero',
      ...centredInGroup,
      singleton: 'zero',
    } as const satisfies AdvantageSpec;
    const leaveOneOut: AdvantageSpec = { ...centred, baseline: { kind: 'leave-one-out' } };
    const grpo: AdvantageSpec = { ...centred, scale: { ...ofRewards, scope: 'group' } };
    const grpoByBatch: AdvantageSpec = { ...centred, scale: { ...ofRewards, scope: 'pool' } };
    const rlooByGroup: AdvantageSpec = { ...leaveOneOut, scale: { ...ofRewards, scope: 'group' } };
    const rlooByBatch: AdvantageSpec = { ...leaveOneOut, scale: { ...ofRewards, scope: 'pool' } };
    const plusPlus: AdvantageSpec = { ...centred, scale: { ...ofResiduals, scope: 'pool' } };
    const plusPlusByGroup: AdvantageSpec = {
      ...centred,
      scale: { ...ofResiduals, scope: 'group' },
    };
    const fine = { ddof: 1, epsilon: 1e-8, epsilonPlace: 'outside' } as const satisfies StdSpec;
    /** A request of several turns has a row for each of them. */
    const dynamic = { rows: { speaks: 'last' } } as const;
    return {
      grpo: {
        title: 'GRPO',
        source: SOURCE,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs:
          'The sample std and an epsilon of 1e-4, as in TRL; but a reward that is missing counts as 0.',
        spec: grpo,
        variants: { 'scale_rewards=batch': grpoByBatch, 'scale_rewards=none': centred },
      },
      gdpo: {
        title: 'GDPO',
        source: SOURCE,
        paper: 'arXiv:2601.05242',
        evidence: 'ran',
        differs:
          'grpo with scale_rewards=gdpo: a missing reward is left out of its own column, an epsilon of 1e-8 at both stages, each trajectory counts once at the last. A KL in the reward has no effect.',
        spec: {
          ...grpo,
          columns: { combine: 'normalize-then-sum', missing: 'skip' },
          scale: { ...fine, kind: 'std', scope: 'group', of: 'values', tooFew: 'zero' },
          post: [{ ...fine, kind: 'whiten', recentre: true }],
        },
      },
      rloo: {
        title: 'RLOO',
        source: SOURCE,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs:
          'Unless scale_rewards is none, divided by the std of the rewards of the group or, with batch, of all.',
        spec: leaveOneOut,
        variants: { 'scale_rewards=group': rlooByGroup, 'scale_rewards=batch': rlooByBatch },
      },
      reinforce_plus_plus: {
        title: 'REINFORCE++-baseline',
        source: SOURCE,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs:
          'By trajectory, not by token; the std of the residuals divides, and nothing is subtracted again.',
        spec: plusPlus,
        variants: { 'scale_rewards=group': plusPlusByGroup, 'scale_rewards=none': centred },
      },
      dynamic_grpo: {
        title: 'GRPO, a request counting once',
        source: DYNAMIC,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'Groups of any size; of several rows of a request the last one counts, for all.',
        spec: { ...grpo, ...dynamic },
        variants: {
          'scale_rewards=batch': { ...grpoByBatch, ...dynamic },
          'scale_rewards=none': { ...centred, ...dynamic },
        },
      },
      dynamic_rloo: {
        title: 'RLOO, a request counting once',
        source: DYNAMIC,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'As rloo, in groups of any size; the last row of a request counts.',
        spec: { ...leaveOneOut, ...dynamic },
        variants: { 'scale_rewards=group': { ...rlooByGroup, ...dynamic } },
      },
      on_policy_distillation: {
        title: 'Advantages with a teacher',
        source: 'swift/rl_core/advantage.py expand_advantage_to_per_token',
        evidence: 'ran',
        differs:
          "Each token gets the trajectory's advantage and, where it is trained, teacher_kl_coef (here 1) times log π_teacher − log π.",
        spec: {
          level: 'token',
          rewards: [{ kind: 'outcome', place: 'every' }],
          credit: { kind: 'none' },
          post: [{ kind: 'kl', estimator: 'k1', from: 'teacher', coefficient: 1 }],
          missing: 'propagate',
        },
      },
      rlsd: {
        title: 'RLSD: advantages weighed by a teacher',
        source: 'swift/rl_core/advantage.py apply_rlsd_reweight',
        paper: 'arXiv:2604.03128',
        evidence: 'ran',
        spec: {
          level: 'token',
          rewards: [{ kind: 'outcome', place: 'every' }],
          credit: { kind: 'none' },
          post: [{ kind: 'teacher-reweight', mix: 0.5, clip: 0.2 }],
          missing: 'propagate',
        },
      },
      dynamic_reinforce_plus_plus: {
        title: 'REINFORCE++-baseline, a request counting once',
        source: DYNAMIC,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs: 'As reinforce_plus_plus, in groups of any size; the last row of a request counts.',
        spec: { ...plusPlus, ...dynamic },
        variants: { 'scale_rewards=group': { ...plusPlusByGroup, ...dynamic } },
      },
    };
  },
});
