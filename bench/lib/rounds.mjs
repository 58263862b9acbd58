import { median } from './clock.mjs';

/**
 * Runs contenders in turn. Every round runs each of them once, beginning with another one each time, so that whatever
 * slows the machine down for a while slows them all.
 *
 * @param contenders - `{ name, prepare?, run }`; prepare is not timed, run returns or promises its own nanoseconds
 * @returns a map from names to the nanoseconds of each round
 */
export async function race(contenders, { rounds, warmups = 2 }) {
  const times = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = -warmups; round < rounds; round++) {
    for (let i = 0; i < contenders.length; i++) {
      const { name, prepare, run } = contenders[(i + Math.max(round, 0)) % contenders.length];
      await prepare?.();
      const ns = await run();
      if (round >= 0) times.get(name).push(ns);
    }
  }
  return times;
}

/**
 * Times contenders against each other: a ratio is the median of the rounds' ratios.
 *
 * @param base - the name of the contender that counts as 1
 * @returns `{ [name]: { ms, ratio } }`, medians
 */
export async function compete(contenders, { base, ...options }) {
  const times = await race(contenders, options);
  const ofBase = times.get(base);
  return Object.fromEntries(
    [...times].map(([name, all]) => [
      name,
      {
        ms: round3(median(all) / 1e6),
        ratio: round3(median(all.map((ns, round) => ns / ofBase[round]))),
      },
    ]),
  );
}

/** Three digits behind the point are more than a measurement holds. */
export const round3 = (x) => Math.round(x * 1000) / 1000;
