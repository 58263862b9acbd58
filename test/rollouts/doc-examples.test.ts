import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import * as rollouts from '../../ts/rollouts/index.ts';
import { root as projectRoot } from '../docs/code-blocks.ts';
import { examplesOf, runExample } from '../docs/examples.ts';

const examples = examplesOf(['rollouts', 'cli']);
const quiet = { log: () => {}, warn: () => {} };
const scope = { ...rollouts, console: quiet };

/** What an example writes, where it is run. */
afterAll(() => {
  const runs = join(projectRoot, 'runs');
  rmSync(join(runs, 'example'), { recursive: true, force: true });
  if (existsSync(runs) && readdirSync(runs).length === 0) rmdirSync(runs);
});

it.each(examples.map((example) => [`${example.file}:${example.line}`, example] as const))(
  'the example at %s runs and gives what it says',
  async (_, example) => {
    // The transform takes an example for a script, in which `for await` is not allowed.
    const text = example.text.replace(/for await \((.*) of (.*?)\)/, 'for ($1 of await all($2))');
    const own = await import(join(projectRoot, example.file));
    const shown = await runExample({ ...example, text }, { ...scope, ...own, all });
    for (const { statement, value, says } of shown) {
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
