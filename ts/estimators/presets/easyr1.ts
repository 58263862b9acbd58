import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { TokenStep } from '../token/token-spec.ts';
import { centredInGroup, leaveOneOut, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'verl/trainer/core_algos.py';

export const easyr1Presets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'easyr1',
  repository: 'hiyouga/EasyR1',
  version: 'b44b311b6, 2026-07-30',
  presets: (): FrameworkPresets['presets'] => {
    const grpo = {
      ...centredInGroup,
      scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-6, epsilonPlace: 'outside' },
      singleton: 'refuse',
    } as const satisfies AdvantageSpec;
    /** Mean and variance are sums over N + 1e-8 tokens. */
    const statistics = {
      ddof: 1,
      epsilon: 1e-8,
      epsilonPlace: 'inside',
      countEpsilon: 1e-8,
    } as const;
    const whiten = { kind: 'whiten', ...statistics, few: 'zero' } as const satisfies TokenStep;
    return {
      grpo: {
        title: 'GRPO',
        source: `${SOURCE} compute_grpo_outcome_advantage`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'As verl/grpo, but a group of one is refused.',
        spec: grpo,
      },
      grpo_passk: {
        title: 'GRPO for pass@k',
        source: `${SOURCE} compute_grpo_passk_outcome_advantage`,
        paper: 'arXiv:2503.19595',
        evidence: 'ran',
        differs: 'As verl/grpo_passk.',
        spec: { ...grpo, baseline: { kind: 'best-of-rest' } },
      },
      rloo: {
        title: 'RLOO',
        source: `${SOURCE} compute_rloo_outcome_advantage`,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'A group of one is refused.',
        spec: { ...leaveOneOut, singleton: 'refuse' },
      },
      reinforce_plus_plus: {
        title: 'REINFORCE++',
        source: `${SOURCE} compute_reinforce_plus_plus_outcome_advantage`,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs:
          'A masked token ends the return: of several turns only the last gets credit. Masked tokens keep numbers.',
        deviates: 'EasyR1 whitens one token alone to about 1e-4 of it; here it gets 0.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { kind: 'discounted-return', gamma: 1, masked: 'reset' },
          post: [whiten],
        },
      },
      remax: {
        title: 'ReMax',
        source: `${SOURCE} compute_remax_outcome_advantage`,
        paper: 'arXiv:2310.10505',
        evidence: 'ran',
        differs: 'Every token gets the whole reward less that of the greedy rollout.',
        deviates:
          'EasyR1 multiplies one number a row with a mask of rows by tokens: an error, or the advantage of a row in the column of its number. Here it stands at the tokens of its row.',
        spec: { baseline: { kind: 'greedy' }, scale: { kind: 'none' }, singleton: 'member' },
      },
      gae: {
        title: 'GAE',
        source: `${SOURCE} compute_gae_advantage_return`,
        paper: 'arXiv:1506.02438',
        evidence: 'ran',
        differs: 'Carried over masked tokens, and always whitened; masked tokens keep numbers.',
        deviates:
          'EasyR1 computes only a single row whose last token is trained, and fails for all others; here each row is computed.',
        spec: {
          level: 'token',
          missing: 'propagate',
          credit: { kind: 'gae', gamma: 1, lambda: 1, masked: 'carry' },
          post: [whiten],
        },
      },
    };
  },
});
