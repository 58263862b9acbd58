import type { AggregationName } from '../../../ts/losses/aggregation.ts';
import {
  type FrameworkRecord,
  number,
  numbers,
  rows,
  tokens,
} from '../../parity/frameworks/records.ts';
import type { Framework, Replay } from './replay.ts';

const AGGREGATIONS: Readonly<Record<string, AggregationName>> = {
  grpo: 'seq-mean-token-mean',
  bnpo: 'token-mean',
  dr_grpo: 'seq-mean-token-sum-norm',
  dapo: 'token-mean',
  cispo: 'token-mean',
};

function grpoLoss(record: FrameworkRecord): Replay {
  const { inputs, args, expect } = record;
  const type = args.loss_type as string;
  const aggregation = AGGREGATIONS[type];
  if (aggregation === undefined) return `loss ${type}`;
  if (args.importance_sampling_level === 'sequence') return 'ratios by sequence';
  if (args.delta !== null && type !== 'cispo') return 'a two-sided clip';
  if (args.off_policy_mask_threshold !== null) return 'a mask of off-policy sequences';
  if (args.top_entropy_quantile !== 1 || args.entropy_coef !== 0) return 'uses of the entropy';
  if (args.beta !== 0 && args.use_bias_correction_kl) return 'a KL term with ratios';
  const given = rows(record, {
    logprobs: 'new',
    oldLogprobs: args.old ? 'old' : 'new',
    refLogprobs: 'ref',
    advantages: 'adv_tok',
  });
  const { advantages, ...others } = given;
  const high = args.epsilon_high as number;
  const isAcrossSteps = type === 'dapo' || type === 'cispo';
  return {
    loss: type === 'cispo' ? 'cispo' : 'ppo',
    tokens: {
      ...others,
      // The correction is recorded as it was made of the old log-probabilities, whatever the ratio is taken to.
      ...(args.use_vllm === true && { weights: correction(record) }),
      ...(args.per_token_advantages
        ? { advantages: advantages as Float64Array }
        : { sequenceAdvantages: numbers(inputs.adv) }),
    },
    options: {
      aggregation,
      // All rows count there, whether or not they have a trained token.
      totals: {
        sequences: given.offsets.length - 1,
        ...(isAcrossSteps && { tokens: Math.max(args.num_items_in_batch as number, 1) }),
      },
      normLength: args.max_completion_length as number,
      // The bound of cispo is a ratio there, and it has no lower one.
      epsClip: type === 'cispo' ? Infinity : (args.epsilon_low as number),
      epsClipHigh: type === 'cispo' ? high - 1 : high,
      klBeta: args.beta as number,
    },
    times: isAcrossSteps ? 1 : 1 / (args.gradient_accumulation_steps as number),
    expected: { loss: number(expect.loss), gradient: tokens(expect.grad, given) },
    tolerance: 1e-5,
  };
}

function correction({ inputs }: FrameworkRecord): Float64Array {
  const rollout = numbers(inputs.rollout);
  return numbers(inputs.old).map((old, i) => Math.min(Math.exp(old - (rollout[i] as number)), 3));
}

export const trl: Framework = { file: 'trl.jsonl', functions: { grpo_loss: grpoLoss } };
