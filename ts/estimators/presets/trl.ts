import { laidOutLater } from '../../types/laid-out-later.ts';
import type { AdvantageSpec, StdSpec } from '../spec/advantage-spec.ts';
import type { TokenSpec, TokenStep } from '../token/token-spec.ts';
import { centredInGroup, stdOfGroup } from './parts.ts';
import type { FrameworkPresets } from './preset.ts';

const GRPO = 'trl/trainer/grpo_trainer.py GRPOTrainer._generate_and_score_completions';

/** The presets of TRL. */
export const trlPresets: FrameworkPresets = /* @__PURE__ */ laidOutLater({
  framework: 'trl',
  repository: 'huggingface/trl',
  version: 'f2cd57710, 2026-07-24',
  presets: (): FrameworkPresets['presets'] => {
    /** Of one scorable trajectory there is no std, and no advantage. */
    const std = {
      ddof: 1,
      epsilon: 1e-4,
      epsilonPlace: 'outside',
      tooFew: 'zero',
    } as const satisfies StdSpec;
    /** What no reward function scored is in no statistic and gets 0. */
    const centred = {
      columns: { combine: 'sum', missing: 'skip' },
      missing: 'exclude',
      ...centredInGroup,
      singleton: 'zero',
    } as const satisfies AdvantageSpec;
    const grpo = {
      ...centred,
      scale: { ...std, kind: 'std', scope: 'group', of: 'values' },
    } as const satisfies AdvantageSpec;
    const rloo = {
      ...centred,
      baseline: { kind: 'leave-one-out' },
      singleton: 'exclude',
    } as const satisfies AdvantageSpec;
    const kl = { kind: 'kl', estimator: 'k1', coefficient: 0.05 } as const satisfies TokenStep;
    const statistics = { ddof: 1, epsilon: 1e-8, epsilonPlace: 'inside' } as const;
    const whiten = { kind: 'whiten', ...statistics, few: 'refuse' } as const satisfies TokenStep;
    const ppo = {
      level: 'token',
      rewards: [kl],
      credit: { kind: 'gae', gamma: 1, lambda: 0.95, masked: 'walk' },
      post: [whiten, { kind: 'mask' }],
      missing: 'propagate',
    } as const satisfies TokenSpec;
    return {
      grpo: {
        title: 'GRPO',
        source: GRPO,
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs:
          'The sample std and an epsilon of 1e-4. A completion that no reward function scored is left out of mean and std and gets 0.',
        deviates: 'Infinities stay what they are; TRL makes the largest float32 of them.',
        spec: grpo,
        variants: {
          'scale_rewards=batch': {
            ...centred,
            scale: { ...std, kind: 'std', scope: 'pool', of: 'values' },
          },
          'scale_rewards=none': centred,
        },
      },
      gdpo: {
        title: 'GDPO',
        source: GRPO,
        paper: 'arXiv:2601.05242',
        evidence: 'ran',
        differs:
          'multi_objective_aggregation=normalize_then_sum: an epsilon of 1e-4 at both stages; what a reward function did not score is left out of its column. Each trajectory counts once at the last stage.',
        deviates: 'Infinities stay what they are; TRL makes the largest float32 of them.',
        spec: {
          ...grpo,
          columns: { combine: 'normalize-then-sum', missing: 'skip' },
          post: [{ ...std, kind: 'whiten', recentre: true }],
        },
      },
      rloo: {
        title: 'RLOO',
        source: 'trl/trainer/rloo_trainer.py RLOOTrainer._generate_and_score_completions',
        paper: 'arXiv:2402.14740',
        evidence: 'ran',
        differs:
          'The others are those that were scored; a group of one gets 0. Rewards may be clipped, then lose beta (0.05) times the KL of their sequence.',
        deviates: 'Infinities stay what they are; TRL makes the largest float32 of them.',
        spec: rloo,
        variants: {
          'normalize_advantages=True': {
            ...rloo,
            post: [{ ...std, kind: 'whiten', recentre: true }],
          },
        },
      },
      async_grpo: {
        title: 'GRPO, asynchronous',
        source: 'trl/experimental/async_grpo/async_rollout_worker.py AsyncRolloutWorker',
        paper: 'arXiv:2402.03300',
        evidence: 'ran',
        differs: 'The population std and an epsilon of 1e-8, in float64; rewards have no weights.',
        spec: {
          ...centred,
          scale: { ...stdOfGroup, ddof: 0, epsilon: 1e-8, epsilonPlace: 'outside' },
        },
      },
      a2po: {
        title: 'A*-PO',
        source: 'trl/experimental/a2po/a2po_trainer.py A2POTrainer._estimate_optimal_values',
        paper: 'arXiv:2505.20686',
        evidence: 'ran',
        differs:
          'TRL estimates the optimal value of a prompt from samples of the reference model beforehand, and regresses on what a reward is above it; here they are one group.',
        spec: {
          baseline: { kind: 'log-mean-exp', temperature: 0.5 },
          scale: { kind: 'none' },
          singleton: 'member',
        },
      },
      ppo: {
        title: 'PPO',
        source: 'trl/experimental/ppo/ppo_trainer.py PPOTrainer.train',
        paper: 'arXiv:1707.06347',
        evidence: 'ran',
        differs:
          'A row ends one token after its last trained one, where there is room: the score and a value stand there, and GAE walks over it. Advantages are whitened over trained tokens.',
        spec: ppo,
        variants: {
          'whiten_rewards=True': {
            ...ppo,
            rewards: [kl, { ...whiten, of: 'all', mean: 'restore' }],
          },
        },
      },
    };
  },
});
