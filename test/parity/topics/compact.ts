import { CompactFilteringConfig } from '../../../ts/config/compact-filtering-config.ts';
import { shouldMask } from '../../../ts/grouping/should-mask.ts';
import { expectsError, orError } from '../decode.ts';
import type { Topic } from '../topic.ts';

interface Masks {
  readonly masked: Readonly<Record<string, boolean>>;
  readonly masked_when_given_as_string: Readonly<Record<string, boolean>>;
}

/** Which endings a config masks, given as members and given as text. */
export const compact: Topic = {
  name: 'compact',

  run(record) {
    const { masked } = record.expect as Masks;
    const actual = orError(() => {
      const config = CompactFilteringConfig.fromConfig(record.config);
      const mask = () =>
        Object.fromEntries(
          Object.keys(masked).map((reason) => [reason, shouldMask(config, reason)]),
        );
      return { masked: mask(), masked_when_given_as_string: mask() };
    });
    return { expected: expectsError(record) ? { error: true } : record.expect, actual };
  },

  // The original compares with members of its enum only, so that text is never masked.
  rule(record) {
    const config = record.config as Readonly<Record<string, boolean>>;
    const reasons = Object.keys((record.expect as Masks).masked);
    const masked = Object.fromEntries(
      reasons.map((reason) => [
        reason,
        config.enable === true && config[`mask_${reason}`] === true,
      ]),
    );
    return { reason: 'Z8', expected: { masked, masked_when_given_as_string: masked } };
  },
};
