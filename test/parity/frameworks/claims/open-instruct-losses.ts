import type { FlatTokens } from '../../../../ts/losses/token-input.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { type AnyLossOptions, lossFields } from '../loss-records.ts';
import { type FrameworkRecord, rows } from '../records.ts';

const KL: readonly AnyLossOptions[] = [
  { klType: 'k1' },
  { klType: 'k2' },
  { klType: 'k3' },
  { klType: 'k1', klRatio: 'token' },
];

const batchOf = (record: FrameworkRecord): FlatTokens =>
  rows(record, {
    logprobs: 'new',
    oldLogprobs: 'old',
    refLogprobs: 'ref',
    rolloutLogprobs: 'rollout',
    advantages: 'adv_tok',
  });

/** What the policy term of each token is multiplied by: rho, held within its bounds, or 0 where it is dropped. */
function rho({ args }: FrameworkRecord, batch: FlatTokens): Float64Array {
  const { offsets, oldLogprobs, rolloutLogprobs, advantages } = batch;
  const mask = Array.from(batch.mask as ArrayLike<number>);
  if (args.use_rho_correction !== true) return new Float64Array(mask.length).fill(1);
  const differences = mask.map((on, i) => {
    const difference = (oldLogprobs?.[i] as number) - (rolloutLogprobs?.[i] as number);
    return on === 0 ? 0 : Math.min(Math.max(difference, -10), 10);
  });
  const bound = (name: string, none: number): number => (args[name] as number) || none;
  const isOut = (value: number): boolean =>
    value < bound('rho_mask_lower_bound', -Infinity) ||
    value > bound('rho_mask_upper_bound', Infinity);
  const [floor, cap] = [
    bound('rho_clamp_lower_bound', 0),
    bound('rho_clamp_upper_bound', Infinity),
  ];
  const weights = new Float64Array(mask.length);
  for (let row = 0; row + 1 < offsets.length; row++) {
    const own = mask
      .map((_, i) => i)
      .slice(offsets[row], offsets[row + 1])
      .filter((i) => mask[i] === 1);
    const mean = (of: (i: number) => number): number =>
      own.reduce((sum, i) => sum + of(i), 0) / own.length;
    const tokenRatio = (i: number): number => Math.exp(differences[i] as number);
    const rowRatio = Math.exp(mean((i) => differences[i] as number));
    const moved = mean((i) => Math.abs(tokenRatio(i) - 1));
    for (const i of own) {
      const ratio = args.rho_mask_sequence_level === true ? rowRatio : tokenRatio(i);
      const isPulled = Math.sign(differences[i] as number) * (advantages?.[i] as number) > 0;
      const isDropped =
        args.rho_mask_tv_divergence === true ? isOut(moved) && isPulled : isOut(ratio);
      weights[i] = isDropped ? 0 : Math.min(Math.max(ratio, floor), cap);
    }
  }
  return weights;
}

const LOGGED = 'of single tokens, before they are added up';

const grpoLoss: Claim = {
  proves: ['loss:open-instruct/dapo', 'loss:open-instruct/cispo'],
  run: (record) => {
    const { args } = record;
    const batch = batchOf(record);
    const isCispo = args.loss_fn === 'cispo';
    const { loss, grad } = lossFields(
      {
        loss: `open-instruct/${args.loss_fn as string}`,
        tokens: { ...batch, weights: rho(record, batch) },
        options: {
          ...(!isCispo && { epsClip: args.clip_lower as number }),
          epsClipHigh: args.clip_higher as number,
          klBeta: args.beta as number,
          ...KL[args.kl_estimator as number],
          ...(args.denominator !== null && { aggregation: 'token-sum' }),
        },
        times: args.denominator === null ? 1 : 1 / (args.denominator as number),
      },
      {},
      { gradient: 'grad' },
    );
    return { masked_mean_of_pg_plus_beta_kl: loss, grad };
  },
  differences: [
    {
      rule: 'far from the reference',
      because: 'It holds the log ratio to the reference within ±40; ours takes it as it is.',
      applies: (record) => {
        const { logprobs, refLogprobs } = batchOf(record);
        const isFar = Array.from(logprobs).some(
          (logprob, i) => Math.abs(logprob - (refLogprobs?.[i] as number)) > 40,
        );
        return isFar && (record.args.beta as number) > 0;
      },
    },
    {
      rule: 'no token is trained',
      because: 'The gradient of the loss 0 that it chooses then is NaN; ours is 0.',
      applies: (record) => Array.from(batchOf(record).mask as ArrayLike<number>).every((on) => !on),
      within: () => ({ grad: Infinity }),
    },
  ],
  leftOut: {
    per_token_pg_loss: LOGGED,
    per_token_kl: LOGGED,
    clipfrac: LOGGED,
    rho_weights: 'the correction of the sampler, which is given as the weights of the batch',
    'rho_metrics*': 'of the correction of the sampler, which it logs',
  },
};

export const openInstructLossClaims: FrameworkClaims = {
  framework: 'open-instruct',
  functions: { grpo_loss: grpoLoss },
};
