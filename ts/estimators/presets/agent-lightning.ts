import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec, WhitenStep } from '../spec/advantage-spec.ts';
import { centredInGroup, stdOfGroup, uncentred } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'agentlightning/verl/rollout_level_advantage.py compute_rollout_level_advantage';

export const agentLightningPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'agent-lightning',
  repository: 'microsoft/agent-lightning',
  version: 'c632d8dd8, 2026-08-22, over verl 1dda039b9',
  presets: () => {
    /** The first row of a rollout stands for it, and what has no one number a rollout is refused. */
    const rollout = {
      rows: { speaks: 'first', differing: 'refuse', empty: 'refuse' },
      missing: 'refuse',
    } as const;
    const centred = {
      ...rollout,
      ...centredInGroup,
      singleton: 'raw',
    } as const satisfies AdvantageSpec;
    const grpo = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 1, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    const bestOfRest = { baseline: { kind: 'best-of-rest' }, singleton: 'refuse' } as const;
    const whiten: WhitenStep = {
      kind: 'whiten',
      weighting: 'token',
      recentre: true,
      ddof: 1,
      epsilon: 1e-8,
      epsilonPlace: 'inside',
      countEpsilon: 1e-8,
      tooFew: 'refuse',
    };
    return {
      grpo: {
        title: 'GRPO, a rollout counting once',
        source: SOURCE,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs:
          'As verl/grpo over the first row of each rollout; rows of one rollout with different rewards or prompts are refused.',
        spec: grpo,
        variants: { 'norm_adv_by_std_in_grpo=False': centred },
      },
      rloo: {
        title: 'RLOO, a rollout counting once',
        source: SOURCE,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'As verl/rloo over the first row of each rollout.',
        spec: { ...centred, baseline: { kind: 'leave-one-out' } },
      },
      grpo_passk: {
        title: 'GRPO for pass@k, a rollout counting once',
        source: SOURCE,
        paper: 'arXiv:2503.19595',
        evidence: 'ran',
        differs: 'As verl/grpo_passk over the first row of each rollout.',
        spec: { ...grpo, ...bestOfRest },
        variants: { 'norm_adv_by_std_in_grpo=False': { ...centred, ...bestOfRest } },
      },
      opo: {
        title: 'OPO, a rollout counting once',
        source: SOURCE,
        paper: 'arXiv:2505.23585',
        evidence: 'ran',
        differs: 'As verl/opo over the first row of each rollout, whose tokens alone weigh.',
        spec: { ...centred, baseline: { kind: 'length-weighted-mean' } },
      },
      gpg: {
        title: 'GPG, a rollout counting once',
        source: SOURCE,
        paper: 'arXiv:2504.02546',
        evidence: 'ran',
        differs: 'As verl/gpg over the first row of each rollout.',
        spec: { ...centred, scale: { kind: 'nonzero-share' } },
      },
      reinforce_plus_plus_baseline: {
        title: 'REINFORCE++ with a group baseline, a rollout counting once',
        source: SOURCE,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs: 'As verl/reinforce_plus_plus_baseline over the first row of each rollout.',
        spec: { ...centred, post: [whiten] },
      },
      reinforce_plus_plus: {
        title: 'REINFORCE++, a rollout counting once',
        source: SOURCE,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs:
          'Undiscounted outcomes alone: whatever gives the tokens of a rollout different numbers is refused.',
        spec: {
          ...rollout,
          ...uncentred,
          singleton: 'member',
          post: [whiten],
        },
      },
    };
  },
});
