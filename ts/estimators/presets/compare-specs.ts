import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import type { TokenSpec } from '../token/token-spec.ts';

/** A field in which two specs differ. */
export interface SpecDifference {
  /** Path of the field: `scale.epsilon`. */
  readonly field: string;
  /** As JSON; null: the spec has no such field, nor a default for it. */
  readonly a: string | null;
  readonly b: string | null;
}

/** What an absent field means, by the kind of what holds it. */
const DEFAULTS = {
  trajectory: { missing: 'propagate', rows: 'all', reward: [], post: [] },
  token: { rewards: [], post: [], missing: 'refuse' },
  step: {},
  std: {
    weighting: 'trajectory',
    about: 'mean',
    countEpsilon: 0,
    zeroVariance: 'divide',
    tooFew: 'divide',
    recentre: false,
  },
} as const;

/**
 * The fields in which two specs differ, those that stand for their defaults filled in. Two specs without a difference
 * compute the same.
 *
 * @example
 * const [first] = compareSpecs(presetSpec('verl/grpo'), presetSpec('rllm/grpo'));
 * first; // { field: 'scale.ddof', a: '1', b: '0' }
 */
export function compareSpecs(
  a: AdvantageSpec | StepSpec | TokenSpec,
  b: AdvantageSpec | StepSpec | TokenSpec,
): SpecDifference[] {
  // A default is worth a word only where the other one has the field.
  const fields = new Set([...fieldsOf(a).keys(), ...fieldsOf(b).keys()]);
  const [left, right] = [fieldsOf(withDefaults(a)), fieldsOf(withDefaults(b))];
  return [...fields]
    .map((field) => ({ field, a: left.get(field) ?? null, b: right.get(field) ?? null }))
    .filter((difference) => difference.a !== difference.b);
}

function withDefaults(spec: AdvantageSpec | StepSpec | TokenSpec): object {
  if (!('level' in spec)) {
    const { scale } = spec;
    const filled = scale.kind === 'std' ? { ...DEFAULTS.std, ...scale } : scale;
    return { ...DEFAULTS.trajectory, ...spec, scale: filled };
  }
  return { ...DEFAULTS[spec.level], ...spec };
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
