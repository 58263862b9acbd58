import { describe, expect, it } from 'vitest';
import { FingerprintTable } from '../../ts/rollouts/fingerprint-table.ts';

describe('FingerprintTable', () => {
  it('remembers the first number of each of many texts', () => {
    const table = new FingerprintTable();
    let repeated = 0;
    for (let i = 1; i <= 200_000; i++) {
      // 50,000 and 7 have no common factor: no pair comes twice before 350,000.
      if (table.add(`["","${i % 50_000}","solver"]${i % 7}`, i) > 0) repeated++;
    }
    expect(repeated).toBe(0);
    expect(table.size).toBe(200_000);
    expect(table.add('["","1","solver"]1', 9)).toBe(1);
  });
});
