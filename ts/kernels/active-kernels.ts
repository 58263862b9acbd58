import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { defaultKernels } from './default-kernels.ts';
import { jsKernels } from './js/js-kernels.ts';
import type { Kernels } from './kernels.ts';

let chosen: Kernels | undefined;

/**
 * The kernels that every function uses unless it is given others: those of `setKernels`, else WebAssembly, else
 * JavaScript.
 */
export function getKernels(): Kernels {
  return chosen ?? defaultKernels();
}

/**
 * Replaces the process-wide default. It must be complete; `withFallback` completes one that is not.
 *
 * @param kernels - null goes back to the kernels that come with the package
 * @throws UpperhandError `invalid-kernels` naming the call that is missing; the default stays as it was
 * @example
 * setKernels(jsKernels);
 * getKernels().name; // 'js'
 */
export function setKernels(kernels: Kernels | null): void {
  if (kernels === null) {
    chosen = undefined;
    return;
  }
  checkComplete(kernels);
  chosen = kernels;
}

/**
 * The kernels of an option, the process-wide ones when it was left out.
 *
 * @throws UpperhandError `invalid-argument` for what is no object, `invalid-kernels` naming the call that is missing
 */
export function kernelsOr(option: Kernels | undefined): Kernels {
  if (option === undefined) return getKernels();
  if (typeof option !== 'object' || option === null)
    refuse('kernels', 'an object of kernel calls (kernelsByName finds one by name)', option);
  checkComplete(option);
  return option;
}

function checkComplete(kernels: Kernels): void {
  for (const call of Object.keys(jsKernels) as (keyof Kernels)[]) {
    if (typeof kernels?.[call] !== typeof jsKernels[call]) {
      throw new UpperhandError(
        'invalid-kernels',
        `kernels.${call} must be a ${typeof jsKernels[call]}, got ${show(kernels?.[call])}; withFallback completes kernels`,
      );
    }
  }
}
