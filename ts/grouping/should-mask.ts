import type { CompactFilteringConfig } from '../types/compact-filtering-config.ts';
import { parseTerminationReason, TerminationReason } from '../types/termination-reason.ts';

/**
 * Whether an episode that ended for this reason is kept out of training. Null means nobody said, which counts as
 * `'unknown'`. Nothing is masked while the config is not enabled.
 *
 * Source: rLLM's `CompactFilteringConfig.should_mask`, which never matches a reason that is given as text.
 *
 * @throws UpperhandError `invalid-argument` for a reason that does not exist; case counts
 * @example
 * const compact = CompactFilteringConfig.create({ enable: true, mask: ['timeout'] });
 * shouldMask(compact, 'timeout'); // true
 * shouldMask(compact, null);      // false
 */
export function shouldMask(config: CompactFilteringConfig, reason: string | null): boolean {
  const known = parseTerminationReason(reason ?? TerminationReason.UNKNOWN);
  return config.enable && config.mask.has(known);
}
