import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { OutcomeStep, TokenSpec, TokenStep } from '../token/token-spec.ts';
import { centredInGroup, leaveOneOut, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE =
  'openrlhf/trainer/ppo_utils/experience_maker.py RemoteExperienceMaker.compute_advantages_and_returns';

const LONE =
  'A group of one is refused, as by its command line; the function itself has no baseline for it.';

const CLIPPED = 'reward.clip_range clips what the baseline leaves, and not the reward.';

/** The presets of OpenRLHF. */
export const openrlhfPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'openrlhf',
  repository: 'OpenRLHF/OpenRLHF',
  version: '3c3be6234, 2026-08-13',
  presets: (): FrameworkPresets['presets'] => {
    const kl = { kind: 'kl', estimator: 'k1', coefficient: 0.01 } as const satisfies TokenStep;
    const outcome = { kind: 'outcome', place: 'last-trained' } as const satisfies OutcomeStep;
    /** Tokens that are not trained have no reward and no value, but time passes. */
    const returns = {
      level: 'token',
      rewards: [kl, outcome],
      credit: { kind: 'discounted-return', gamma: 1, masked: 'zero' },
      missing: 'propagate',
    } as const satisfies TokenSpec;
    const whiten = {
      kind: 'whiten',
      ddof: 0,
      epsilon: 1e-8,
      epsilonPlace: 'floor',
    } as const satisfies TokenStep;
    const centre = { ...whiten, divide: false } as const satisfies TokenStep;
    const centred = { ...centredInGroup, singleton: 'refuse' } as const satisfies AdvantageSpec;
    const ofCentred = {
      ...returns,
      rewards: [kl, { ...outcome, spec: centred }],
    } as const satisfies TokenSpec;
    const gae = {
      ...returns,
      credit: { kind: 'gae', gamma: 1, lambda: 1, masked: 'zero' },
    } as const satisfies TokenSpec;
    return {
      reinforce: {
        title: 'REINFORCE++',
        source: SOURCE,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs:
          'The population std, with the variance kept at 1e-8 or above; the KL is always in the reward.',
        spec: { ...returns, post: [whiten] },
        variants: { 'no_std_norm=True': { ...returns, post: [centre] } },
      },
      rloo: {
        title: 'RLOO',
        source: SOURCE,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: `The KL is in the reward of each token. ${CLIPPED}`,
        deviates: LONE,
        spec: {
          ...returns,
          rewards: [kl, { ...outcome, spec: { ...leaveOneOut, singleton: 'refuse' } }],
        },
      },
      reinforce_baseline: {
        title: 'REINFORCE++-baseline',
        source: SOURCE,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs: `Whitened over tokens by the population std; the KL is in the reward of each token. ${CLIPPED}`,
        deviates: LONE,
        spec: { ...ofCentred, post: [whiten] },
        variants: { 'no_std_norm=True': { ...ofCentred, post: [centre] } },
      },
      group_norm: {
        title: 'GRPO',
        source: SOURCE,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: `An epsilon of 1e-9: in a constant group, rounding alone may give advantages near 1. The KL is in the reward of each token. ${CLIPPED}`,
        deviates: `${LONE} Constant groups get 0.`,
        spec: {
          ...returns,
          rewards: [
            kl,
            {
              ...outcome,
              spec: {
                ...centred,
                scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-9, epsilonPlace: 'outside' },
              },
            },
          ],
        },
      },
      dr_grpo: {
        title: 'Dr.GRPO',
        source: SOURCE,
        paper: 'arXiv:2503.20783',
        evidence: 'ran',
        differs: `The KL is in the reward of each token. ${CLIPPED}`,
        deviates: LONE,
        spec: ofCentred,
      },
      gae: {
        title: 'GAE',
        source: SOURCE,
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs:
          'Tokens that are not trained have neither reward nor value, but time passes over them; whitened by the population std.',
        spec: { ...gae, post: [whiten] },
        variants: { 'no_std_norm=True': { ...gae, post: [centre] } },
      },
    };
  },
});
