import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { checkRecord } from '../../types/check.ts';
import type { AdvantageSpec } from './advantage-spec.ts';

/**
 * Refuses a spec that no kernel call computes; a misspelt word would otherwise become another estimator.
 *
 * @throws UpperhandError `invalid-argument` naming the field, what may stand there, and what does; `not-implemented` for
 *   a leave-one-out baseline with a scale
 */
export function checkSpec(spec: AdvantageSpec): void {
  checkRecord('spec', spec);
  const { baseline, scale, singleton } = spec;
  checkRecord('spec.baseline', baseline);
  checkWord('spec.baseline.kind', baseline.kind, ['none', 'mean', 'leave-one-out']);
  if (baseline.kind === 'mean') checkWord('spec.baseline.scope', baseline.scope, SCOPES);
  checkRecord('spec.scale', scale);
  checkWord('spec.scale.kind', scale.kind, ['none', 'std']);
  if (scale.kind === 'std') {
    checkWord('spec.scale.scope', scale.scope, SCOPES);
    checkWord('spec.scale.of', scale.of, ['values', 'residuals']);
    checkNumber('spec.scale.ddof', scale.ddof);
    checkNumber('spec.scale.epsilon', scale.epsilon);
    checkWord('spec.scale.epsilonPlace', scale.epsilonPlace, ['outside', 'inside']);
  }
  checkWord('spec.singleton', singleton, ['raw', 'zero', 'member']);
  if (baseline.kind === 'leave-one-out' && scale.kind !== 'none')
    throw new UpperhandError(
      'not-implemented',
      'a leave-one-out baseline takes no scale, got a std',
    );
}

const SCOPES = ['group', 'pool'];

function checkWord(field: string, value: string, words: readonly string[]): void {
  if (!words.includes(value)) refuse(field, `one of ${words.join(', ')}`, value);
}

function checkNumber(field: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) refuse(field, 'a finite number ≥ 0', value);
}
