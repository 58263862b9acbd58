/** Names the checkpoint to resume from; rLLM's name. */
export const POINTER_FILE = 'latest_checkpointed_iteration.txt';

/**
 * Where checkpoints are kept: a folder of `global_step_{N}/` with files in each, and a pointer, which names the step to
 * resume from. `FileCheckpointStore` keeps them on disk, `MemoryCheckpointStore` in memory; one of your own may bring
 * them elsewhere.
 */
export interface CheckpointStore {
  /** For messages: `checkpoints/math/first`. */
  readonly place: string;
  /** Null when there is none. */
  readPointer(): Promise<string | null>;
  /** Replaces it: at any time the whole old one or the whole new one is there. */
  writePointer(text: string): Promise<void>;
  /** The names that there are, in any order; other names than `global_step_{N}` are not looked at. */
  list(): Promise<readonly string[]>;
  /** The bytes of a file of a checkpoint; null when there is none. */
  read(name: string, file: string): Promise<Uint8Array | null>;
  /** Writes a checkpoint that is not there yet, whole or not at all. */
  write(name: string, files: Readonly<Record<string, Uint8Array>>): Promise<void>;
  /** Takes what has this name out of the way, and gives its new name. */
  setAside(name: string): Promise<string>;
}

/** `global_step_4` */
export function nameOfStep(step: number): string {
  return `global_step_${step}`;
}

/** The step of `global_step_4`; null for other names. */
export function stepOfName(name: string): number | null {
  const [, digits] = /^global_step_(0|[1-9]\d{0,14})$/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}
