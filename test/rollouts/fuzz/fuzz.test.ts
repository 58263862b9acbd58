// A few hundred damaged copies of small files; `bash .ci/slow` has a hundred thousand of real ones.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkInput } from './check-input.ts';
import { invented } from './invented.ts';
import { mutate } from './mutate.ts';
import { seeded } from './random.ts';

it('damaged files neither crash a reader nor lose a record without a word', async () => {
  const file = fc.constantFrom(...invented);
  await fc.assert(
    fc.asyncProperty(
      file,
      file,
      fc.nat(),
      fc.nat(99),
      async ({ name, bytes }, other, seed, piece) => {
        await checkInput(name, mutate(bytes, seeded(seed), other.bytes), 1 + piece);
      },
    ),
    { numRuns: 300 },
  );
});

it('files that are whole are read whole', async () => {
  for (const { name, bytes } of invented) {
    await checkInput(name, bytes, 7);
    expect(bytes.length).toBeGreaterThan(0);
  }
});

it('any bytes at all are read to their end', async () => {
  const names = fc.constantFrom('a.jsonl', 'a.json', 'a.csv', 'a.yaml', 'a.parquet', 'a');
  await fc.assert(
    fc.asyncProperty(names, fc.uint8Array({ maxLength: 200 }), (name, bytes) =>
      checkInput(name, bytes, 7),
    ),
    { numRuns: 200 },
  );
});
