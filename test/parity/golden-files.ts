import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DifferenceList } from './run-topic.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The golden files that are part of the repository. */
export const goldenDir: string = here('golden');
export const differencesFile: string = here('differences.json');

/** Names of the golden files of a folder, sorted. */
export function listGolden(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}

/** The records of a golden file, as lines. */
export function readGolden(dir: string, file: string): string[] {
  return readFileSync(join(dir, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

export function readDifferences(): DifferenceList {
  return JSON.parse(readFileSync(differencesFile, 'utf8'));
}
