import type { ConfigNode } from './node.ts';

/** One argument of the command line that changes the config. */
export interface Override {
  /** As it was written. */
  readonly text: string;
  /** `key=value`, `+key=value`, `++key=value`, `~key`. */
  readonly kind: 'change' | 'add' | 'force-add' | 'delete';
  /** A path (`rllm.trainer.total_epochs`), or a config group (`rllm/backend`). */
  readonly key: string;
  /** What stands behind an @ of the key. */
  readonly package: string | null;
  /** Undefined for `~key` alone. */
  readonly value: ConfigNode | undefined;
}
