import type {
  AdvantageSpec,
  BaselineSpec,
  PostStep,
  RewardStep,
  StdSpec,
} from './advantage-spec.ts';

/**
 * A spec as a formula: r is a reward, n the size of its group, L its trained tokens, `pool` all groups of the role. What
 * happens before and after stands before and after it, parted by semicolons.
 *
 * @example
 * describeSpec(calculateGrpoAdvantages.spec()); // '(r − mean(group)) / (std(group) + 1e-6)'
 * describeSpec(presetEstimator('rllm/pkpo').spec()); // 'r ← its share in the best of 4; r − mean(group)'
 */
export function describeSpec(spec: AdvantageSpec): string {
  const { rows = 'all', columns, missing = 'propagate', reward = [], credit, post = [] } = spec;
  const before: string[] = [];
  if (rows !== 'all')
    before.push(
      rows.applies === 'row'
        ? `statistics of the ${rows.speaks} row of each trajectory`
        : `the ${rows.speaks} row of each trajectory for all of them`,
    );
  if (columns?.combine === 'sum')
    before.push(`r ← Σ w·column${columns.missing === 'skip' ? ' over those that are there' : ''}`);
  if (missing !== 'propagate') before.push(`NaN: ${MISSING[missing]}`);
  before.push(...reward.map(describeReward));
  if (credit) before.push(`r ← its share in the best of ${credit.k}`);
  const formula = describeAffine(spec);
  const whole =
    columns?.combine === 'normalize-then-sum' ? `Σ w·[${formula}] over columns` : formula;
  return [...before, whole, ...post.map(describePost)].join('; ');
}

const MISSING = { exclude: 'left out, 0', zero: '0', refuse: 'refused' } as const;

function describeAffine({ baseline, scale }: AdvantageSpec): string {
  const residual = describeResidual(baseline);
  if (scale.kind === 'none') return residual;
  const recentred = scale.kind === 'std' && scale.recentre;
  const shifted = recentred ? `${residual} − mean(residuals of pool${weightOf(scale)})` : residual;
  const numerator = shifted === 'r' ? 'r' : `(${shifted})`;
  if (scale.kind === 'nonzero-share') return `${numerator} / share of r ≠ 0 in pool`;
  if (scale.kind === 'mean') {
    const instead = scale.nonPositive === 'zero' ? ', 0 where that mean is not above 0' : '';
    return `${numerator} / ${plus('mean(group)', scale.epsilon)}${instead}`;
  }
  const scope = scale.scope === 'leave-one-out' ? 'others of group' : scale.scope;
  const of = scale.of === 'values' ? scope : `residuals of ${scope}`;
  return `${numerator} / ${describeStd(of, scale)}${describeExceptions(scale)}`;
}

function describeResidual(baseline: BaselineSpec): string {
  switch (baseline.kind) {
    case 'none':
      return 'r';
    case 'mean':
      return `r − mean(${baseline.scope})`;
    case 'leave-one-out':
      return baseline.scope === 'pool'
        ? 'N/(N−1) · (r − mean(pool))'
        : 'n/(n−1) · (r − mean(group))';
    case 'length-weighted-mean':
      return 'r − Σ L·r / Σ L (group)';
    case 'log-mean-exp':
      return `r − ${baseline.temperature} · log mean exp(r / ${baseline.temperature}) (group)`;
    case 'best-of-rest':
      return '(best(group) − second best(group) for the best, 0 for the rest)';
    case 'greedy':
      return 'r − r of the greedy rollout';
    case 'value':
      return 'r − V';
    default:
      return baseline.tracker.kind === 'ema'
        ? `r − moving average of its key (decay ${baseline.tracker.decay})`
        : 'r − a/(a+b) of its key';
  }
}

function describeStd(of: string, std: StdSpec): string {
  const { ddof, epsilon, epsilonPlace, about = 'mean' } = std;
  const details = `${weightOf(std)}${ddof === 0 ? '' : `, ddof=${ddof}`}`;
  const [root, square] = about === 'zero' ? ['rms', 'mean square'] : ['std', 'var'];
  if (epsilonPlace === 'outside') return plus(`${root}(${of}${details})`, epsilon);
  const variance = `${square}(${of}${details})`;
  if (epsilonPlace === 'floor') return `sqrt(max(${variance}, ${short(epsilon)}))`;
  return `sqrt${epsilon === 0 ? `(${variance})` : plus(variance, epsilon)}`;
}

function describeExceptions({
  zeroVariance = 'divide',
  zeroUpTo = 0,
  tooFew = 'divide',
}: StdSpec): string {
  const parts: string[] = [];
  if (zeroVariance !== 'divide')
    parts.push(
      `${INSTEAD[zeroVariance]} where std ${zeroUpTo === 0 ? 'is 0' : `≤ ${short(zeroUpTo)}`}`,
    );
  if (tooFew !== 'divide') parts.push(`${INSTEAD[tooFew]} where there is no std`);
  return parts.map((part) => `, ${part}`).join('');
}

const INSTEAD = { 'keep-centred': 'undivided', zero: '0', refuse: 'refused' } as const;

function describeReward(step: RewardStep): string {
  switch (step.kind) {
    case 'clip':
      return `r ← r within [${step.low}, ${step.high}]`;
    case 'add':
      return `r ← r + ${step.number}`;
    case 'multiply':
      return `r ← ${step.by} · r`;
    default:
      return `r ← r − ${step.coefficient} · KL`;
  }
}

export function describePost(step: PostStep): string {
  switch (step.kind) {
    case 'clip':
      return `A ← A within [${step.low}, ${step.high}]`;
    case 'whiten': {
      const numerator = step.recentre ? `(A − mean(A${weightOf(step)}))` : 'A';
      return `A ← ${numerator} / ${describeStd('A', step)}${describeExceptions(step)}`;
    }
    case 'balance':
      return `A ← ${step.positive} · A above 0, ${step.negative} · A below`;
    default:
      return `A ← ${step.by} · A`;
  }
}

function weightOf({ weighting }: StdSpec): string {
  return weighting === 'token' ? ' by token' : '';
}

function plus(term: string, epsilon: number): string {
  return epsilon === 0 ? term : `(${term} + ${short(epsilon)})`;
}

function short(number: number): string {
  return number.toExponential().replace('e+', 'e');
}
