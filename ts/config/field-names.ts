import type { TrainerConfig } from '../types/trainer-config.ts';

/** What the fields of a config are called: as in files (`eps_clip`), or as in code (`epsClip`). */
export type Naming = 'file' | 'code';

const fromFiles = new WeakSet<object>();

/** Remembers how a config was given, for what is found wrong with it later. */
export function rememberNaming(config: TrainerConfig, naming: Naming): void {
  if (naming === 'file') fromFiles.add(config);
}

export function namingOf(config: TrainerConfig): Naming {
  return fromFiles.has(config) ? 'file' : 'code';
}

/** Where a field stands in a config: `rllm.algorithm.loss_fn`, or `TrainerConfig.algorithm.lossFn`. */
export function fieldPath(naming: Naming, inFile: string, inCode: string): string {
  return naming === 'file' ? `rllm.${inFile}` : `TrainerConfig.${inCode}`;
}

/** The same of a config that is made. */
export function fieldIn(config: TrainerConfig, inFile: string, inCode: string): string {
  return fieldPath(namingOf(config), inFile, inCode);
}
