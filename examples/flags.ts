// What the examples are told on their command lines; what is wrong with it ends them with one line.

import { type ParseArgsConfig, parseArgs } from 'node:util';

export function readFlags<T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>>['values'] {
  try {
    return parseArgs(config).values;
  } catch (error) {
    return refuseFlags((error as Error).message);
  }
}

/** The whole number that a flag was given, from `least` on. */
export function wholeNumber(flag: string, text: string, least: number): number {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= least && Number.isSafeInteger(number)
    ? number
    : refuseFlags(`--${flag} must be a whole number from ${least}, got ${JSON.stringify(text)}`);
}

/** Ends the program with one line. */
export function refuseFlags(message: string): never {
  console.error(message);
  process.exit(2);
}
