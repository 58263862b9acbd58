import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { jsKernels } from './js/js-kernels.ts';
import type { GivenKernels, Kernels } from './kernels.ts';
import { isOptionalCall } from './optional-calls.ts';

/**
 * Kernels made of the calls that you give and, for the rest, those of `base`; what that may lack, calls
 * over tokens and scales, are the JavaScript ones. Both may be instances of classes: methods
 * count wherever they are defined, and keep their `this`.
 *
 * @param partial - one or more calls, with the semantics of {@link Kernels}; `name` defaults to `custom+{base}`
 * @param base - default: the JavaScript kernels
 * @throws UpperhandError `invalid-kernels` for a call that is no function or that {@link Kernels} does not have
 * @example
 * const mine = withFallback({
 *   name: 'mine',
 *   center: (values, offsets, options, out) => jsKernels.center(values, offsets, options, out), // yours, faster
 * });
 * setKernels(mine);
 * getKernels().name; // 'mine'
 */
export function withFallback(partial: Partial<Kernels>, base: GivenKernels = jsKernels): Kernels {
  if (typeof partial !== 'object' || partial === null)
    refuse('kernels', 'an object of kernel calls', partial);
  const calls = Object.keys(jsKernels).filter((call) => call !== 'name') as Call[];
  for (const [key, value] of Object.entries(partial)) {
    if (typeof value !== 'function' || Object.hasOwn(jsKernels, key)) continue;
    const known = calls.join(', ');
    throw new UpperhandError(
      'invalid-kernels',
      `kernels have no call ${show(key)}; they have ${known}`,
    );
  }
  const name = partial.name ?? `custom+${base.name}`;
  if (typeof name !== 'string') refuse('kernels.name', 'a string', name);
  const kernels: Record<string, unknown> = { name };
  for (const call of calls) {
    const lent = isOptionalCall(call) && base[call] === undefined ? jsKernels : base;
    const owner = partial[call] === undefined ? lent : partial;
    const fn: unknown = owner[call];
    if (typeof fn !== 'function') {
      throw new UpperhandError(
        'invalid-kernels',
        `kernels.${call} must be a function, got ${show(fn)}`,
      );
    }
    kernels[call] = fn.bind(owner);
  }
  return kernels as unknown as Kernels;
}

type Call = Exclude<keyof Kernels, 'name'>;
