import { expect, it } from 'vitest';
import { KeyTable } from '../../ts/cli/key-table.ts';
import { cellText, printable } from '../../ts/cli/printable.ts';
import { readCsvCells } from '../../ts/rollouts/csv.ts';
import * as rollouts from '../../ts/rollouts/index.ts';
import { readJsonValues } from '../../ts/rollouts/json-values.ts';
import { RecordSplitter } from '../../ts/rollouts/record-splitter.ts';
import { examplesOf, runExample } from '../docs/examples.ts';

const examples = examplesOf(['rollouts', 'cli']);
const quiet = { log: () => {}, warn: () => {} };
const scope = {
  all,
  ...rollouts,
  KeyTable,
  RecordSplitter,
  cellText,
  printable,
  readCsvCells,
  readJsonValues,
  console: quiet,
};

it.each(examples.map((example) => [`${example.file}:${example.line}`, example] as const))(
  'the example at %s runs and gives what it says',
  async (_, example) => {
    // The transform takes an example for a script, in which `for await` is not allowed.
    const text = example.text.replace(/for await \((.*) of (.*?)\)/, 'for ($1 of await all($2))');
    for (const { statement, value, says } of await runExample({ ...example, text }, scope)) {
      expect({ [statement]: value }).toEqual({ [statement]: says });
    }
  },
);

it('has examples to run', () => {
  expect(examples.length).toBeGreaterThan(7);
});

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const held: T[] = [];
  for await (const value of values) held.push(value);
  return held;
}
