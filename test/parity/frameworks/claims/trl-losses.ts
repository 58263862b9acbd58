import { klLoss } from '../../../../ts/losses/kl-loss.ts';
import { mixLosses } from '../../../../ts/losses/mix-losses.ts';
import type { RejectRule } from '../../../../ts/losses/rejection.ts';
import { runLoss } from '../../../../ts/losses/run-loss.ts';
import { topEntropyMask } from '../../../../ts/losses/top-entropy.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import { beyondDefaults } from '../loss-defaults.ts';
import {
  type AnyLossOptions,
  hasEmptyRow,
  type LossCall,
  numRows,
  rowMetrics,
} from '../loss-records.ts';
import { type FrameworkRecord, numbers, rows } from '../records.ts';
import { a2poLoss, ppoLoss } from '../trl-experimental.ts';

const ACROSS_STEPS: readonly unknown[] = ['cispo', 'dapo', 'vespo'];

/** What the framework got as π_old, and what the sampler's ratios were made of. */
function batchOf(record: FrameworkRecord) {
  const { args, inputs } = record;
  const { advantages, ...others } = rows(record, {
    logprobs: 'new',
    oldLogprobs: args.old === false ? 'new' : 'old',
    ...('ref' in inputs && { refLogprobs: 'ref' }),
    ...('rollout' in inputs && { rolloutLogprobs: 'rollout' }),
    ...('entropy' in inputs && { entropies: 'entropy' }),
    ...('adv_tok' in inputs && { advantages: 'adv_tok' }),
  });
  const perToken = args.per_token_advantages === true && { advantages: advantages as Float64Array };
  return { ...others, ...(perToken || { sequenceAdvantages: numbers(inputs.adv) }) };
}

/** The sampler's ratios of a record whose call had no π_old. */
function ratiosWithoutOld({ args, inputs }: FrameworkRecord) {
  if (args.use_vllm !== true || args.old !== false || args.loss_type === 'vespo') return {};
  const rollout = numbers(inputs.rollout);
  const weights = numbers(inputs.old).map((old, i) => {
    return Math.min(Math.exp(old - (rollout[i] as number)), 3);
  });
  return { weights };
}

function optionsOf(
  record: FrameworkRecord,
  tokens: { offsets: ArrayLike<number> },
): AnyLossOptions {
  const { args } = record;
  const type = args.loss_type as string;
  const high = args.epsilon_high as number;
  const delta = args.off_policy_mask_threshold as number | null;
  const between = args.use_vllm === true ? 'current/rollout' : 'current/old';
  const offPolicy: RejectRule[] =
    delta === null
      ? []
      : [{ of: 'ratio', by: 'sequence', between, low: Math.exp(-delta), negativeOnly: true }];
  const corrected = args.use_vllm === true && args.old !== false;
  return {
    totals: {
      sequences: tokens.offsets.length - 1,
      ...(ACROSS_STEPS.includes(type) && {
        tokens: Math.max(args.num_items_in_batch as number, 1),
      }),
    },
    normLength: args.max_completion_length as number,
    ...(type === 'cispo'
      ? { epsClipHigh: high - 1 }
      : { epsClip: args.epsilon_low as number, epsClipHigh: high }),
    ...(type !== 'vespo' && { ratioLevel: levelOf(record) }),
    ...(['grpo', 'bnpo', 'dr_grpo', 'dapo', 'luspo'].includes(type) && { ratioCap: args.delta }),
    ...(type === 'vespo' && { toSampler: args.use_vllm === true }),
    ...(corrected && type !== 'vespo' && { tisMode: 'token', tisCap: 3 }),
    rejects: offPolicy,
    klBeta: args.beta as number,
    ...(args.use_bias_correction_kl === true && {
      klRatio: levelOf(record) as 'token' | 'sequence',
    }),
    topEntropy: args.top_entropy_quantile as number,
  };
}

function levelOf({ args }: FrameworkRecord): string {
  const level = args.importance_sampling_level as string;
  return level === 'sequence_token' ? 'sequence-token' : level;
}

/** TRL's fractions of tokens, or of rows where a row has one ratio; extremes are of rows. */
function clipMetrics(call: LossCall, byRow: boolean): Record<string, number> {
  const metrics = rowMetrics(call);
  const all = runLoss(call.loss, call.tokens, beyondDefaults(call.loss, call.options)).metrics;
  const ofRows = (name: string): number[] =>
    metrics.flatMap((row) => (row === null ? (byRow ? [0] : []) : [row[name] as number]));
  const mean = (name: string): number =>
    byRow
      ? ofRows(name).reduce((sum, value) => sum + value, 0) / metrics.length
      : (all[name] as number);
  const [low, high] = [ofRows('clip_fraction_low'), ofRows('clip_fraction_high')];
  return {
    'clip_ratio/low_mean': mean('clip_fraction_low'),
    'clip_ratio/high_mean': mean('clip_fraction_high'),
    'clip_ratio/region_mean': mean('clip_fraction_low') + mean('clip_fraction_high'),
    'clip_ratio/low_min': low.length === 0 ? Number.NaN : Math.min(...low),
    'clip_ratio/high_max': high.length === 0 ? Number.NaN : Math.max(...high),
  };
}

/** With the ratio of sequences TRL's GRPO is its GSPO, and the token form of that in its experimental trainer. */
function presetOf(record: FrameworkRecord): string {
  const type = record.args.loss_type as string;
  if (type !== 'grpo') return `trl/${type}`;
  const level = levelOf(record);
  return level === 'token' ? 'trl/grpo' : level === 'sequence' ? 'trl/gspo' : 'trl/gspo_token';
}

const CLIPPED: readonly unknown[] = ['grpo', 'bnpo', 'dr_grpo', 'dapo', 'luspo'];

function grpoLoss(nameOf: (record: FrameworkRecord) => string): Claim['run'] {
  return (record) => {
    const { args } = record;
    const tokens = { ...batchOf(record), ...ratiosWithoutOld(record) };
    const options = optionsOf(record, tokens);
    const call = { loss: nameOf(record), tokens, options };
    const accumulated = args.gradient_accumulation_steps as number;
    const times = ACROSS_STEPS.includes(args.loss_type) ? 1 : 1 / accumulated;
    const settings = beyondDefaults(call.loss, options);
    const { loss, dLogprobs, metrics } = runLoss(call.loss, tokens, settings);
    const byRow =
      args.importance_sampling_level === 'sequence' && args.per_token_advantages !== true;
    const plain = { ...call, options: { ...options, rejects: [], tisMode: null, topEntropy: 1 } };
    return {
      loss: times * (loss - entropyBonus(record, call, metrics)),
      grad: dLogprobs.map((slope) => times * slope),
      metrics: {
        ...(args.beta !== 0 && { kl: metrics.kl }),
        ...(CLIPPED.includes(args.loss_type) && clipMetrics(plain, byRow)),
        ...(args.entropy_coef !== 0 && { policy_loss: loss }),
      },
    };
  };
}

/** The mean over the tokens that take part, or, where a loss is over the whole step, their share of it. */
function entropyBonus(
  { args }: FrameworkRecord,
  { loss, tokens, options }: LossCall,
  metrics: Readonly<Record<string, number>>,
): number {
  const entropyCoef = args.entropy_coef as number;
  if (entropyCoef === 0) return 0;
  const kept = (metrics.top_entropy_fraction ?? 1) * (metrics.tokens as number);
  const own = ACROSS_STEPS.includes(args.loss_type) ? options.totals?.tokens : Math.max(kept, 1);
  const aggregation = 'token-mean' as const;
  const totals = { tokens: own as number };
  const given = runLoss(loss, tokens, { ...options, aggregation, totals, entropyCoef });
  return given.metrics.entropy_bonus as number;
}

const hasPadding = ({ inputs }: FrameworkRecord): boolean =>
  numbers(inputs.mask).some((on) => on === 0);

const overPadding: Difference = {
  rule: 'LUSPO with losses of tokens',
  because:
    'TRL takes the mean over rows and columns, padding too, so tokens count less (surprise b8); ours is the sum of a row’s tokens, the mean over rows',
  applies: (record) => {
    const { args } = record;
    const ofTokens =
      args.importance_sampling_level !== 'sequence' ||
      args.beta !== 0 ||
      args.use_vllm === true ||
      args.top_entropy_quantile !== 1;
    return args.loss_type === 'luspo' && ofTokens && hasPadding(record);
  },
};

const paddedRatios: Difference = {
  rule: 'VESPO with a sampler of its own, and padding',
  because:
    'TRL adds up the sampler’s ratios at padding, too (surprise b8); ours reads trained tokens',
  applies: (record) => {
    const { args } = record;
    return args.loss_type === 'vespo' && args.use_vllm === true && hasPadding(record);
  },
};

const withoutOld: Difference = {
  rule: 'VESPO corrected for a sampler, without π_old',
  rare: true,
  because:
    'the recorded call hands over ratios of another π_old than the policy itself; TRL always has π_old with vLLM',
  applies: ({ args }) => args.loss_type === 'vespo' && args.use_vllm === true && args.old === false,
};

const ONE_COLUMN = Object.fromEntries(
  ['low_mean', 'high_mean', 'region_mean', 'low_min', 'high_max']
    .map((name) => `metrics.clip_ratio/${name}`)
    .concat('metrics.kl')
    .map((name) => [name, Infinity]),
);

const oneColumn: Difference = {
  rule: 'one column, and a row without a trained token',
  because: 'TRL takes one column for one number a row, so its metrics have the row’s padding, too',
  rare: true,
  applies: (record) => {
    const { shape } = record.inputs.mask as { shape: readonly number[] };
    return shape[1] === 1 && hasEmptyRow(record);
  },
  within: () => ONE_COLUMN,
};

/** Rows without a token count as if their ratio were 1: the loss is off by their advantages, and nothing else is. */
function emptyRows(
  rule: string,
  because: string,
  maskOf: (record: FrameworkRecord) => ArrayLike<number>,
): Difference {
  const off = (record: FrameworkRecord): number => {
    const mask = Array.from(maskOf(record));
    const [height, columns] = (record.inputs.mask as { shape: readonly [number, number] }).shape;
    const advantages = numbers(record.inputs.adv);
    const accumulated = (record.args.gradient_accumulation_steps as number | undefined) ?? 1;
    const lost = advantages.filter((_, row) =>
      mask.slice(row * columns, (row + 1) * columns).every((on) => on === 0),
    );
    return Math.abs(lost.reduce((sum, advantage) => sum + advantage, 0)) / height / accumulated;
  };
  return {
    rule,
    because,
    applies: (record) => off(record) > 0,
    within: (record) => ({
      loss: off(record) * (1 + 1e-5) + 1e-6,
      ...(oneColumn.applies(record) && ONE_COLUMN),
    }),
  };
}

const NOT_OURS = {
  'metrics.entropy': 'the mean of what was handed over',
  'metrics.entropy_coef': 'an argument',
};

const gmpo: Claim['run'] = (record) => {
  const { args } = record;
  const tokens = batchOf(record);
  const totals = { sequences: numRows(tokens) };
  const epsilons = {
    epsClip: args.epsilon_low as number,
    epsClipHigh: args.epsilon_high as number,
  };
  const options = { ...epsilons, totals, aggregation: 'seq-mean-token-mean' } as const;
  const top = args.top_entropy_quantile as number;
  const times = 1 / (args.gradient_accumulation_steps as number);
  const beta = args.beta as number;
  const { loss, dLogprobs } = mixLosses(tokens, [
    {
      loss: 'trl/gmpo',
      options: beyondDefaults('trl/gmpo', options),
      mask: topEntropyMask(tokens, top),
    },
    { loss: 'kl', options: { totals, aggregation: 'seq-mean-token-mean' }, scale: beta },
  ]);
  const call = { loss: 'trl/gmpo', tokens, options };
  return {
    loss: times * loss,
    grad: dLogprobs.map((slope) => times * slope),
    metrics: {
      ...(beta !== 0 && { kl: klLoss(tokens).metrics.kl }),
      ...clipMetrics(call, false),
    },
  };
};

export const trlLossClaims: FrameworkClaims = {
  framework: 'trl',
  functions: {
    grpo_loss: {
      proves: ['grpo', 'bnpo', 'dr_grpo', 'dapo', 'cispo', 'sapo', 'luspo', 'vespo', 'gspo'].map(
        (name) => `loss:trl/${name}`,
      ),
      run: grpoLoss(presetOf),
      leftOut: {
        ...NOT_OURS,
        'metrics.cispo_clip_ratio':
          'counts ratios above the bound where A > 0; ours, all that are held',
        'metrics.vespo/phi_seq_mean': 'the mean over rows; ours is over tokens',
      },
      differences: [overPadding, paddedRatios, withoutOld, oneColumn],
    },
    gspo_token_loss: {
      proves: 'loss:trl/gspo_token',
      run: grpoLoss(presetOf),
      leftOut: { 'metrics.entropy': NOT_OURS['metrics.entropy'] },
      differences: [oneColumn],
    },
    gmpo_loss: {
      proves: 'loss:trl/gmpo',
      run: gmpo,
      leftOut: { 'metrics.entropy': NOT_OURS['metrics.entropy'] },
      differences: [
        emptyRows(
          'a row without a token that takes part',
          'TRL adds minus its advantage to the loss, as the mean of no ratio is 1; ours is 0',
          (record) => topEntropyMask(batchOf(record), record.args.top_entropy_quantile as number),
        ),
      ],
    },
    rloo_loss: {
      proves: 'loss:trl/rloo',
      run: (record) => {
        const tokens = batchOf(record);
        const { args } = record;
        const options = {
          epsClip: args.epsilon_low as number,
          epsClipHigh: args.epsilon_high as number,
          totals: { sequences: numRows(tokens) },
        };
        const { loss, dLogprobs } = runLoss(
          'trl/rloo',
          tokens,
          beyondDefaults('trl/rloo', options),
        );
        const call = { loss: 'trl/rloo', tokens, options };
        return { loss, grad: dLogprobs, metrics: clipMetrics(call, true) };
      },
      leftOut: { 'metrics.entropy': NOT_OURS['metrics.entropy'] },
      differences: [
        emptyRows(
          'a row without a trained token',
          'TRL adds minus its advantage to the loss, as the product of no ratios is 1; ours is 0',
          ({ inputs }) => numbers(inputs.mask),
        ),
      ],
    },
    ppo_loss: ppoLoss,
    a2po_loss: a2poLoss,
  },
};
