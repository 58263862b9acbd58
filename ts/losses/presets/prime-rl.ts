import { laidOutLater } from '../../types/laid-out-later.ts';
import type { FrameworkLossPresets } from './loss-preset.ts';

const FILE = 'src/prime_rl/trainer/rl/loss.py';

const SUMS = 'A sum over tokens; the count of the whole batch divides it later.';

/** prime-rl's losses of single components. `compute_loss` adds them up, each with masks and weights of its own: see `mixLosses`. */
export const primeRlLossPresets: FrameworkLossPresets = /* @__PURE__ */ laidOutLater({
  framework: 'prime-rl',
  repository: 'PrimeIntellect-ai/prime-rl',
  version: '559b44772, 2026-08-21',
  presets: () => ({
    default: {
      title: 'DPPO by total variation, with a KL',
      loss: 'dppo_tv',
      aggregation: 'token-sum',
      options: { deltaLow: 0.2, deltaHigh: 0.2, logRatioPenalty: 1e-3, ratioTo: 'rollout' },
      source: `${FILE} default_loss_fn`,
      evidence: 'ran',
      differs: `${SUMS} adv_tau multiplies the advantages, and is left to the caller.`,
    },
    ipo: {
      title: 'IPO',
      loss: 'ipo',
      aggregation: 'token-sum',
      options: { threshold: 0.1, logRatioPenalty: 1e-3, ratioTo: 'rollout' },
      source: `${FILE} ipo_loss_fn`,
      evidence: 'ran',
      differs: SUMS,
    },
    ref_kl: {
      title: 'on-policy distillation',
      loss: 'ref_kl',
      aggregation: 'token-sum',
      options: { threshold: 0.2, logRatioPenalty: 1e-3, ratioTo: 'rollout' },
      source: `${FILE} ref_kl_loss_fn`,
      evidence: 'ran',
      differs: SUMS,
    },
    ce: {
      title: 'cross-entropy',
      loss: 'cross_entropy',
      aggregation: 'token-sum',
      source: `${FILE} ce_loss_fn`,
      evidence: 'ran',
      differs: SUMS,
    },
  }),
});
