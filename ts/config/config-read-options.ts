import type { OnWarning } from '../errors/warning.ts';

/** Options of every function that reads a section of a config file. */
export interface ConfigReadOptions {
  /** Where the section stands in its file, for messages. Default: where rLLM has it. */
  readonly path?: string;
  /** Gets deprecations and ignored keys. Default: the first of each kind is printed. */
  readonly onWarning?: OnWarning;
}
