import { slimePresets } from '../../../../ts/estimators/presets/slime.ts';
import type { AdvantageSpec } from '../../../../ts/estimators/spec/advantage-spec.ts';
import { runTokenSpec } from '../../../../ts/estimators/token/run-token-spec.ts';
import type { TokenRows } from '../../../../ts/estimators/token/token-rows.ts';
import type { KlStep, TokenSpec, TokenStep } from '../../../../ts/estimators/token/token-spec.ts';
import { GroupedRewards } from '../../../../ts/kernels/grouped-rewards.ts';
import type { Claim, Difference, FrameworkClaims } from '../claim.ts';
import { largest } from '../compare-fields.ts';
import { cancelsInFloat32 } from '../float32.ts';
import { advantageSpec, estimate, tokenSpec } from '../preset-runs.ts';
import { type FrameworkRecord, numbers } from '../records.ts';

const groupsOf = ({ inputs }: FrameworkRecord): number[][] =>
  (inputs.groups as (number | string)[][]).map((group) => group.map(Number));

/** Which estimators centre what they are given. */
const isNormalized = ({ args }: FrameworkRecord): boolean =>
  args.rewards_normalization === true && args.advantage_estimator !== 'reinforce_plus_plus';

const RAW: AdvantageSpec = {
  baseline: { kind: 'none' },
  scale: { kind: 'none' },
  singleton: 'member',
};

function rewardSpec(record: FrameworkRecord): AdvantageSpec {
  if (!isNormalized(record)) return RAW;
  const { advantage_estimator: estimator, grpo_std_normalization: std } = record.args;
  if (estimator === 'grpo' && std === true) return advantageSpec(slimePresets, 'grpo');
  return advantageSpec(slimePresets, 'grpo', 'grpo_std_normalization=False');
}

function processed(record: FrameworkRecord, spec: AdvantageSpec): { rewards: Float64Array } {
  const hold = isNormalized(record) ? Math.fround : (x: number) => x;
  const groups = groupsOf(record).map((group) => group.map(hold));
  return { rewards: estimate(spec, GroupedRewards.from(groups)) };
}

const rewards: Claim = {
  proves: ['slime/grpo', 'slime/reinforce_plus_plus_baseline'],
  run: (record) => processed(record, rewardSpec(record)),
  magnitude: (record) => (rewardSpec(record).scale.kind === 'none' ? largest(groupsOf(record)) : 1),
  // The list is of doubles that were float32.
  tolerance: (record) => (isNormalized(record) ? 1e-5 : 1e-9),
  differences: [
    {
      rule: 'b3 ragged groups',
      because:
        'Where groups are not all of n_samples_per_prompt, it takes the statistics of the whole batch, or cuts it anew; ours are those of each group.',
      applies: (record) => {
        const size = record.inputs.n_samples_per_prompt as number;
        const isRagged = groupsOf(record).some((group) => group.length !== size);
        return isRagged && isNormalized(record);
      },
    },
    {
      rule: 'b2 groups of one',
      because:
        'A group of one has no sample std, and gets NaN; ours gives 0, as with the std off, which its command line sees to.',
      applies: (record) =>
        record.inputs.n_samples_per_prompt === 1 && rewardSpec(record).scale.kind !== 'none',
    },
    {
      ...cancelsInFloat32(['groups'], (record) =>
        processed(record, advantageSpec(slimePresets, 'grpo', 'grpo_std_normalization=False')),
      ),
      applies: isNormalized,
    },
  ],
};

interface Args {
  readonly advantage_estimator: string;
  readonly kl_coef: number;
  readonly kl_loss_type: string;
  readonly gamma: number;
  readonly lambd: number;
  readonly normalize_advantages: boolean;
  readonly use_opd: boolean;
  readonly opd_kl_coef: number;
}

const argsOf = ({ args }: FrameworkRecord): Args => args as unknown as Args;

/** A step with the divergence of a record. */
function withKl(step: KlStep, { kl_coef, kl_loss_type }: Args): KlStep {
  const isBounded = kl_loss_type === 'low_var_kl';
  return {
    ...step,
    coefficient: kl_coef,
    estimator: isBounded ? 'k3' : (kl_loss_type as KlStep['estimator']),
    ...(isBounded && { cap: 10 }),
  };
}

/** The preset of a record with its arguments. */
function specOf(record: FrameworkRecord): TokenSpec {
  const args = argsOf(record);
  const { advantage_estimator: name, gamma, lambd, use_opd, opd_kl_coef } = args;
  const whitened = args.normalize_advantages ? 'normalize_advantages=True' : undefined;
  const { post: distill = [] } = tokenSpec(slimePresets, 'grpo', 'use_opd=True');
  const { credit, ...spec } =
    name === 'grpo'
      ? tokenSpec(slimePresets, name, whitened ?? 'use_opd=True')
      : tokenSpec(slimePresets, name, whitened);
  const step = (known: TokenStep): TokenStep => {
    // The rewards of a record are those of groups already.
    if (known.kind === 'outcome') {
      const { spec: _, ...place } = known;
      return place;
    }
    if (known.kind !== 'kl') return known;
    return known.from === 'teacher' ? { ...known, coefficient: opd_kl_coef } : withKl(known, args);
  };
  const whiten = (spec.post ?? []).filter(({ kind }) => kind === 'whiten');
  return {
    ...spec,
    rewards: (spec.rewards ?? []).map(step),
    credit: {
      ...credit,
      ...(credit.kind !== 'none' && { gamma }),
      ...(credit.kind === 'gae' && { lambda: lambd }),
    } as TokenSpec['credit'],
    post: [...(use_opd ? distill : []).map(step), ...whiten],
  };
}

function rowsOf({
  inputs,
}: FrameworkRecord): TokenRows & { readonly cut: (flat: Float64Array) => Float64Array[] } {
  const lengths = inputs.response_lengths as readonly number[];
  const offsets = [0];
  for (const length of lengths) offsets.push((offsets.at(-1) as number) + length);
  const flat = (name: string): number[] =>
    (inputs[name] as unknown[]).flatMap((row) => [...numbers(row)]);
  return {
    offsets,
    mask: flat('loss_masks'),
    outcomes: (inputs.rewards as (number | string)[]).map((r) => Math.fround(Number(r))),
    logprobs: flat('log_probs'),
    refLogprobs: flat('ref_log_probs'),
    teacherLogprobs: flat('teacher_log_probs'),
    values: flat('values'),
    cut: (all) => lengths.map((_, row) => all.subarray(offsets[row], offsets[row + 1])),
  };
}

/** The divergence of every token, as a step of rewards has it. */
function divergence(record: FrameworkRecord, rows: TokenRows): Float64Array {
  const step = withKl(
    { kind: 'kl', estimator: 'k1', coefficient: 1, tokens: 'all' },
    argsOf(record),
  );
  const zero = argsOf(record).kl_coef === 0;
  const { outcomes: _, ...tokens } = rows;
  return runTokenSpec(
    {
      level: 'token',
      rewards: [{ ...step, coefficient: zero ? 0 : -1 }],
      credit: { kind: 'none' },
      missing: 'propagate',
    },
    tokens,
  ).advantages;
}

const listAliasing: Difference = {
  rule: 'returns with distillation',
  because:
    'The list of returns is that of the advantages here, and distillation changes it; ours keeps returns as they were.',
  applies: ({ args }) =>
    args.use_opd === true && args.advantage_estimator === 'reinforce_plus_plus_baseline',
  // By what distillation takes off.
  within: (record, ours) => {
    const { cut, logprobs = [], teacherLogprobs = [] } = rowsOf(record);
    const terms = Float64Array.from(logprobs, (own, t) =>
      Math.abs(argsOf(record).opd_kl_coef * (own - (teacherLogprobs[t] as number))),
    );
    const returns = ours.returns as Float64Array[];
    return Object.fromEntries(
      cut(terms).map((row, i) => [
        `returns[${i}]`,
        row.map((term, t) => term + 1e-6 * (1 + term + Math.abs(returns[i]?.[t] as number))),
      ]),
    );
  },
};

const infinityTimesZero: Difference = {
  rule: 'infinity times 0',
  because:
    'It sums returns by a product of matrices, where an infinite reward times 0 is NaN for what comes after it; ours adds nothing there.',
  applies: ({ inputs, args }) =>
    args.advantage_estimator === 'reinforce_plus_plus' &&
    (inputs.rewards as (number | string)[]).some((r) => Math.abs(Number(r)) === Infinity),
};

/** The advantages of a record before they are whitened. */
const unwhitened = (record: FrameworkRecord): Float64Array[] =>
  advantages.run({ ...record, args: { ...record.args, normalize_advantages: false } })
    .advantages as Float64Array[];

/** Units in the last place of E[x²] that sums of squares may be off by. */
const UNITS = 16 * 2 ** -24;

const varianceOfSums: Difference = {
  rule: 'b4 variance as E[x²] − E[x]²',
  because:
    'The difference of two float32 numbers is all rounding, or negative, where the mean is large beside the std; ours takes squares about the mean.',
  applies: ({ args }) => args.normalize_advantages === true,
  within: (record, ours) => {
    const trained = unwhitened(record).flatMap((row, i) => {
      const mask = numbers((record.inputs.loss_masks as unknown[])[i]);
      return [...row].filter((_, t) => mask[t] !== 0);
    });
    const mean = trained.reduce((sum, x) => sum + x, 0) / trained.length;
    const squares = trained.reduce((sum, x) => sum + x * x, 0) / trained.length;
    const variance = trained.reduce((sum, x) => sum + (x - mean) ** 2, 0) / trained.length;
    const share = (UNITS * squares) / variance;
    const shift = (UNITS * Math.abs(mean)) / Math.sqrt(variance);
    return Object.fromEntries(
      (ours.advantages as Float64Array[]).map((row, i) => [
        `advantages[${i}]`,
        row.map((x) => (share > 0.25 ? Infinity : Math.abs(x) * share + shift)),
      ]),
    );
  },
};

const untrained: Difference = {
  rule: 'b5 untrained tokens',
  because:
    'A single trained token is whitened to 0, and the others get what is left of theirs, which the loss masks; ours has 0 there.',
  applies: ({ args }) => args.normalize_advantages === true,
  within: ({ inputs }) =>
    Object.fromEntries(
      (inputs.loss_masks as unknown[]).map((mask, i) => [
        `advantages[${i}]`,
        numbers(mask).map((on) => (on === 0 ? Infinity : 0)),
      ]),
    ),
};

const advantages: Claim = {
  proves: ['grpo', 'reinforce_plus_plus', 'reinforce_plus_plus_baseline', 'ppo'].map(
    (name) => `slime/${name}`,
  ),
  run: (record) => {
    const { cut, ...rows } = rowsOf(record);
    const result = runTokenSpec(specOf(record), rows);
    return {
      advantages: cut(result.advantages),
      returns: cut(result.returns),
      kl: cut(divergence(record, rows)),
    };
  },
  differences: [listAliasing, infinityTimesZero, untrained, varianceOfSums],
};

const gae: Claim = {
  proves: 'slime/ppo',
  run: ({ inputs, args }) => {
    const [rows = 0, columns = 0] = (inputs.rewards as { shape: readonly number[] }).shape;
    const { credit, missing = 'refuse' } = tokenSpec(slimePresets, 'ppo');
    const changed = { ...credit, gamma: args.gamma, lambda: args.lambd } as TokenSpec['credit'];
    const result = runTokenSpec(
      { level: 'token', credit: changed, missing },
      {
        offsets: Array.from({ length: rows + 1 }, (_, row) => row * columns),
        rewards: numbers(inputs.rewards),
        values: numbers(inputs.values),
      },
    );
    return {
      chunked_advantages: result.advantages,
      chunked_returns: result.returns,
      vanilla_advantages: result.advantages,
      vanilla_returns: result.returns,
    };
  },
};

export const slimeClaims: FrameworkClaims = {
  framework: 'slime',
  functions: { post_process_rewards: rewards, advantages, gae },
};
