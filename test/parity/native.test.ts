import { expect, it } from 'vitest';
import { readNative } from './native.ts';

it('reads what the golden test of the native kernels says', () => {
  const output = [
    '.golden: estimators.jsonl: 1433 results, 22044 values compared, 0 failures; set aside: {"no groups": 5, "lone: HEAD\'s value": 50}',
    'golden: helpers.jsonl: 258 results, 1140 values compared, 2 failures; set aside: {}',
  ].join('\n');
  expect([...readNative(output)]).toEqual([
    {
      file: 'estimators.jsonl',
      results: 1433,
      setAside: "5 no groups; 50 lone: HEAD's value",
      failed: 0,
    },
    { file: 'helpers.jsonl', results: 258, setAside: '', failed: 2 },
  ]);
});
