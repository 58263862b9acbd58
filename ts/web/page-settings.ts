import type { LakeRunSettings } from './messages.ts';

const NAMES = ['seed', 'updates', 'tasks', 'warm-up'];
/** Of seeds; and of what a page can hold, which keeps all updates and all that the warm-up shows. */
const MOST_SEED = 2 ** 31 - 1;
const MOST_UPDATES = 10_000;
const MOST = 1_000;

/**
 * What the address of the page asks for: `?seed=2&updates=30&tasks=8&warm-up=60`.
 *
 * @throws Error naming what is wrong with it
 */
export function readSettings(search: string): LakeRunSettings {
  const parameters = new URLSearchParams(search);
  const unknown = [...parameters.keys()].filter((name) => !NAMES.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `there is no ${unknown.join(', ')} in an address; there are ${NAMES.join(', ')}`,
    );
  const twice = NAMES.find((name) => parameters.getAll(name).length > 1);
  if (twice !== undefined) throw new Error(`an address must have one ${twice}, not several`);
  const count = <Default>(
    name: string,
    byDefault: Default,
    range: readonly [least: number, most: number],
  ): number | Default => {
    const text = parameters.get(name);
    return text === null ? byDefault : readCount(name, text, ...range);
  };
  return {
    seed: count('seed', 1, [0, MOST_SEED]),
    updates: count('updates', 80, [1, MOST_UPDATES]),
    tasks: count('tasks', null, [1, MOST]),
    warmUpSteps: count('warm-up', null, [0, MOST]),
  };
}

/** @throws Error naming the number */
export function readCount(name: string, text: string, least: number, most = MOST_SEED): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`${name} must be a whole number from ${least} to ${most}, not “${text}”`);
}
