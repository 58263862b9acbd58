import { afterEach, expect, it, vi } from 'vitest';
import { warnOnce } from '../../ts/errors/warning.ts';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

it('warnOnce prints the first of each kind, and says that it is the first', () => {
  warnOnce({ kind: 'groups-of-one', message: 'first' });
  warnOnce({ kind: 'groups-of-one', message: 'second' });
  warnOnce({ kind: 'non-finite-rewards', message: 'third', places: ['a'] });
  expect(warn.mock.calls).toEqual([
    ['upperhand: first (more of this kind are not printed; pass onWarning to see all)'],
    ['upperhand: third (more of this kind are not printed; pass onWarning to see all)'],
  ]);
});

it('warnOnce promises no more of what is said once a process anyway', () => {
  warnOnce({ kind: 'kernels-fallback', message: 'no SIMD' });
  warnOnce({ kind: 'kernels-fallback', message: 'no SIMD' });
  expect(warn.mock.calls).toEqual([['upperhand: no SIMD']]);
});
