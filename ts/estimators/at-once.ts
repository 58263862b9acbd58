import { UpperhandError } from '../errors/upperhand-error.ts';

/** @throws UpperhandError `invalid-argument` for a promise: nobody would wait for it */
export function atOnce<T>(name: string, given: T): T {
  if (!(given instanceof Promise)) return given;
  // Whatever becomes of it, it is refused here.
  given.catch(() => {});
  throw new UpperhandError(
    'invalid-argument',
    `${name} must be given at once, got a promise: what has to be waited for is computed before, as in processBackendBatch of a backend`,
  );
}
