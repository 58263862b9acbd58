import type { LossOptions } from '../../../ts/losses/loss-options.ts';

type Defaults = LossOptions & Readonly<Record<string, unknown>>;

/** `epsClipHigh: null` is "as `epsClip`". */
const CLIP: Defaults = { epsClip: 0.2, epsClipHigh: null };

const verl: Defaults = { ...CLIP, aggregation: 'token-mean', lengthEpsilon: 1e-8 };
const verlDppo: Defaults = {
  aggregation: 'token-mean',
  deltaLow: 0.2,
  deltaHigh: 0.2,
  surrogate: 'held-ratio',
  heldRatioCap: 3,
  maxLogRatio: 20,
  lengthEpsilon: 1e-8,
};
const skyrl: Defaults = { ...CLIP, aggregation: 'token-sum', maxLogRatio: 20 };
const skyrlDppo: Defaults = {
  aggregation: 'token-sum',
  deltaLow: 0.2,
  deltaHigh: 0.2,
  surrogate: 'ratio',
  ratioTo: 'rollout',
  maxLogRatio: 20,
};
const trl: Defaults = { ...CLIP, ratioLevel: 'token', ratioCap: null, klBeta: 0 };
const easyr1: Defaults = {
  epsClip: 0.2,
  epsClipHigh: 0.3,
  aggregation: 'token-mean',
  lengthEpsilon: 1e-8,
};
const openInstruct: Defaults = {
  epsClipHigh: 0.272,
  klBeta: 0.05,
  klType: 'k3',
  aggregation: 'token-mean',
};
const nemo: Defaults = { aggregation: 'token-mean', klType: 'k3', klCap: 10, klRatio: 'score' };
const tunix: Defaults = { ...CLIP, klBeta: 0.04, klType: 'k1', aggregation: 'seq-mean-token-mean' };
const prime: Defaults = { aggregation: 'token-sum', logRatioPenalty: 1e-3, ratioTo: 'rollout' };
const slime: Defaults = { ...CLIP, aggregation: 'seq-mean-token-mean' };
const oat: Defaults = { ...CLIP, klBeta: 0.1, klType: 'k3' };

/**
 * What each framework's loss does where nobody says otherwise, read from its own configuration, and not from the presets. A
 * claim leaves a setting that a record has at this value to the preset: so the records hold the preset's constants.
 *
 * Sources, at the commits of the presets: verl `workers/config/actor.py`; TRL `grpo_config.py`, `rloo_config.py`,
 * `gmpo_config.py`, `ppo_config.py`, `a2po_config.py`; SkyRL `train/config/config.py`; oat `args.py`, `algorithms/ppo.py`;
 * tunix `grpo_learner.py`, `ppo_learner.py`; prime-rl `configs/trainer.py`; open-instruct `grpo_utils.py`; NeMo RL
 * `examples/configs/grpo_math_1B.yaml`; AReaL `api/cli_args.py` (of its CISPO what the help recommends); EasyR1
 * `workers/actor/config.py`; OpenRLHF `models/loss.py`; slime `utils/arguments.py`; ms-swift `rl_core/advantage.py`.
 */
export const lossDefaults: Readonly<Record<string, Defaults>> = {
  'verl/vanilla': { ...verl, dualClip: 3, maxLogRatio: 20 },
  'verl/dppo_tv': verlDppo,
  'verl/dppo_kl': verlDppo,
  'verl/gspo': { ...verl, aggregation: 'seq-mean-token-mean', maxLogRatio: 10 },
  'verl/sapo': {
    aggregation: 'seq-mean-token-mean',
    tauPositive: 1,
    tauNegative: 1.05,
    maxLogRatio: 20,
    lengthEpsilon: 1e-8,
  },
  'verl/gpg': { aggregation: 'token-mean', lengthEpsilon: 1e-8 },
  'verl/clip_cov': { ...verl, covRatio: 0.0002, covLow: 1, covHigh: 5 },
  'verl/kl_cov': {
    aggregation: 'token-mean',
    covRatio: 0.0002,
    klCoef: 0.1,
    lengthEpsilon: 1e-8,
  },
  'verl/geo_mean': { ...CLIP, aggregation: 'seq-mean-token-mean', meanEpsilon: 1e-8 },
  'verl/cispo': { ...verl, maxLogRatio: 20 },
  'verl/dro': { aggregation: 'token-mean', lengthEpsilon: 1e-8 },
  'verl/kl': { aggregation: 'token-mean', klType: 'k3', klCap: 10, lengthEpsilon: 1e-8 },
  'trl/grpo': { ...trl, aggregation: 'seq-mean-token-mean' },
  'trl/bnpo': { ...trl, aggregation: 'token-mean' },
  'trl/dr_grpo': { ...trl, aggregation: 'seq-mean-token-sum-norm' },
  'trl/dapo': { ...trl, aggregation: 'token-mean' },
  // Unset, the bound is epsilon, which no ratio near 1 passes; the documented one is 5.
  'trl/cispo': { epsClip: Infinity, epsClipHigh: 4, aggregation: 'token-mean' },
  'trl/sapo': { tauPositive: 1, tauNegative: 1.05, aggregation: 'seq-mean-token-mean' },
  'trl/luspo': { ...CLIP, ratioLevel: 'sequence', aggregation: 'seq-mean-token-sum' },
  'trl/vespo': {
    kPositive: 2,
    lambdaPositive: 3,
    kNegative: 3,
    lambdaNegative: 2,
    tisCap: 3,
    aggregation: 'token-mean',
  },
  'trl/gspo': { ...CLIP, ratioLevel: 'sequence', aggregation: 'seq-mean-token-mean' },
  'trl/gspo_token': { ...CLIP, ratioLevel: 'sequence-token', aggregation: 'seq-mean-token-mean' },
  'trl/gmpo': { epsClip: 0.4, epsClipHigh: null, aggregation: 'seq-mean-token-mean' },
  'trl/rloo': { ...CLIP, ratioLevel: 'product', aggregation: 'seq-mean-token-mean' },
  'trl/ppo': { epsClip: 0.2, aggregation: 'token-mean' },
  'trl/a2po': { beta: 1e-3, aggregation: 'seq-mean-token-mean' },
  'skyrl/regular': skyrl,
  'skyrl/dual_clip': { ...skyrl, dualClip: 3 },
  'skyrl/gspo': { ...skyrl, maxLogRatio: 10 },
  'skyrl/cispo': { ...skyrl, epsClip: 1, epsClipHigh: 4, ratioTo: 'old' },
  'skyrl/rollout_is': { ...skyrl, ratioTo: 'rollout', beyond: 'zero' },
  'skyrl/clip_cov': {
    ...CLIP,
    aggregation: 'token-sum',
    covRatio: 0.0002,
    covLow: 1,
    covHigh: 5,
  },
  'skyrl/kl_cov': { aggregation: 'token-sum', covRatio: 0.2, klCoef: 1 },
  'skyrl/sapo': { aggregation: 'token-sum', tauPositive: 1, tauNegative: 1.05, maxLogRatio: 20 },
  'skyrl/cross_entropy': { aggregation: 'token-sum' },
  'skyrl/importance_sampling': { aggregation: 'token-sum' },
  'skyrl/dppo_tv': skyrlDppo,
  'skyrl/dppo_kl': skyrlDppo,
  'oat/grpo': { ...oat, aggregation: 'seq-mean-token-mean' },
  'oat/drgrpo': { ...oat, aggregation: 'seq-mean-token-sum-norm' },
  'oat/reinforce': { klBeta: 0.1, klType: 'k3', aggregation: 'seq-mean-token-sum-norm' },
  'tunix/grpo': { ...tunix, maxLogRatio: 20 },
  'tunix/gspo-token': tunix,
  'tunix/ppo': { ...CLIP, dualClip: null, aggregation: 'token-mean' },
  'prime-rl/default': { ...prime, deltaLow: 0.2, deltaHigh: 0.2 },
  'prime-rl/ipo': { ...prime, threshold: 0.1 },
  'prime-rl/ref_kl': { ...prime, threshold: 0.2 },
  'prime-rl/ce': { aggregation: 'token-sum' },
  'art/cispo': { epsClip: 1, epsClipHigh: 4 },
  'art/ppo': CLIP,
  'open-instruct/dapo': { ...openInstruct, epsClip: 0.2 },
  'open-instruct/cispo': { ...openInstruct, epsClip: 1 },
  'nemo-rl/clipped_pg': { ...nemo, ...CLIP, dualClip: null, lengthEpsilon: 1e-8 },
  'nemo-rl/gspo': {
    ...nemo,
    ...CLIP,
    aggregation: 'seq-mean-token-mean',
    lengthEpsilon: 1e-8,
  },
  // The range of its paper, as recorded; the common one of the configuration would hold nearly all.
  'nemo-rl/cispo': { ...nemo, epsClip: 1, epsClipHigh: 4 },
  'nemo-rl/reinforce': { ...nemo, lengthEpsilon: 1e-8 },
  'areal/ppo': { ...CLIP, dualClip: null, ratioLevel: 'token', aggregation: 'token-mean' },
  'areal/sapo': { tauPositive: 1, tauNegative: 1.05, aggregation: 'token-mean' },
  'areal/cispo': { epsClip: 1, epsClipHigh: 4, aggregation: 'token-mean' },
  'easyr1/default': { ...easyr1, dualClip: 3, maxLogRatio: 20 },
  'easyr1/gspo': { ...easyr1, dualClip: 3, maxLogRatio: 20 },
  'easyr1/gspo_token': { ...easyr1, dualClip: 3, maxLogRatio: 20 },
  'easyr1/cispo': easyr1,
  'easyr1/sapo': {
    tauPositive: 1,
    tauNegative: 1.05,
    maxLogRatio: 20,
    aggregation: 'token-mean',
    lengthEpsilon: 1e-8,
  },
  'agent-lightning/per_rollout_mean': {
    ...CLIP,
    dualClip: 3,
    maxLogRatio: 20,
    aggregation: 'group-mean-token-mean',
  },
  'ms-swift/sdar': { gateBeta: 5, aggregation: 'token-mean' },
  'openrlhf/ppo': {
    ...CLIP,
    dualClip: null,
    maxLogRatio: 20,
    aggregation: 'token-mean',
    lengthEpsilon: 1e-8,
  },
  'openrlhf/gspo': { ...CLIP, aggregation: 'seq-mean-token-mean', lengthEpsilon: 1e-8 },
  'slime/grpo': { ...slime, dualClip: null },
  'slime/rollout_mean': { ...slime, aggregation: 'group-mean-token-mean' },
  'slime/per_token': { ...slime, aggregation: 'token-sum' },
  'slime/gspo': slime,
  'slime/cispo': slime,
  'slime/opsm': {
    ...slime,
    rejects: [
      {
        of: 'ratio',
        by: 'sequence',
        between: 'current/old',
        low: Math.exp(-1e-4),
        negativeOnly: true,
      },
    ],
  },
};

/** The options of a record that are not what the framework does anyway: all others are left to the preset. */
export function beyondDefaults<T extends Defaults>(loss: string, options: T): Partial<T> {
  const defaults = lossDefaults[loss] ?? {};
  const kept = Object.entries(options).filter(([name, value]) => {
    if (!Object.hasOwn(defaults, name)) return true;
    const same = defaults[name];
    // As far above as below.
    if (name === 'epsClipHigh' && same === null) return value !== null && value !== options.epsClip;
    return (
      JSON.stringify(value) !== JSON.stringify(same) ||
      !Object.is(isInfinite(value), isInfinite(same))
    );
  });
  return Object.fromEntries(kept) as Partial<T>;
}

const isInfinite = (value: unknown): boolean => value === Infinity;
