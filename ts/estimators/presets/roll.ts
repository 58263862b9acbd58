import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec, ScaleSpec } from '../spec/advantage-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import type { TokenSpec, TokenStep } from '../token/token-spec.ts';
import type { FrameworkPresets } from './preset.ts';

const FUNCTIONALS = 'roll/utils/functionals.py';

const AGENTIC = 'roll/pipeline/agentic/utils.py';

export const rollPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'roll',
  repository: 'alibaba/ROLL',
  version: '8eb27cc2d, 2026-08-19',
  presets: (): FrameworkPresets['presets'] => {
    const std = {
      kind: 'std',
      of: 'values',
      ddof: 1,
      epsilon: 1e-6,
      epsilonPlace: 'outside',
    } as const;
    /** Nearly constant rewards, and one alone, get 0. */
    const agentic = { ...std, zeroVariance: 'zero', zeroUpTo: 1e-6, tooFew: 'zero' } as const;
    const ofGroup = { baseline: { kind: 'mean', scope: 'group' }, singleton: 'member' } as const;
    const ofBatch = { baseline: { kind: 'mean', scope: 'pool' }, singleton: 'member' } as const;
    const uncentred = { baseline: { kind: 'none' }, singleton: 'member' } as const;
    const none = { kind: 'none' } as const satisfies ScaleSpec;
    const identity: AdvantageSpec = { ...uncentred, scale: none };
    const centred: AdvantageSpec = { ...ofGroup, scale: none };
    const normalised: AdvantageSpec = {
      ...ofGroup,
      scale: { ...agentic, scope: 'group' },
      singleton: 'zero',
    };
    /** Mean and variance are sums over N + 1e-8 tokens. */
    const statistics = {
      ddof: 1,
      epsilon: 1e-8,
      epsilonPlace: 'inside',
      countEpsilon: 1e-8,
    } as const;
    const whiten = { kind: 'whiten', ...statistics, few: 'keep' } as const satisfies TokenStep;
    const tokens = {
      level: 'token',
      missing: 'propagate',
      rewards: [{ kind: 'mask' }],
      post: [whiten, { kind: 'mask' }],
    } as const satisfies Partial<TokenSpec>;
    const sameState = { weight: 1, same: 'equal', history: 0 } as const satisfies Partial<
      StepSpec['state']
    >;
    return {
      reinforce: {
        title: 'REINFORCE',
        source: `${FUNCTIONALS} compute_advantage (adv_estimator reinforce)`,
        evidence: 'ran',
        differs:
          'Masked tokens are steps without a reward; whitened where whiten_advantages is set.',
        spec: {
          ...tokens,
          credit: { kind: 'discounted-return', gamma: 1, masked: 'walk' },
        },
      },
      gae: {
        title: 'GAE',
        source: `${FUNCTIONALS} compute_advantage (adv_estimator gae)`,
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs:
          'Masked tokens are steps without a reward, with the value that a critic gives them.',
        spec: { ...tokens, credit: { kind: 'gae', gamma: 1, lambda: 0.95, masked: 'walk' } },
      },
      agentic_reinforce: {
        title: 'REINFORCE by segments',
        source: `${AGENTIC} agentic_compute_advantage (adv_estimator agentic_reinforce)`,
        evidence: 'ran',
        differs:
          'A run of trained tokens is one time step, and of its rewards only that of its last token counts.',
        spec: {
          ...tokens,
          credit: {
            kind: 'discounted-return',
            gamma: 1,
            masked: 'carry',
            step: 'segment',
            stepReward: 'last',
          },
        },
      },
      reward_norm: {
        title: 'Normalisation of rewards',
        source: `${FUNCTIONALS} reward_norm`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs:
          'Sample std, 1e-6 outside the root; a group of one gets NaN where its std divides. Running moments are those of the batch at the first call.',
        deviates:
          'With the mean of the batch and the std of groups ROLL returns a row of all rewards for each group; here each reward is divided by the std of its own.',
        spec: { ...ofGroup, scale: { ...std, scope: 'group' } },
        variants: {
          'batch/batch': { ...ofBatch, scale: { ...std, scope: 'pool' } },
          'group/batch': { ...ofGroup, scale: { ...std, scope: 'pool' } },
          'batch/group': { ...ofBatch, scale: { ...std, scope: 'group' } },
          'group/none': centred,
          'batch/none': { ...ofBatch, scale: none },
          'none/batch': { ...uncentred, scale: { ...std, scope: 'pool' } },
          'none/none': identity,
        },
      },
      agentic_reward_norm: {
        title: 'Normalisation of rewards of agents',
        source: `${AGENTIC} agentic_reward_norm`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'As roll/reward_norm, but a group of one, or one with a std up to 1e-6, gets 0.',
        spec: normalised,
        variants: {
          'batch/batch': { ...ofBatch, scale: { ...agentic, scope: 'pool' } },
          'group/batch': { ...ofGroup, scale: { ...agentic, scope: 'pool' }, singleton: 'zero' },
          'batch/group': { ...ofBatch, scale: { ...agentic, scope: 'group' }, singleton: 'zero' },
          'group/none': centred,
          'none/none': identity,
        },
      },
      gigpo: {
        title: 'GiGPO',
        source: `${AGENTIC} compute_response_level_rewards (adv_estimator gigpo)`,
        paper: 'arXiv:2505.10978',
        evidence: 'ran',
        differs:
          'Every step of a trajectory enters its group; a group of one trajectory of one step gets 0.',
        deviates: 'ROLL compares equal states of all groups; here those of one group.',
        spec: { level: 'step', trajectory: centred, state: { ...sameState, spec: centred } },
        variants: {
          'method=mean_std': {
            level: 'step',
            trajectory: normalised,
            state: { ...sameState, spec: normalised },
          },
          'method=identity': {
            level: 'step',
            trajectory: identity,
            state: { ...sameState, spec: identity },
          },
        },
      },
      step_reinforce: {
        title: 'REINFORCE of steps',
        source: `${AGENTIC} compute_response_level_rewards (adv_estimator step_reinforce)`,
        evidence: 'ran',
        differs:
          'The discounted returns of steps are normalised in the group of their trajectories.',
        spec: centred,
        variants: { 'method=mean_std': normalised, 'method=identity': identity },
      },
    };
  },
});
