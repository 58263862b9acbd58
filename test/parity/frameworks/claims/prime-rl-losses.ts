import { type LossPart, mixLosses } from '../../../../ts/losses/mix-losses.ts';
import type { FlatTokens } from '../../../../ts/losses/token-input.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { type AnyLossOptions, lossFields } from '../loss-records.ts';
import { type FrameworkRecord, numbers, rows } from '../records.ts';

type Config = Readonly<Record<string, number>> | null;

const batchOf = (record: FrameworkRecord): FlatTokens =>
  rows(record, {
    logprobs: 'new',
    rolloutLogprobs: 'rollout',
    refLogprobs: 'ref',
    advantages: 'adv_tok',
  });

const optionsOf: Readonly<Record<string, (config: Config) => AnyLossOptions>> = {
  default: (config) => ({
    deltaLow: config?.dppo_mask_low as number,
    deltaHigh: config?.dppo_mask_high as number,
    logRatioPenalty: config?.kl_tau as number,
  }),
  ipo: (config) => ({
    threshold: config?.ipo_threshold as number,
    logRatioPenalty: config?.kl_tau as number,
  }),
  ref_kl: () => ({}),
  ce: () => ({}),
};

/** Names there, names here. */
const metricsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  default: {
    is_masked: 'clip_fraction',
    is_masked_low: 'clip_fraction_low',
    is_masked_high: 'clip_fraction_high',
  },
  ipo: { is_masked: 'clip_fraction' },
  ref_kl: { 'ref_kl/is_masked': 'clip_fraction', ref_kl: 'ref_gap' },
  ce: { nll: 'entropy' },
};

const LOGGED = 'the mismatch of tokens inside and outside of the region, which it logs';

const tokenLoss: Claim = {
  proves: [
    'loss:prime-rl/default',
    'loss:prime-rl/ipo',
    'loss:prime-rl/ref_kl',
    'loss:prime-rl/ce',
  ],
  run: (record) => {
    const { args, inputs } = record;
    const [name, config] = [args.loss as string, args.config as Config];
    const batch = batchOf(record);
    const tau = config?.adv_tau ?? 1;
    const tokens = {
      ...batch,
      advantages: Float64Array.from(batch.advantages as ArrayLike<number>, (a) => tau * a),
      ...(args.weighted === true && { weights: numbers(inputs.weights) }),
    };
    const options = optionsOf[name]?.(config) ?? {};
    const call = { loss: `prime-rl/${name}`, tokens, options } as const;
    return lossFields(call, metricsOf[name], { gradient: 'grad' });
  },
  leftOut: {
    'metrics.masked_*': LOGGED,
    'metrics.unmasked_*': LOGGED,
    'metrics.ref_kl/masked_*': LOGGED,
    'metrics.ref_kl/unmasked_*': LOGGED,
  },
};

/** The three components, each with the tokens and weights of its own stream. */
function partsOf(record: FrameworkRecord, mask: ArrayLike<number>): LossPart[] {
  const streams = record.inputs.streams as Readonly<Record<string, number[][] | null>>;
  return [
    { stream: 'rl', loss: 'prime-rl/default', within: Array.from(mask) },
    { stream: 'ce', loss: 'prime-rl/ce', within: null },
    { stream: 'ref_kl', loss: 'prime-rl/ref_kl', within: null },
  ].flatMap(({ stream, loss, within }): LossPart[] => {
    const weights = streams[stream]?.flat();
    if (weights === undefined && within === null) return [];
    const scale = 1 / (record.args[`${stream}_scale`] as number);
    const own = weights?.map((weight, i) => Number(weight !== 0) * (within?.[i] ?? 1));
    return [{ loss, scale, mask: own ?? within ?? [], ...(weights && { weights }) }];
  });
}

const packedLoss: Claim = {
  proves: ['mixLosses', 'loss:prime-rl/default', 'loss:prime-rl/ce', 'loss:prime-rl/ref_kl'],
  run: (record) => {
    const { mask, ...tokens } = batchOf(record);
    const { offsets } = tokens;
    // Cross-entropy and distillation also train tokens that are no actions.
    const { loss, dLogprobs } = mixLosses(tokens, partsOf(record, mask as ArrayLike<number>));
    return {
      loss,
      grad: Array.from({ length: offsets.length - 1 }, (_, row) =>
        dLogprobs.subarray(offsets[row], offsets[row + 1]),
      ),
    };
  },
  leftOut: { metrics: 'those of each sample and component, which it logs' },
};

export const primeRlLossClaims: FrameworkClaims = {
  framework: 'prime-rl',
  functions: { token_loss: tokenLoss, packed_loss: packedLoss },
};
