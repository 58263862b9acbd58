import { laidOutLater } from '../../types/laid-out-later.ts';
import type { TokenSpec, TokenStep } from '../token/token-spec.ts';
import { centredInGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

export const tinkerCookbookPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'tinker-cookbook',
  repository: 'thinking-machines-lab/tinker-cookbook',
  version: '9dfcc3a2c, 2026-08-19',
  presets: () => {
    const kl = (step: Partial<Extract<TokenStep, { kind: 'kl' }>>): TokenSpec => ({
      level: 'token',
      rewards: [{ kind: 'outcome', place: 'every' }, { kind: 'mask' }],
      credit: { kind: 'none' },
      post: [{ kind: 'kl', estimator: 'k1', coefficient: 1, ...step }],
    });
    return {
      centered: {
        title: 'centred in the group',
        source: 'tinker_cookbook/rl/data_processing.py compute_advantages',
        paper: 'arXiv:2503.20783',
        evidence: 'ran',
        differs:
          'A reward is the sum of a trajectory’s step rewards and its final one; a group of one gets 0.',
        deviates: 'Rewards that are all integers are refused there.',
        spec: { ...centredInGroup, singleton: 'member' },
      },
      kl_penalty: {
        title: 'KL to the base model in the advantage',
        source: 'tinker_cookbook/rl/metrics.py incorporate_kl_penalty',
        evidence: 'ran',
        differs:
          'Advantages that there are (as outcomes) less what each token’s log-ratio is above the mean of all trained tokens.',
        spec: kl({ centred: true }),
        variants: { 'kl_discount_factor=0.9': kl({ centred: true, discount: 0.9 }) },
      },
      distillation: {
        title: 'on-policy distillation',
        source: 'tinker_cookbook/distillation/train_on_policy.py incorporate_kl_penalty',
        evidence: 'ran',
        differs:
          'As tinker-cookbook/kl_penalty, of the teacher’s log-probabilities and not centred.',
        spec: kl({ from: 'teacher' }),
        variants: { 'kl_discount_factor=0.9': kl({ from: 'teacher', discount: 0.9 }) },
      },
    };
  },
});
