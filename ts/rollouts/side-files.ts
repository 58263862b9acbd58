/** A file that lies beside rollouts and holds none. */
export interface SideFile {
  /** Tested against the file's own name, without folders. */
  readonly name: RegExp;
  /** What it is: `'metrics, one line a step'`. */
  readonly what: string;
  /**
   * Whether it is one, where the name alone does not tell. Default: it is.
   *
   * @param beside - names of all files and folders in its folder; empty where they are not known
   */
  when?(name: string, beside: readonly string[]): boolean;
  /**
   * Looks at a small JSON document in a folder that is read: says what is wrong with the files beside it, if something is.
   */
  check?(document: unknown, beside: readonly string[]): string | undefined;
}

/** What lies beside rollouts of many kinds. */
export const commonSideFiles: readonly SideFile[] = [
  { name: /^meta(data)?\.json$/i, what: 'the settings of a run' },
  { name: /^(config|package|tsconfig)\.(json|ya?ml)$/i, what: 'settings' },
  { name: /^metrics\.jsonl?$/i, what: 'metrics' },
  { name: /^checkpoints\.jsonl$/i, what: 'a list of checkpoints' },
  { name: /_metadata\.jsonl?$/i, what: 'the settings of a run' },
];
