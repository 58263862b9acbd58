import type { ConfigProblem } from '../../errors/config-error.ts';
import type { AdvantageSpec, StdSpec } from './advantage-spec.ts';

/** Combinations of fields that have no meaning, and why. */
export function conflictsOf(spec: AdvantageSpec): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const { baseline, scale, post = [] } = spec;
  const refuse = (path: string, message: string): void => {
    problems.push({ path: `spec.${path}`, message });
  };
  if (scale.kind === 'std') {
    const { scope, of, recentre = false } = scale;
    for (const field of ['weighting', 'countEpsilon'] as const) {
      const isDefault = field === 'weighting' ? 'trajectory' : 0;
      if (scope !== 'pool' && (scale[field] ?? isDefault) !== isDefault)
        refuse(`scale.${field}`, `is for scope pool, got scope ${scope}`);
    }
    if (recentre && scope !== 'pool')
      refuse('scale.recentre', `is for scope pool, got scope ${scope}`);
    if (scope === 'leave-one-out' && of === 'residuals')
      refuse(
        'scale.of',
        'must be values with scope leave-one-out: residuals have no other members',
      );
    if (scope === 'leave-one-out' && scale.about === 'zero')
      refuse('scale.about', 'must be mean with scope leave-one-out');
    problems.push(...stdConflicts('spec.scale', scale));
  }
  for (const [field, steps] of Object.entries({ reward: spec.reward ?? [], post })) {
    steps.forEach((step, i) => {
      const path = `${field}[${i}]`;
      if (step.kind === 'clip' && step.low > step.high)
        refuse(`${path}.low`, `must be at most high (${step.high}), got ${step.low}`);
      if (step.kind === 'whiten') problems.push(...stdConflicts(`spec.${path}`, step));
    });
  }
  if (spec.reward?.length && spec.columns?.combine === 'normalize-then-sum')
    refuse('reward', 'must be left out where columns are normalised one by one');
  if (baseline.kind === 'tracker' && spec.columns?.combine === 'normalize-then-sum')
    refuse('baseline.kind', 'cannot be tracker where columns are normalised one by one');
  if (baseline.kind === 'tracker' && spec.missing !== 'exclude' && spec.missing !== 'refuse')
    refuse('missing', 'must be exclude or refuse with a tracker, which NaN would spoil for good');
  if (baseline.kind === 'tracker' && baseline.tracker.kind === 'beta') {
    const { a, b } = baseline.tracker.prior;
    if (a + b === 0) refuse('baseline.tracker.prior', 'must have an a or a b above 0');
  }
  if (typeof spec.rows === 'object' && spec.rows.applies === 'row')
    problems.push(...ownRowConflicts(spec));
  return problems;
}

function stdConflicts(path: string, std: StdSpec): ConfigProblem[] {
  const { zeroUpTo = 0, zeroVariance = 'divide' } = std;
  if (zeroUpTo === 0 || zeroVariance !== 'divide') return [];
  return [{ path: `${path}.zeroUpTo`, message: 'has no meaning where zeroVariance is divide' }];
}

/** Rows that are set against the statistics of others take a mean and a std, and nothing else. */
function ownRowConflicts(spec: AdvantageSpec): ConfigProblem[] {
  const { baseline, scale, credit, columns, post = [], missing = 'propagate' } = spec;
  const problems: ConfigProblem[] = [];
  const why = 'where rows apply to themselves';
  if (!(baseline.kind === 'none' || (baseline.kind === 'mean' && baseline.scope === 'group')))
    problems.push({ path: 'spec.baseline', message: `must be none or the group's mean ${why}` });
  const plain =
    scale.kind === 'none' ||
    (scale.kind === 'std' &&
      scale.scope === 'group' &&
      scale.of === 'values' &&
      (scale.about ?? 'mean') === 'mean' &&
      (scale.zeroVariance ?? 'divide') === 'divide' &&
      (scale.tooFew ?? 'divide') === 'divide');
  if (!plain)
    problems.push({ path: 'spec.scale', message: `must be none or the group's plain std ${why}` });
  if (missing === 'exclude')
    problems.push({ path: 'spec.missing', message: `cannot be exclude ${why}` });
  if (credit) problems.push({ path: 'spec.credit', message: `must be left out ${why}` });
  if (columns?.combine === 'normalize-then-sum')
    problems.push({ path: 'spec.columns.combine', message: `must be sum ${why}` });
  if (post.some(({ kind }) => kind === 'whiten'))
    problems.push({ path: 'spec.post', message: `must not whiten ${why}` });
  return problems;
}
