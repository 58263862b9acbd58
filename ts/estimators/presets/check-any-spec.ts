import type { AdvantageSpec } from '../spec/advantage-spec.ts';
import { checkSpec } from '../spec/check-spec.ts';
import { checkStepSpec } from '../step/check-step-spec.ts';
import type { StepSpec } from '../step/step-spec.ts';
import { checkTokenSpec } from '../token/check-token-spec.ts';
import type { TokenSpec } from '../token/token-spec.ts';

/** @throws ConfigError with all that is wrong with a spec, whatever its level */
export function checkAnySpec(spec: AdvantageSpec | StepSpec | TokenSpec): void {
  if (typeof spec !== 'object' || spec === null || !('level' in spec)) checkSpec(spec);
  else if (spec.level === 'step') checkStepSpec(spec);
  else checkTokenSpec(spec);
}
