import type { LakeRunSettings } from './messages.ts';

const NAMES = ['seed', 'updates', 'tasks', 'warm-up'];
const MOST = 2 ** 31 - 1;

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
  const count = <Default>(name: string, least: number, byDefault: Default): number | Default => {
    const text = parameters.get(name);
    return text === null ? byDefault : readCount(name, text, least);
  };
  return {
    seed: count('seed', 0, 1),
    updates: count('updates', 1, 80),
    tasks: count('tasks', 1, null),
    warmUpSteps: count('warm-up', 0, null),
  };
}

/** @throws Error naming the number */
export function readCount(name: string, text: string, least: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= MOST) return number;
  throw new Error(`${name} must be a whole number from ${least} to ${MOST}, not “${text}”`);
}
