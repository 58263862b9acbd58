import { AlgorithmConfig, type AlgorithmConfigInit } from '../../../ts/config/algorithm-config.ts';
import { AsyncTrainingConfig } from '../../../ts/config/async-training-config.ts';
import { CompactFilteringConfig } from '../../../ts/config/compact-filtering-config.ts';
import { RejectionSamplingConfig } from '../../../ts/config/rejection-sampling-config.ts';
import { TransformConfig } from '../../../ts/config/transform-config.ts';
import type { Warning } from '../../../ts/errors/warning.ts';
import { TerminationReason } from '../../../ts/types/termination-reason.ts';
import { expectsError, orError } from '../decode.ts';
import type { Difference, GoldenRecord, Topic } from '../topic.ts';

type Json = Record<string, unknown>;
type MapEntry = {
  readonly enum?: string;
  readonly raw?: string;
  readonly tuple?: string[];
  readonly list?: string[];
};
interface Read {
  readonly fields: Json;
  readonly warnings: readonly string[];
}

/** Fields of the original that mean nothing to it and have no counterpart here. */
const NO_FIELD = ['use_rllm'];
const READERS: Readonly<
  Record<string, (record: GoldenRecord, warn: (w: Warning) => void) => object>
> = {
  algorithm_from_config: (record, onWarning) =>
    AlgorithmConfig.fromAlgorithmSection(record.config, {
      estimatorMap: toMap(record.estimator_map),
      ...(record.mode === undefined ? {} : { mode: record.mode as string }),
      onWarning,
    }),
  algorithm_from_config_seed: (record, onWarning) =>
    AlgorithmConfig.fromConfig(record.config, { onWarning }),
  algorithm_constructor: (record, onWarning) => {
    const { estimator_map, ...rest } = record.config as Json;
    const init = {
      ...toCamel(rest),
      ...(estimator_map ? { estimatorMap: toMap(estimator_map) } : {}),
    };
    return AlgorithmConfig.create(init as AlgorithmConfigInit, { onWarning });
  },
  compact_filtering_from_config: (record) => {
    const { enable, mask } = CompactFilteringConfig.fromConfig(record.config);
    const reasons = Object.values(TerminationReason).map(
      (reason) => [`mask_${reason}`, mask.has(reason)] as const,
    );
    return { enable, ...Object.fromEntries(reasons) };
  },
  transform_from_config: (record, onWarning) =>
    TransformConfig.fromConfig(record.config, { onWarning }),
  async_from_config: (record) => AsyncTrainingConfig.fromConfig(record.config),
  rejection_from_config: (record, onWarning) =>
    RejectionSamplingConfig.fromConfig(record.config, { onWarning }),
};

/**
 * Configs read from sections and made in code. All fields of an algorithm's config are compared (the older layout has
 * fewer), and of other configs those that the record has; of our warnings the two kinds that the original has.
 */
export const config: Topic = {
  name: 'config',

  notBuilt({ what }) {
    return Object.hasOwn(READERS, what as string) ? null : String(what);
  },

  run(record) {
    const read = READERS[record.what as string];
    if (!read) return null;
    const expected = expectedOf(record);
    const warnings: string[] = [];
    const actual = orError(() => {
      const made = toSnake(read(record, (warning) => warnings.push(...kindOf(warning)))) as Json;
      const ofRecord = 'fields' in expected && !(record.what as string).startsWith('algorithm');
      const names = Object.keys(ofRecord ? expected.fields : made);
      return { fields: pick(made, names), warnings };
    });
    return { expected, actual };
  },

  rule(record) {
    if (record.what === 'algorithm_from_config_seed') return ruleOfSeedLayout(record);
    if (unknownNames(record).length > 0) return { reason: 'Z5', expected: { error: true } };
    if (isIllegal(record)) return { reason: 'Z19', expected: { error: true } };
    return record.version === 'seed' ? null : ruleOfLists(record);
  },
};

function expectedOf(record: GoldenRecord): Read | { error: true } {
  if (expectsError(record)) return { error: true };
  const { fields, warnings } = record.expect as Read;
  return { fields: omit(decodeEnums(fields) as Json, NO_FIELD), warnings };
}

function toMap(encoded: unknown): Record<string, never> {
  const entries = Object.entries((encoded ?? {}) as Record<string, MapEntry>);
  return Object.fromEntries(
    entries.map(([role, one]) => [role, one.enum ?? one.raw ?? one.tuple ?? one.list]),
  ) as Record<string, never>;
}

function kindOf({ kind, places }: Warning): string[] {
  if (kind !== 'deprecated-option') return [];
  return /use_?rllm$/i.test(places?.[0] ?? '')
    ? ['use_rllm-ignored']
    : ['per_step-becomes-broadcast'];
}

/** The estimators that a record names and that no one registered: the original makes them `other`, or keeps the text. */
function unknownNames(record: GoldenRecord): unknown[] {
  const section = record.config as Json;
  const map = (record.estimator_map ?? section.estimator_map ?? {}) as Record<string, MapEntry>;
  const names: unknown[] = Object.values(map).map(
    (one) => one.enum ?? one.raw ?? (one.tuple ?? one.list)?.[0],
  );
  if (record.what === 'algorithm_from_config') names.push(section.adv_estimator);
  return names.filter((name) => !KNOWN.includes(name));
}
const KNOWN: readonly unknown[] = [
  'grpo',
  'reinforce',
  'reinforce_plus_plus_baseline',
  'prpo',
  'rloo',
];

/** Values that the original takes unchecked and that mean nothing: modes, nulls, texts for switches. */
function isIllegal(record: GoldenRecord): boolean {
  const { norm_adv_by_std_in_grpo: norm = true, eps_clip = 0, mode } = record.config as Json;
  if (record.what === 'rejection_from_config')
    return !['none', 'episode', 'group', null, undefined].includes(mode as string);
  if (record.what !== 'algorithm_from_config') return false;
  const modes: unknown[] = [undefined, 'broadcast', 'per_step'];
  return !modes.includes(record.mode) || typeof norm !== 'boolean' || typeof eps_clip !== 'number';
}

/** JavaScript has no tuples: an array of two is the pair that a Python list is not. */
function ruleOfLists(record: GoldenRecord): Difference | null {
  const map = ((record.config as Json).estimator_map ?? {}) as Record<string, MapEntry>;
  const lists = Object.entries(map).filter(([, one]) => one.list?.length === 2);
  const expected = expectedOf(record);
  if (lists.length === 0 || 'error' in expected) return null;
  const { estimator_map, loss_fn_map } = expected.fields;
  const fields: Json = { ...expected.fields, estimator_map: { ...(estimator_map as object) } };
  fields.loss_fn_map = { ...(loss_fn_map as object) };
  for (const [role, { list = [] }] of lists) {
    (fields.estimator_map as Json)[role] = list[0];
    (fields.loss_fn_map as Json)[role] = list[1];
  }
  return { reason: 'case 55', expected: { ...expected, fields } };
}

/**
 * The older layout is read together with the present one, which wins: the estimator and the norm of `rllm.algorithm`,
 * then those of the top level and of `rllm.stepwise_advantage`; the mode may be absent; `use_rllm` is deprecated.
 */
function ruleOfSeedLayout(record: GoldenRecord): Difference {
  const { algorithm: top = {}, rllm = {} } = record.config as Record<string, Record<string, Json>>;
  const { algorithm = {}, stepwise_advantage: stepwise = {} } = rllm;
  const estimator = algorithm.adv_estimator ?? top.adv_estimator;
  if (!KNOWN.includes(estimator)) return { reason: 'Z5', expected: { error: true } };
  const fields = {
    estimator,
    estimator_map: {},
    stepwise_advantage_mode: 'broadcast',
    norm_adv_by_std_in_grpo:
      algorithm.norm_adv_by_std_in_grpo ?? stepwise.norm_adv_by_std_in_grpo ?? true,
    use_precomputed_advantage: algorithm.use_precomputed_advantage ?? false,
    loss_fn: algorithm.loss_fn ?? null,
    lr_schedule: algorithm.lr_schedule ?? 'constant',
    warmup_steps_ratio: algorithm.warmup_steps_ratio ?? 0,
  };
  const ignored = [algorithm, stepwise].filter(({ use_rllm }) => (use_rllm ?? null) !== null);
  const warnings = ignored.map(() => 'use_rllm-ignored');
  if (stepwise.mode === 'per_step') warnings.push('per_step-becomes-broadcast');
  const newer = {
    loss_fn_map: {},
    warmup_steps: -1,
    kl_beta: 0,
    eps_clip: 0.2,
    eps_clip_high: null,
    loss_agg_mode: null,
    rollout_correction: { tis_mode: null, bypass_mode: null, tis_cap: 2 },
    router_replay: 'disabled',
  };
  return { reason: 'S13', expected: { fields: { ...fields, ...newer }, warnings } };
}

/** `{"enum": "grpo"}` is its text. */
function decodeEnums(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('enum' in value) return value.enum;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decodeEnums(one)]));
}

function toCamel(section: Json): Json {
  const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(section).map(([key, value]) => [camel(key), value]));
}

/** Keys to snake_case, except those of maps, which are roles. */
function toSnake(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      snake(key),
      key.endsWith('Map') ? { ...(one as object) } : toSnake(one),
    ]),
  );
}

function pick(from: Json, keys: readonly string[]): Json {
  return Object.fromEntries(keys.map((key) => [key, from[key]]));
}

function omit(from: Json, keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key)));
}
