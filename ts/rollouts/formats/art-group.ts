import type { FileContext } from '../file-context.ts';

/** A group of ART has a number inside its file alone; files of several models lie in folders with their names. */
export function artGroup({ parts }: FileContext, number: number | string): string {
  const model = parts[parts.indexOf('trajectories') - 1];
  return model === undefined ? String(number) : `${model}/${number}`;
}
