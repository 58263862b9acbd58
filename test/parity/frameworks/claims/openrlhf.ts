import { openrlhfPresets } from '../../../../ts/estimators/presets/openrlhf.ts';
import { overlongPenalty } from '../../../../ts/estimators/shaping/overlong-penalty.ts';
import { truncatedReward } from '../../../../ts/estimators/shaping/truncated-reward.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenSpec, TokenStep } from '../../../../ts/estimators/token/token-spec.ts';
import type { Claim, FrameworkClaims } from '../claim.ts';
import { largest } from '../compare-fields.ts';
import { cancelsInFloat32 } from '../float32.ts';
import { squaresOverflowFloat32 } from '../float32-groups.ts';
import { padded } from '../padded.ts';
import { tokenSpec } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

/** What the records were made with. */
const MAX_NEW_TOKENS = 20;

interface Args {
  readonly estimator: string;
  readonly gamma: number;
  readonly lambd: number;
  readonly kl_coef: number;
  readonly no_std_norm: boolean;
  readonly clip_range: readonly [number, number] | null;
  readonly overlong_buffer_len: number | null;
  readonly overlong_penalty_factor: number;
  readonly stop_properly_penalty_coef: number | null;
}

const argsOf = (record: FrameworkRecord): Args => record.args as unknown as Args;
const isWhitened = ({ estimator }: Args): boolean =>
  ['reinforce', 'reinforce_baseline', 'gae'].includes(estimator);

/** Rewards less what a long or truncated response loses. */
function shapedRewards(record: FrameworkRecord): Float64Array {
  const { response_length, truncated } = record.inputs as {
    response_length: number[];
    truncated: number[];
  };
  const args = argsOf(record);
  return numbers(record.inputs.rewards).map((reward, i) => {
    const penalty =
      args.overlong_buffer_len === null
        ? 0
        : overlongPenalty(response_length[i] as number, {
            maxLength: MAX_NEW_TOKENS,
            buffer: args.overlong_buffer_len,
            factor: args.overlong_penalty_factor,
          });
    const coefficient = args.stop_properly_penalty_coef;
    if (coefficient === null || truncated[i] !== 1) return reward + penalty;
    return truncatedReward(reward + penalty, coefficient);
  });
}

const REWARD: AdvantageSpec = {
  baseline: { kind: 'none' },
  scale: { kind: 'none' },
  singleton: 'member',
};

function specOf(record: FrameworkRecord): TokenSpec {
  const args = argsOf(record);
  const variant = args.no_std_norm && isWhitened(args) ? 'no_std_norm=True' : undefined;
  const { rewards = [], credit, ...rest } = tokenSpec(openrlhfPresets, args.estimator, variant);
  const discounts = ['reinforce', 'gae'].includes(args.estimator);
  const post = args.clip_range
    ? [{ kind: 'clip', low: args.clip_range[0], high: args.clip_range[1] } as const]
    : [];
  const step = (known: TokenStep): TokenStep => {
    if (known.kind === 'kl') return { ...known, coefficient: Math.max(args.kl_coef, 0) };
    if (known.kind !== 'outcome') return known;
    return { ...known, spec: { ...(known.spec ?? REWARD), post } };
  };
  return {
    ...rest,
    rewards: rewards.map(step),
    credit: {
      ...credit,
      gamma: discounts ? args.gamma : 1,
      ...(credit.kind === 'gae' && { lambda: args.lambd }),
    } as TokenSpec['credit'],
  };
}

function run(
  record: FrameworkRecord,
  spec: TokenSpec,
): { advantages: Float64Array; returns: Float64Array } {
  const { rows, columns, mask } = padded(record);
  const size = record.inputs.n_samples_per_prompt as number;
  // The divergence is given: that of log-probabilities from 0.
  const kl = numbers(record.inputs.kl);
  return runTokenSpec(spec, {
    offsets: Array.from({ length: rows + 1 }, (_, row) => row * columns),
    mask,
    outcomes: shapedRewards(record),
    groups: Array.from({ length: rows }, (_, row) => Math.floor(row / size)),
    logprobs: kl,
    refLogprobs: kl.map(() => 0),
    values: numbers(record.inputs.values),
  });
}

/** What is divided into the advantages of a record: by the std of tokens or, in group_norm, of a group, less the KL. */
function undivided(
  record: FrameworkRecord,
  ours: Readonly<Record<string, unknown>>,
): Record<string, Float64Array> {
  const spec = specOf(record);
  if (record.args.estimator !== 'group_norm') {
    const post = (spec.post ?? []).map((step) => ({ ...step, divide: false }) as TokenStep);
    return { advantages: run(record, { ...spec, post }).advantages };
  }
  const rewards = (spec.rewards ?? []).filter(({ kind }) => kind === 'outcome');
  const centred = rewards.map((step) =>
    step.kind === 'outcome' && step.spec
      ? { ...step, spec: { ...step.spec, scale: { kind: 'none' } as const } }
      : step,
  );
  const scaled = run(record, { ...spec, rewards }).advantages;
  const residuals = run(record, { ...spec, rewards: centred }).advantages;
  const before = (results: Float64Array): Float64Array =>
    results.map((x, i) => (x * (residuals[i] as number)) / (scaled[i] as number));
  return {
    advantages: before(ours.advantages as Float64Array),
    returns: before(ours.returns as Float64Array),
  };
}

const advantages: Claim = {
  proves: ['reinforce', 'rloo', 'reinforce_baseline', 'group_norm', 'dr_grpo', 'gae'].map(
    (name) => `openrlhf/${name}`,
  ),
  run: (record) => ({ ...run(record, specOf(record)) }),
  leftOut: {
    return_sum: 'what it logs: the sum of token rewards, KL of untrained tokens included',
    group_reward_std: 'what it logs',
  },
  magnitude: (record) =>
    isWhitened(argsOf(record)) || argsOf(record).estimator === 'group_norm'
      ? Math.max(1, largest(numbers(record.inputs.kl)))
      : largest(shapedRewards(record)),
  differences: [
    {
      rule: 'b2 groups of one',
      because:
        'Without a second member there is no baseline: its function gives 0 or NaN where its command line refuses; ours refuses.',
      applies: ({ inputs, args }) =>
        inputs.n_samples_per_prompt === 1 && !['reinforce', 'gae'].includes(String(args.estimator)),
    },
    squaresOverflowFloat32(['rewards']),
    cancelsInFloat32(['rewards', 'values', 'kl'], undivided),
  ],
};

export const openrlhfClaims: FrameworkClaims = {
  framework: 'openrlhf',
  functions: { advantages },
};
