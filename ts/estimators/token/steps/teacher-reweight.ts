import type { TeacherReweightStep } from '../token-spec.ts';
import type { StepKind } from './step-kind.ts';

export const teacherReweightStep: StepKind<TeacherReweightStep> = {
  fields: ['mix', 'clip', 'negativeOnly'],

  check({ mix, clip, negativeOnly }, path, problems) {
    problems.number(`${path}.mix`, mix, 0, 1);
    problems.number(`${path}.clip`, clip, 0);
    if (negativeOnly !== undefined) problems.flag(`${path}.negativeOnly`, negativeOnly);
  },

  describe({ mix, clip, negativeOnly = false }) {
    const which = negativeOnly ? 'negative x' : 'x';
    return `${which} · (${1 - mix} + ${mix} · exp(sign(x) · (log π_teacher − log π)) within 1 ± ${clip})`;
  },

  needs: () => ['logprobs', 'teacherLogprobs'],

  apply(values, { mix, clip, negativeOnly = false }, rows) {
    const logprobs = rows.require('logprobs', 'the step teacher-reweight');
    const teacher = rows.require('teacherLogprobs', 'the step teacher-reweight');
    for (let t = 0; t < values.length; t++) {
      const x = values[t] as number;
      if (!rows.isTrained(t)) values[t] = 0;
      else if (!negativeOnly || x < 0) {
        const gap = (teacher[t] as number) - (logprobs[t] as number);
        const weight = Math.min(Math.max(Math.exp(Math.sign(x) * gap), 1 - clip), 1 + clip);
        values[t] = x * (1 - mix + mix * weight);
      }
    }
    return values;
  },
};
