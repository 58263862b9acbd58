import { ConfigError } from '../../errors/config-error.ts';
import type { AdvantageSpec } from './advantage-spec.ts';
import { holdSpec } from './hold-spec.ts';
import { problemsOf } from './read-fields.ts';
import { conflictsOf } from './spec-conflicts.ts';
import { SPEC_FIELDS } from './spec-fields.ts';

/**
 * Refuses what is no spec: a misspelt word would otherwise become another estimator. All that is wrong is told at once;
 * combinations that nothing computes are looked for once the fields themselves are right. A spec that is one is read-only from
 * here on.
 *
 * @throws ConfigError naming each field, what may stand there, and what does
 */
export function checkSpec(spec: AdvantageSpec): void {
  if (checked.has(spec)) return;
  const problems = problemsOf('spec', spec, SPEC_FIELDS);
  const all = problems.length > 0 ? problems : conflictsOf(spec);
  if (all.length > 0) throw new ConfigError(all);
  checked.add(holdSpec(spec));
}

/** Specs that were right when they were first seen. */
const checked = new WeakSet<AdvantageSpec>();
