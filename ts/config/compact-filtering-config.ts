import type { CompactFilteringConfig as CompactFilteringConfigType } from '../types/compact-filtering-config.ts';
import { TerminationReason } from '../types/termination-reason.ts';
import type { ConfigReadOptions } from './config-read-options.ts';
import { ConfigReading } from './config-reading.ts';
import { type Field, flag } from './field.ts';

export type CompactFilteringConfig = CompactFilteringConfigType;

export interface CompactFilteringConfigInit {
  readonly enable?: boolean;
  /** Reasons whose episodes do not train. */
  readonly mask?: Iterable<TerminationReason>;
}

const ENABLE: Field<boolean> = flag('enable', false);
const REASONS: readonly TerminationReason[] = Object.values(TerminationReason);

/** Makes and reads {@link CompactFilteringConfigType}: which endings keep an episode out of training. */
export const CompactFilteringConfig = {
  /**
   * Makes a config in code; what is left out has its default (switched off, nothing masked).
   *
   * @throws ConfigError with all problems: unknown fields, wrong types, reasons that do not exist
   * @example
   * const compact = CompactFilteringConfig.create({ enable: true, mask: ['timeout', 'error'] });
   * shouldMask(compact, 'timeout'); // true
   */
  create(init: CompactFilteringConfigInit = {}): CompactFilteringConfig {
    const reading = new ConfigReading();
    const section = reading.section(init, 'CompactFilteringConfig');
    const enable = section.read(ENABLE);
    const given = section.value('mask');
    const mask = toReasons(given === undefined ? [] : given);
    if (!mask) section.problem('mask', `must list reasons out of ${REASONS.join(', ')}`);
    section.judgeUnknownKeys({ closed: true });
    reading.finish();
    return Object.freeze({ enable, mask: mask ?? new Set<TerminationReason>() });
  },

  /**
   * Reads section `rllm.compact_filtering`: `enable`, and `mask_{reason}` for each termination reason, all false by
   * default. An absent section has the defaults. Unknown keys are always refused, as in rLLM.
   *
   * @throws ConfigError with all problems and their paths
   * @example
   * CompactFilteringConfig.fromConfig({ enable: true, mask_timeout: true }).mask; // Set { 'timeout' }
   */
  fromConfig(
    section: unknown,
    options: Pick<ConfigReadOptions, 'path'> = {},
  ): CompactFilteringConfig {
    const reading = new ConfigReading();
    const keys = reading.section(section ?? {}, options.path ?? 'rllm.compact_filtering');
    const enable = keys.read(ENABLE);
    const mask = new Set(REASONS.filter((reason) => keys.read(flag(`mask_${reason}`, false))));
    keys.judgeUnknownKeys({ closed: true });
    reading.finish();
    return Object.freeze({ enable, mask });
  },
};

function toReasons(value: unknown): Set<TerminationReason> | undefined {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) return undefined;
  const listed = [...(value as Iterable<unknown>)];
  const known: readonly unknown[] = REASONS;
  return listed.every((reason) => known.includes(reason))
    ? new Set(listed as TerminationReason[])
    : undefined;
}
