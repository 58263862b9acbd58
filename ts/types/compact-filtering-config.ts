import type { TerminationReason } from './termination-reason.ts';

/** Section `rllm.compact_filtering`: episodes that ended for a masked reason do not train. */
export interface CompactFilteringConfig {
  /** Nothing is masked while this is false. Default false. */
  readonly enable: boolean;
  /** The reasons whose `mask_{reason}` key is true. Default none. */
  readonly mask: ReadonlySet<TerminationReason>;
}
