import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { OutcomeStep, TokenSpec, TokenStep } from '../token/token-spec.ts';
import { centredInGroup, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const REWARDS = 'slime/ray/rollout.py RolloutManager._post_process_rewards';

const TOKENS = 'slime/backends/megatron_utils/loss.py compute_advantages_and_returns';

const RAGGED =
  'Groups may be of any size: where theirs differ, slime takes the mean and std of the whole batch, or of wrong groups.';

/** The presets of slime. */
export const slimePresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'slime',
  repository: 'THUDM/slime',
  version: '624b824a8, 2026-08-21',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'zero' } as const satisfies AdvantageSpec;
    const grpo = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    const kl = { kind: 'kl', estimator: 'k1', coefficient: 0.1 } as const satisfies TokenStep;
    const ofAll = { ...kl, tokens: 'all' } as const satisfies TokenStep;
    const every = { kind: 'outcome', place: 'every' } as const satisfies OutcomeStep;
    const statistics = { ddof: 1, epsilon: 1e-8, epsilonPlace: 'inside' } as const;
    const whiten = { kind: 'whiten', ...statistics, few: 'zero' } as const satisfies TokenStep;
    /** On-policy distillation: less what the policy is above its teacher, at every token. */
    const distill = {
      kind: 'kl',
      estimator: 'k1',
      from: 'teacher',
      coefficient: 1,
      tokens: 'all',
    } as const satisfies TokenStep;
    const ofEvery = {
      level: 'token',
      rewards: [{ ...every, spec: grpo }],
      credit: { kind: 'none' },
      missing: 'propagate',
    } as const satisfies TokenSpec;
    const plusPlus = {
      level: 'token',
      rewards: [kl, { kind: 'outcome', place: 'last-trained', empty: 'refuse' }],
      credit: { kind: 'discounted-return', gamma: 1, masked: 'walk' },
      missing: 'propagate',
    } as const satisfies TokenSpec;
    const baseline = {
      ...ofEvery,
      rewards: [{ ...every, spec: centred }, ofAll],
    } as const satisfies TokenSpec;
    const ppo = {
      level: 'token',
      rewards: [ofAll, { kind: 'outcome', place: 'last' }],
      credit: { kind: 'gae', gamma: 1, lambda: 1, masked: 'walk' },
      missing: 'propagate',
    } as const satisfies TokenSpec;
    return {
      grpo: {
        title: 'GRPO',
        source: `${REWARDS}, ${TOKENS}`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'One advantage for its losses grpo, gspo and cispo.',
        deviates: `A group of one gets 0, as with the std off, which its command line sees to; the function gives NaN. ${RAGGED}`,
        spec: grpo,
        variants: {
          'grpo_std_normalization=False': centred,
          'normalize_advantages=True': { ...ofEvery, post: [whiten] },
          'use_opd=True': { ...ofEvery, post: [distill] },
          'use_opd=True, normalize_advantages=True': { ...ofEvery, post: [distill, whiten] },
        },
      },
      reinforce_plus_plus: {
        title: 'REINFORCE++',
        source: TOKENS,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs:
          'Time passes over tokens that are not trained; a row without a trained one is refused. Whitening is an option, with the sample variance and an epsilon of 1e-8 inside the root.',
        deviates: 'A variance is not the difference of two float32 sums.',
        spec: plusPlus,
        variants: { 'normalize_advantages=True': { ...plusPlus, post: [whiten] } },
      },
      reinforce_plus_plus_baseline: {
        title: 'REINFORCE++-baseline',
        source: `${REWARDS}, ${TOKENS}`,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs: "Each token gets the trajectory's residual less the KL at that token.",
        deviates: `A variance is not the difference of two float32 sums. ${RAGGED}`,
        spec: baseline,
        variants: { 'normalize_advantages=True': { ...baseline, post: [whiten] } },
      },
      ppo: {
        title: 'GAE',
        source: `${TOKENS}, slime/utils/ppo_utils.py chunked_gae`,
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs:
          'The mask plays no part: the reward stands at the last token, and GAE walks over all of them.',
        deviates: 'A variance is not the difference of two float32 sums.',
        spec: ppo,
        variants: { 'normalize_advantages=True': { ...ppo, post: [whiten] } },
      },
    };
  },
});
