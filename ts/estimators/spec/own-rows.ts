import { divisor } from '../../kernels/js/moments.ts';
import type { Kernels } from '../../kernels/kernels.ts';
import type { AdvantageSpec } from './advantage-spec.ts';
import { isOfGroup, kernelRule, scalesGroup } from './group-scope.ts';
import type { Sample } from './sample.ts';

/** Every row's own reward against the mean and std of the rows that speak in its group. */
export function applyToOwnRows(
  { baseline, scale, singleton }: AdvantageSpec,
  speakers: Sample,
  rows: Sample,
  kernels: Kernels,
): Float64Array {
  const ddof = scale.kind === 'std' ? scale.ddof : 0;
  const { mean, std } = kernels.segmentSummaries(speakers.values, speakers.offsets, { ddof });
  const centres = isOfGroup(baseline);
  const rule = kernelRule(singleton);
  const { values, offsets } = rows;
  const out = new Float64Array(values.length);
  for (let g = 1; g < offsets.length; g++) {
    const size = (speakers.offsets[g] as number) - (speakers.offsets[g - 1] as number);
    const alone = size === 1 && rule !== 'member' && (centres || scalesGroup(scale));
    if (alone && rule === 'zero') continue;
    const centre = centres && !alone ? (mean[g - 1] as number) : 0;
    const deviation = alone ? 1 : (std[g - 1] as number);
    const by =
      scale.kind === 'std' ? divisor(deviation ** 2, scale.epsilon, scale.epsilonPlace) : 1;
    for (let i = offsets[g - 1] as number; i < (offsets[g] as number); i++)
      out[i] = ((values[i] as number) - centre) / by;
  }
  return out;
}
