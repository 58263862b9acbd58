import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { defaultKernels } from './default-kernels.ts';
import { jsKernels } from './js/js-kernels.ts';
import type { GivenKernels, Kernels } from './kernels.ts';
import { isOptionalCall } from './optional-calls.ts';
import { withFallback } from './with-fallback.ts';

let chosen: Kernels | undefined;

/** So that kernels that lack calls are completed once. */
const completed = new WeakMap<GivenKernels, Kernels>();

/**
 * The kernels that every function uses unless it is given others: those of `setKernels`, else WebAssembly, else
 * JavaScript.
 */
export function getKernels(): Kernels {
  return chosen ?? defaultKernels();
}

/**
 * Replaces the process-wide default. It must have all calls of `GroupKernels`; others that it lacks are computed in
 * JavaScript. `withFallback` completes one that lacks others.
 *
 * @param kernels - null goes back to the kernels that come with the package
 * @throws UpperhandError `invalid-kernels` naming the call that is missing; the default stays as it was
 * @example
 * setKernels(jsKernels);
 * getKernels().name; // 'js'
 */
export function setKernels(kernels: GivenKernels | null): void {
  if (kernels === null) {
    chosen = undefined;
    return;
  }
  chosen = complete(kernels);
}

/**
 * The kernels of an option, the process-wide ones when it was left out.
 *
 * @throws UpperhandError `invalid-argument` for what is no object, `invalid-kernels` naming the call that is missing
 */
export function kernelsOr(option: GivenKernels | undefined): Kernels {
  if (option === undefined) return getKernels();
  if (typeof option !== 'object' || option === null)
    refuse('kernels', 'an object of kernel calls (kernelsByName finds one by name)', option);
  return complete(option);
}

function complete(kernels: GivenKernels): Kernels {
  const missing = (Object.keys(jsKernels) as (keyof Kernels)[]).filter(
    (call) => typeof kernels?.[call] !== typeof jsKernels[call],
  );
  if (missing.length === 0) return kernels as Kernels;
  for (const call of missing) {
    if (isOptionalCall(call) && kernels?.[call] === undefined) continue;
    throw new UpperhandError(
      'invalid-kernels',
      `kernels.${call} must be a ${typeof jsKernels[call]}, got ${show(kernels?.[call])}; withFallback completes kernels`,
    );
  }
  const known = completed.get(kernels) ?? withFallback({ name: kernels.name }, kernels);
  completed.set(kernels, known);
  return known;
}
