import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { centredInGroup, leaveOneOut, stdOfGroup, uncentred } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const SOURCE = 'rllm/trainer/algorithms/rl_algo.py';

/** Groups are those of one task and one trajectory name; the pool is a role. */
export const rllmPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'rllm',
  repository: 'rllm-org/rllm',
  version: '9beb6e0f, 2026-08-15',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'raw' } as const satisfies AdvantageSpec;
    const grpo = {
      ...centred,
      scale: { ...stdOfGroup, ddof: 0, epsilon: 1e-6, epsilonPlace: 'outside' },
    } as const satisfies AdvantageSpec;
    const pkpo = (k: number): AdvantageSpec => ({
      ...centredInGroup,
      singleton: 'member',
      credit: { kind: 'max-at-k', k },
    });
    return {
      grpo: {
        title: 'GRPO',
        source: `${SOURCE} calculate_grpo_advantages`,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs:
          'Population std, 1e-6 outside the root; a group of one keeps its reward / (1 + 1e-6).',
        spec: grpo,
        variants: { 'norm_adv_by_std_in_grpo=False': centred },
      },
      reinforce: {
        title: 'REINFORCE',
        source: `${SOURCE} calculate_reinforce_advantages`,
        evidence: 'ran',
        spec: { ...uncentred, singleton: 'member' },
      },
      reinforce_plus_plus_baseline: {
        title: 'REINFORCE++-baseline',
        source: `${SOURCE} calculate_reinforce_plus_plus_baseline_advantages`,
        paper: 'arXiv:2501.03262',
        evidence: 'ran',
        differs:
          'Population std of the residuals of the role, each trajectory counting once; not centred again; a group of one gets 0.',
        spec: {
          ...grpo,
          scale: { ...grpo.scale, scope: 'pool', of: 'residuals' },
          singleton: 'member',
        },
      },
      prpo: {
        title: 'PRPO',
        source: `${SOURCE} calculate_prpo_advantages`,
        evidence: 'ran',
        differs: 'All trajectories of a role together, whatever their groups.',
        spec: {
          baseline: { kind: 'mean', scope: 'pool' },
          scale: { ...grpo.scale, scope: 'pool' },
          singleton: 'member',
        },
      },
      rloo: {
        title: 'RLOO',
        source: `${SOURCE} calculate_rloo_advantages`,
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs: 'A group of one keeps its reward.',
        spec: { ...leaveOneOut, singleton: 'raw' },
      },
      pkpo: {
        title: 'PKPO',
        source: `${SOURCE} calculate_pkpo_advantages_per_group (pull request 743)`,
        paper: 'arXiv:2505.15201',
        evidence: 'ran',
        differs: 'k = 1 is 1/n of centring; k above the size of a group counts as that size.',
        spec: pkpo(4),
        variants: { 'k=1': pkpo(1), 'k=2': pkpo(2), 'k=8': pkpo(8) },
      },
    };
  },
});
