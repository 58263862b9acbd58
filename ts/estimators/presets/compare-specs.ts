import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import type { TokenSpec } from '../token/token-spec.ts';
import { checkAnySpec } from './check-any-spec.ts';

/** A field in which two specs differ. */
export interface SpecDifference {
  /** Path of the field: `scale.epsilon`. */
  readonly field: string;
  /** As JSON; null: the spec has no such field, nor a default for it. */
  readonly a: string | null;
  readonly b: string | null;
}

const STD = {
  weighting: 'trajectory',
  about: 'mean',
  countEpsilon: 0,
  zeroVariance: 'divide',
  zeroUpTo: 0,
  tooFew: 'divide',
} as const;
const TIMED = { untrained: 'keep', step: 'token', stepReward: 'sum' } as const;

/** What an absent field means, by the `level`, or else by the `kind` of what holds it and a field that tells which kind. */
const DEFAULTS: readonly (readonly [kind: string, has: string, defaults: object])[] = [
  ['token', 'level', { missing: 'refuse' }],
  ['step', 'level', { gamma: 1 }],
  ['std', 'scope', { ...STD, recentre: false }],
  ['mean', 'epsilon', { nonPositive: 'divide' }],
  ['leave-one-out', 'kind', { scope: 'group' }],
  ['whiten', 'recentre', STD],
  [
    'whiten',
    'ddof',
    {
      scope: 'pool',
      of: 'trained',
      mean: 'subtract',
      divide: true,
      countEpsilon: 0,
      few: 'arithmetic',
    },
  ],
  ['outcome', 'place', { of: 'all', empty: 'allow' }],
  ['kl', 'estimator', { from: 'reference', tokens: 'trained', centred: false, discount: 0 }],
  ['teacher-reweight', 'mix', { negativeOnly: false }],
  ['discounted-return', 'gamma', TIMED],
  ['gae', 'gamma', TIMED],
  ['turn-group', 'turn', { weight: 1 }],
];

/** The same for what has no kind, by a field that it cannot lack. */
const OTHER_DEFAULTS: readonly (readonly [has: string, defaults: object])[] = [
  ['singleton', { missing: 'propagate', rows: 'all' }],
  ['speaks', { applies: 'trajectory', differing: 'allow', empty: 'allow' }],
  ['combine', { missing: 'propagate', least: 1 }],
];

/**
 * The fields in which two specs differ, those that stand for their defaults filled in. Two specs without a difference
 * compute the same.
 *
 * @throws ConfigError for a spec that is none
 * @example
 * const [first] = compareSpecs(presetSpec('verl/grpo'), presetSpec('rllm/grpo'));
 * first; // { field: 'scale.ddof', a: '1', b: '0' }
 */
export function compareSpecs(
  a: AdvantageSpec | StepSpec | TokenSpec,
  b: AdvantageSpec | StepSpec | TokenSpec,
): SpecDifference[] {
  for (const spec of [a, b]) checkAnySpec(spec);
  // A default is worth a word only where the other one has the field.
  const fields = new Set([...fieldsOf(a).keys(), ...fieldsOf(b).keys()]);
  const [left, right] = [fieldsOf(withDefaults(a)), fieldsOf(withDefaults(b))];
  return [...fields]
    .map((field) => ({ field, a: left.get(field) ?? null, b: right.get(field) ?? null }))
    .filter((difference) => difference.a !== difference.b);
}

function withDefaults(value: object): object {
  const record = value as Readonly<Record<string, unknown>>;
  const { level, kind = level } = record;
  const defaults =
    kind === undefined
      ? OTHER_DEFAULTS.find(([has]) => has in record)?.[1]
      : DEFAULTS.find(([of, has]) => of === kind && has in record)?.[2];
  return Object.fromEntries(
    Object.entries({ ...defaults, ...value }).map(([key, entry]) => [key, filled(entry)]),
  );
}

function filled(entry: unknown): unknown {
  if (Array.isArray(entry)) return entry.map(filled);
  return typeof entry === 'object' && entry !== null ? withDefaults(entry) : entry;
}

/** Leaves by their paths, as JSON. A list of steps is told entry by entry. */
function fieldsOf(value: object, path = ''): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    const field = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
    if (typeof entry === 'object' && entry !== null)
      for (const [inner, leaf] of fieldsOf(entry, field)) fields.set(inner, leaf);
    else if (entry !== undefined) fields.set(field, JSON.stringify(entry));
  }
  return fields;
}
