import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../../ts/advantage/collect.ts';
import { AlgorithmConfig, type AlgorithmConfigInit } from '../../../ts/config/algorithm-config.ts';
import type { AdvEstimator } from '../../../ts/estimators/adv-estimator.ts';
import { isKnownAdvEstimator, registerAdvEstimator } from '../../../ts/estimators/registry.ts';
import { createStep, type Step } from '../../../ts/types/step.ts';
import { createTrajectory } from '../../../ts/types/trajectory.ts';
import {
  createTrajectoryGroup,
  groupRole,
  type TrajectoryGroup,
} from '../../../ts/types/trajectory-group.ts';
import { slowEstimators, slowMetrics } from '../../support/slow-oracle.ts';
import { decodeNumber, decodeNumbers, expectsError, orError } from '../decode.ts';
import type { GoldenRecord, Topic } from '../topic.ts';

interface EncodedStep {
  readonly advantage: unknown;
  readonly response_len: number;
  readonly reward: unknown;
}
interface EncodedGroup {
  readonly group_id: string;
  readonly trajectories: readonly {
    readonly name: string;
    readonly reward: unknown;
    readonly steps: readonly EncodedStep[];
  }[];
}
type MapEntry = {
  readonly enum?: string;
  readonly raw?: string;
  readonly tuple?: readonly string[];
};

/** The estimators that the golden cases register, by what they do. `custom_one_value` forgets the pair. */
const custom: Readonly<Record<string, AdvEstimator>> = {
  custom_double: ({ values }) => ({ advantages: values.map((r) => r * 2) }),
  custom_list: (rewards) => ({
    advantages: rewards.toArrays().map((group) => group.map((r) => r - 1)),
  }),
  custom_short_outer: (rewards) => ({ advantages: rewards.toArrays().slice(0, -1) }),
  custom_short_inner: (rewards) => ({
    advantages: rewards.toArrays().map((group) => group.slice(0, -1)),
  }),
  custom_one_value: (rewards) => rewards.toArrays() as never,
  custom_uses_kwargs: ({ values }, { groups = [] } = {}) => ({
    advantages: values.map(() => groups.length),
  }),
  custom_nan: ({ values }) => ({ advantages: values.map(() => Number.NaN) }),
};

/** Whole collection calls: metrics in order, the advantages of all steps, refusals, warnings. */
export const collect: Topic = {
  name: 'collect',

  run(record, kernels) {
    const undos = Object.entries(custom).map(([name, estimator]) =>
      registerAdvEstimator(name, estimator),
    );
    const groups = (record.groups as EncodedGroup[]).map(toGroup);
    const warned = new Set<string>();
    const actual = orError(() => {
      const metrics = collectRewardAndAdvantageFromTrajectoryGroups(groups, configOf(record), {
        collectAdvantage: record.collect_advantage as boolean,
        kernels,
        idSeparator: 'first',
        onWarning: ({ kind }) => warned.add(kind),
      });
      return {
        metrics: Object.entries(metrics),
        advantages: advantagesOf(groups),
        warned: kinds(warned),
      };
    });
    for (const undo of undos) undo();
    return { expected: expectedOf(record), actual };
  },

  rule(record) {
    const { estimator, estimator_map = {} } = record.config as {
      estimator: string;
      estimator_map?: Record<string, MapEntry>;
    };
    const named = [estimator, ...Object.values(estimator_map).map((entry) => nameOf(entry))];
    if (!named.every((name) => Object.hasOwn(custom, name as string) || isKnownAdvEstimator(name)))
      return { reason: 'Z5', expected: { error: true } };
    const error = (record.expect as { error?: { type: string } }).error;
    if (error?.type === 'AttributeError')
      return { reason: 'S3', expected: overwritten(record, estimator, estimator_map) };
    return null;
  },
};

function toGroup({ group_id, trajectories }: EncodedGroup): TrajectoryGroup {
  return createTrajectoryGroup({
    groupId: group_id,
    trajectories: trajectories.map(({ name, reward, steps }) =>
      createTrajectory({
        name,
        reward: reward === null ? null : decodeNumber(reward),
        steps: steps.map(toStep),
      }),
    ),
  });
}

function toStep({ advantage, response_len, reward }: EncodedStep): Step {
  return createStep({
    responseIds: new Array<number>(response_len).fill(1),
    reward: decodeNumber(reward),
    advantage: decodeAdvantage(advantage),
  });
}

function decodeAdvantage(encoded: unknown): number | number[] | null {
  if (encoded === null) return null;
  if (Array.isArray(encoded)) return encoded.map(decodeNumber);
  return typeof encoded === 'object' && 'dtype' in encoded
    ? decodeNumbers(encoded)
    : decodeNumber(encoded);
}

function configOf(record: GoldenRecord): AlgorithmConfigInit {
  const config = record.config as Record<string, unknown>;
  const map = Object.entries((config.estimator_map ?? {}) as Record<string, MapEntry>);
  const fields: Record<string, unknown> = {
    estimator: config.estimator,
    estimatorMap: Object.fromEntries(
      map.map(([role, entry]) => [role, entry.tuple ?? nameOf(entry)]),
    ),
    normAdvByStdInGrpo: config.norm_adv_by_std_in_grpo,
    usePrecomputedAdvantage: config.use_precomputed_advantage,
    stepwiseAdvantageMode: config.stepwise_advantage_mode,
  };
  const init = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const forced = config.force_mode ? { stepwiseAdvantageMode: config.force_mode as never } : {};
  return { ...AlgorithmConfig.create(init, { onWarning: () => {} }), ...forced };
}

function nameOf({ enum: member, raw, tuple }: MapEntry): string | undefined {
  return member ?? raw ?? tuple?.[0];
}

function advantagesOf(groups: readonly TrajectoryGroup[]): unknown {
  return groups.map(({ trajectories }) =>
    trajectories.map(({ steps }) => steps.map(({ advantage }) => advantage)),
  );
}

/** One warning of ours stands for the original's lines about each step and their summary. */
function kinds(warned: Iterable<string>): string[] {
  const names: Record<string, string> = { 'overwrite-precomputed': 'advantages-overwritten' };
  const compared = ['advantages-overwritten', 'advantage-length-mismatch'];
  return [...new Set([...warned].map((kind) => names[kind] ?? kind))]
    .filter((kind) => compared.includes(kind))
    .sort();
}

function expectedOf(record: GoldenRecord): unknown {
  if (expectsError(record)) return { error: true };
  const { metrics, step_advantages, logs } = record.expect as {
    metrics: Record<string, unknown>;
    step_advantages: unknown[][][];
    logs: { kind: string }[];
  };
  return {
    metrics: Object.entries(metrics).map(([key, value]) => {
      const number = decodeNumber(value);
      return [key, /\/(max|min)$/.test(key) ? number + 0 : number];
    }),
    advantages: step_advantages.map((group) => group.map((steps) => steps.map(decodeAdvantage))),
    warned: kinds(logs.map(({ kind }) => kind)),
  };
}

/** What the original would give, had it not failed while it put its warning about overwriting into words. */
function overwritten(
  record: GoldenRecord,
  estimator: string,
  map: Readonly<Record<string, MapEntry>>,
): unknown {
  const { norm_adv_by_std_in_grpo } = record.config as { norm_adv_by_std_in_grpo?: boolean };
  const groups = (record.groups as EncodedGroup[]).map(toGroup).map((group) => ({
    role: groupRole(group, { idSeparator: 'first' }),
    rewards: group.trajectories.map(({ reward }) => Number(reward)),
    steps: group.trajectories.map(({ steps }) => steps.length),
  }));
  const { metrics, advantages } = slowMetrics(groups, (role, rewards) => {
    const name =
      (Object.hasOwn(map, role) ? nameOf(map[role] as MapEntry) : undefined) ?? estimator;
    const estimate = slowEstimators[name] as (typeof slowEstimators)[string];
    return estimate(rewards, { normAdvByStdInGrpo: norm_adv_by_std_in_grpo ?? true });
  });
  const written = groups.map(({ role, steps }) => {
    const next = advantages.get(role)?.shift() as number[];
    return steps.map((count, t) => new Array(count).fill(next[t]));
  });
  return {
    metrics: Object.entries(metrics),
    advantages: written,
    warned: ['advantages-overwritten'],
  };
}
