import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { centredInGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const FOLDER = 'src/prime_rl/orchestrator/algo';

/** Groups are of traces without errors that hold a sampled token and that are to be trained. */
export const primeRlPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'prime-rl',
  repository: 'PrimeIntellect-ai/prime-rl',
  version: '559b44772, 2026-08-21',
  presets: (): FrameworkPresets['presets'] => {
    const centred = { ...centredInGroup, singleton: 'member' } as const satisfies AdvantageSpec;
    return {
      grpo: {
        title: 'centred in the group',
        source: `${FOLDER}/grpo.py GRPOAlgorithm`,
        paper: 'arXiv:2503.20783',
        evidence: 'ran',
        differs:
          'What it calls GRPO divides by no std; a group of one gets 0. groupLengthPenalty shapes the rewards beforehand.',
        spec: centred,
      },
      hierarchical_grpo: {
        title: 'centred among peers',
        source: `${FOLDER}/hierarchical_grpo.py HierarchicalGRPOAlgorithm`,
        evidence: 'ran',
        differs:
          'The formula of prime-rl/grpo; the groups are others: solvers of one episode, proposers of all episodes of one task.',
        spec: centred,
      },
      max_rl: {
        title: 'MaxRL',
        source: `${FOLDER}/max_rl.py MaxRLAlgorithm`,
        paper: 'arXiv:2602.02710',
        evidence: 'ran',
        differs: 'No epsilon; a group whose mean is not above 0 gets 0, as does a group of one.',
        spec: { ...centred, scale: { kind: 'mean', epsilon: 0, nonPositive: 'zero' } },
      },
      rae: {
        title: 'RAE',
        source: `${FOLDER}/rae.py RAEAlgorithm`,
        paper: 'arXiv:2506.24119',
        evidence: 'ran',
        differs:
          'No group: the baseline is the moving average of the rewards of the same agent so far, trajectory after trajectory. Keys are agents.',
        spec: {
          baseline: { kind: 'tracker', tracker: { kind: 'ema', decay: 0.95 } },
          scale: { kind: 'none' },
          singleton: 'member',
          missing: 'refuse',
        },
      },
    };
  },
});
