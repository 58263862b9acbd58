import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { jsKernels } from './js/js-kernels.ts';
import type { Kernels } from './kernels.ts';

/**
 * Kernels made of the calls that you give and, for the rest, those of `base`.
 *
 * @param partial - one or more calls, with the semantics of {@link Kernels}; `name` defaults to `custom+{base}`
 * @param base - default: the JavaScript kernels
 * @throws UpperhandError `invalid-kernels` for a call that is no function or that {@link Kernels} does not have
 * @example
 * const mine = withFallback({ name: 'mine', center: fasterCenter });
 * setKernels(mine);
 */
export function withFallback(partial: Partial<Kernels>, base: Kernels = jsKernels): Kernels {
  if (typeof partial !== 'object' || partial === null)
    refuse('kernels', 'an object of kernel calls', partial);
  const kernels: Record<string, unknown> = {
    ...callsOf(base),
    name: partial.name ?? `custom+${base.name}`,
  };
  for (const [call, fn] of Object.entries(callsOf(partial))) {
    if (!Object.hasOwn(jsKernels, call)) {
      throw new UpperhandError(
        'invalid-kernels',
        `kernels have no call ${show(call)}; they have ${Object.keys(callsOf(jsKernels)).join(', ')}`,
      );
    }
    if (fn !== undefined && typeof fn !== 'function') {
      throw new UpperhandError(
        'invalid-kernels',
        `kernels.${call} must be a function, got ${show(fn)}`,
      );
    }
    if (fn !== undefined) kernels[call] = fn.bind(partial);
  }
  return kernels as unknown as Kernels;
}

function callsOf(
  kernels: Partial<Kernels>,
): Record<string, ((...args: never[]) => unknown) | undefined> {
  const { name: _, ...calls } = kernels;
  return calls;
}
