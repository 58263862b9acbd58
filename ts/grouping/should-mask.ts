import { refuse } from '../errors/refuse.ts';
import { checkBoolean, checkRecord } from '../types/check.ts';
import type { CompactFilteringConfig } from '../types/compact-filtering-config.ts';
import { parseTerminationReason, TerminationReason } from '../types/termination-reason.ts';

/**
 * Whether an episode that ended for this reason is kept out of training. Null means nobody said, which counts as
 * `'unknown'`. Nothing is masked while the config is not enabled.
 *
 * Source: rLLM's `CompactFilteringConfig.should_mask`, which never matches a reason that is given as text.
 *
 * @throws UpperhandError `invalid-argument` for a reason that does not exist (case counts), and for what is no such config
 * @example
 * const compact = CompactFilteringConfig.create({ enable: true, mask: ['timeout'] });
 * shouldMask(compact, 'timeout'); // true
 * shouldMask(compact, null);      // false
 */
export function shouldMask(config: CompactFilteringConfig, reason: string | null): boolean {
  const known = parseTerminationReason(reason ?? TerminationReason.UNKNOWN);
  checkRecord('CompactFilteringConfig', config);
  const { enable, mask } = config;
  checkBoolean('CompactFilteringConfig.enable', enable);
  if (typeof mask?.has !== 'function')
    refuse('CompactFilteringConfig.mask', 'a Set of reasons, as create makes it', mask);
  return enable && mask.has(known);
}
