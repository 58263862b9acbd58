import { expect } from 'vitest';

/** As `expect(Math.abs(a - b)).toBeLessThan(bound)`, which takes longer than what is compared. */
export function expectNear(a: number, b: number, bound: number): void {
  if (!(Math.abs(a - b) < bound)) expect(a).toBe(b);
}
