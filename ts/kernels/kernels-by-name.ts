import { UpperhandError } from '../errors/upperhand-error.ts';
import { jsKernels } from './js/js-kernels.ts';
import type { Kernels } from './kernels.ts';

const shipped: Readonly<Record<string, Kernels>> = { js: jsKernels };

/** Names of the kernels that come with the package. */
export function listKernels(): string[] {
  return Object.keys(shipped);
}

/**
 * @throws UpperhandError `invalid-argument` that lists the names
 * @example
 * kernelsByName('js').name; // 'js'
 */
export function kernelsByName(name: string): Kernels {
  const kernels = Object.hasOwn(shipped, name) ? shipped[name] : undefined;
  if (kernels) return kernels;
  throw new UpperhandError(
    'invalid-argument',
    `kernels must be one of ${listKernels().join(', ')}, got "${name}"`,
  );
}
