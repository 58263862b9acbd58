import { CONFIG } from '../train-project.ts';

/** A config that is refused. */
export interface Bad {
  /** What is wrong, in a word. */
  readonly kind: string;
  /** Lines that are added to a config which is fine, or files instead of it. */
  readonly yaml?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly overrides?: readonly string[];
  /** Where the message says that it is: path, what was expected, what came. */
  readonly says: readonly string[];
}

/** A config which is fine, with more in its section `rllm`. */
export const rllm = (text: string): string => CONFIG.replace('rllm:\n', `rllm:\n${text}`);
