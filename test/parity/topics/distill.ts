import { computeDistillReverseKl } from '../../../ts/estimators/distill.ts';
import { decodeNumber, decodeNumbers, orError } from '../decode.ts';
import type { Topic } from '../topic.ts';

/** Per-token advantages of on-policy distillation. */
export const distill: Topic = {
  name: 'distill',

  run(record) {
    const logprobs = (encoded: unknown): number[] => (encoded as unknown[]).map(decodeNumber);
    const actual = orError(() =>
      Array.from(
        computeDistillReverseKl(logprobs(record.teacher), logprobs(record.student), {
          clipMin: decodeNumber(record.clip_min),
          clipMax: decodeNumber(record.clip_max),
          coef: decodeNumber(record.coef),
          discount: decodeNumber(record.discount),
        }),
      ),
    );
    return {
      expected: decodeNumbers((record.expect as { advantages: unknown }).advantages),
      actual,
    };
  },
};
