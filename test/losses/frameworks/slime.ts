import type { AggregationFn } from '../../../ts/losses/aggregation.ts';
import type { LossOptions } from '../../../ts/losses/loss-options.ts';
import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import type { Framework, Replay } from './replay.ts';

const KL_TYPES: Readonly<Record<string, LossOptions>> = {
  k1: { klType: 'k1' },
  k2: { klType: 'k2' },
  k3: { klType: 'k3' },
  low_var_kl: { klType: 'k3', klCap: 10 },
};

/** An aggregation of one's own: two samples share their count of tokens; means are added up, not averaged. */
const inPairs: AggregationFn = ({ mask, offsets, trained }) => {
  const weights = new Float64Array(mask.length);
  trained.forEach((count, s) => {
    const divisor = Math.max(count + (trained[s % 2 === 0 ? s + 1 : s - 1] ?? 0), 1);
    for (let i = offsets[s] as number; i < (offsets[s + 1] as number); i++)
      weights[i] = (mask[i] as number) / divisor;
  });
  return weights;
};

function policyLoss(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  if (args.advantage_estimator === 'gspo') return 'ratios by sequence';
  if (args.use_opsm) return 'a mask of off-policy sequences';
  if (args.entropy_coef !== 0) return 'uses of the entropy';
  if (args.use_kl_loss && args.use_unbiased_kl) return 'a KL term with ratios';
  if (args.use_tis && args.tis !== 'tis') return `${args.tis}`;
  if (args.use_tis && args.tis_clip_low !== 0) return 'a correction with a lower bound';
  const batch = rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    refLogprobs: 'ref',
    rolloutLogprobs: 'rollout',
  });
  const byToken = args.calculate_per_token_loss === true;
  const isCispo = args.advantage_estimator === 'cispo';
  return {
    loss: isCispo ? 'cispo' : 'ppo',
    tokens: { ...batch, sequenceAdvantages: numbers(inputs.adv) },
    options: {
      aggregation: byToken
        ? 'token-sum'
        : args.denominators === 'pairs'
          ? inPairs
          : 'seq-mean-token-mean',
      totals: { sequences: 1 },
      epsClip: args.eps_clip as number,
      epsClipHigh: args.eps_clip_high as number,
      dualClip: isCispo ? null : (args.eps_clip_c as number | null),
      klBeta: args.use_kl_loss ? (args.kl_loss_coef as number) : 0,
      ...KL_TYPES[args.kl_loss_type as string],
      ...(args.use_tis === true && { tisMode: 'token', tisCap: args.tis_clip as number }),
    },
    expected: { loss: number(expect.loss), gradient: tokens(expect.grad, batch) },
    tolerance: 1e-5,
  };
}

export const slime: Framework = { file: 'slime.jsonl', functions: { policy_loss: policyLoss } };
