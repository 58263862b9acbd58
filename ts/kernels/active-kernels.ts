import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { jsKernels } from './js/js-kernels.ts';
import type { Kernels } from './kernels.ts';

let active: Kernels = jsKernels;

/** The kernels that every function uses unless it is given others. */
export function getKernels(): Kernels {
  return active;
}

/**
 * Replaces the process-wide default. It must be complete; `withFallback` completes one that is not.
 *
 * @throws UpperhandError `invalid-kernels` naming the call that is missing; the default stays as it was
 * @example
 * setKernels(withFallback({ name: 'mine', center: fasterCenter }));
 */
export function setKernels(kernels: Kernels): void {
  for (const call of Object.keys(jsKernels) as (keyof Kernels)[]) {
    if (typeof kernels?.[call] !== typeof jsKernels[call]) {
      throw new UpperhandError(
        'invalid-kernels',
        `kernels.${call} must be a ${typeof jsKernels[call]}, got ${show(kernels?.[call])}; withFallback completes kernels`,
      );
    }
  }
  active = kernels;
}
