import { UpperhandError } from '../../errors/upperhand-error.ts';

const PROBLEMS = [
  '',
  'offsets must ascend from 0 to the number of values',
  'values, offsets or out reach beyond the arena',
  'out overlaps the values',
  'an option is none of those that the kernels know',
];

/** @throws UpperhandError `invalid-argument` for a call that was refused; the module's head has the numbers in words */
export function checkStatus(status: number): void {
  if (status === 0) return;
  throw new UpperhandError(
    'invalid-argument',
    `kernels: ${PROBLEMS[status] ?? `status ${status}`}`,
  );
}
