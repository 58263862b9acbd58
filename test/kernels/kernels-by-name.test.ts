import { describe, expect, it } from 'vitest';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { kernelsByName, listKernels } from '../../ts/kernels/kernels-by-name.ts';

describe('kernelsByName', () => {
  it('gives every kernel that is listed, under its name', () => {
    expect(listKernels()).toContain('js');
    for (const name of listKernels()) expect(kernelsByName(name).name).toBe(name);
    expect(kernelsByName('js')).toBe(jsKernels);
  });

  it('lists afresh: what is done to one list reaches no other', () => {
    listKernels().push('mine');
    expect(listKernels()).not.toContain('mine');
  });

  it.each([['JS'], [''], ['__proto__'], ['toString'], [undefined], [null]])(
    'refuses %j',
    (name) => {
      expect(() => kernelsByName(name as string)).toThrow(
        expect.objectContaining({
          code: 'invalid-argument',
          message: expect.stringContaining(
            `kernels must be one of ${listKernels().join(', ')}, got`,
          ),
        }),
      );
    },
  );
});
