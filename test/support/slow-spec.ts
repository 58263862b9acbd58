/**
 * Estimator specs once more, slowly, from the comments of `ts/estimators/spec/advantage-spec.ts`: plain arrays and the
 * textbook formula of each field, no shared code.
 */
import type {
  AdvantageSpec,
  BaselineSpec,
  ScaleSpec,
  StdSpec,
} from '../../ts/estimators/spec/advantage-spec.ts';

/** One trajectory, or one row of it. */
export interface SlowMember {
  readonly reward: number;
  readonly group: number;
  readonly length: number;
  readonly baseline: number;
  readonly kl: number;
  readonly id: number;
  readonly columns: readonly number[];
}

export interface SlowInput {
  readonly members: readonly SlowMember[];
  readonly weights: readonly number[];
}

const total = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x, 0);
const average = (xs: readonly number[]): number => total(xs) / xs.length;

export function slowSpec(spec: AdvantageSpec, input: SlowInput): number[] {
  const { rows = 'all' } = spec;
  const members = input.members.map((member) => ({
    ...member,
    reward: combined(spec, member, input),
  }));
  if (rows === 'all') return ofTrajectories(spec, members, input);
  const speakerOf = (member: SlowMember): SlowMember => {
    const own = members.filter(({ id, group }) => id === member.id && group === member.group);
    return (rows.speaks === 'first' ? own[0] : own.at(-1)) as SlowMember;
  };
  const speakers = members.filter((member) => speakerOf(member) === member);
  const made = ofTrajectories(spec, speakers, input);
  return members.map((member) => made[speakers.indexOf(speakerOf(member))] as number);
}

function combined({ columns }: AdvantageSpec, member: SlowMember, { weights }: SlowInput): number {
  if (columns?.combine !== 'sum') return member.reward;
  return weighted(member.columns, weights, columns.missing === 'skip');
}

function weighted(values: readonly number[], weights: readonly number[], skip: boolean): number {
  const kept = values.flatMap((value, c) =>
    skip && Number.isNaN(value) ? [] : [(weights[c] as number) * value],
  );
  return kept.length === 0 ? Number.NaN : total(kept);
}

function ofTrajectories(
  spec: AdvantageSpec,
  members: readonly SlowMember[],
  { weights }: SlowInput,
): number[] {
  const { columns, missing = 'propagate' } = spec;
  let rewards = members.map(({ reward }) => reward);
  const separate = columns?.combine === 'normalize-then-sum';
  if (separate) {
    const skip = columns.missing === 'skip';
    const parts = weights.map((_, c) => {
      const values = members.map((member) => member.columns[c] as number);
      const there = members.map((_, i) => !(skip && Number.isNaN(values[i])));
      const made = affine(
        spec,
        members.filter((_, i) => there[i]),
        values.filter((_, i) => there[i]),
      );
      let next = 0;
      return values.map((_, i) => (there[i] ? (made[next++] as number) : Number.NaN));
    });
    rewards = members.map(({ columns: own }, i) => {
      const mine = parts.map((part) => part[i] as number);
      const kept = mine.flatMap((value, c) =>
        skip && Number.isNaN(own[c]) ? [] : [(weights[c] as number) * value],
      );
      return kept.length === 0 ? Number.NaN : total(kept);
    });
  }
  if (missing === 'zero') rewards = rewards.map((reward) => (Number.isNaN(reward) ? 0 : reward));
  const there = members.map((_, i) => missing !== 'exclude' || !Number.isNaN(rewards[i]));
  const scored = members.map(({ group }, i) => {
    const others = members.filter((other, j) => there[j] && other.group === group);
    return there[i] && !(spec.singleton === 'exclude' && others.length === 1);
  });
  const kept = members.filter((_, i) => scored[i]);
  const values = rewards.filter((_, i) => scored[i]);
  const stepped = values.map((value, i) => rewardSteps(spec, value, kept[i] as SlowMember));
  const advantages = afterwards(spec, kept, separate ? values : affine(spec, kept, stepped));
  let next = 0;
  return members.map((_, i) => (scored[i] ? (advantages[next++] as number) : 0));
}

function rewardSteps({ reward = [] }: AdvantageSpec, value: number, member: SlowMember): number {
  return reward.reduce((r, step) => {
    if (step.kind === 'clip')
      return Number.isNaN(r) ? r : Math.max(step.low, Math.min(step.high, r));
    if (step.kind === 'add') return r + step.number;
    return step.kind === 'multiply' ? r * step.by : r - step.coefficient * member.kl;
  }, value);
}

function affine(
  spec: AdvantageSpec,
  members: readonly SlowMember[],
  given: readonly number[],
): number[] {
  const { baseline, scale, singleton, credit } = spec;
  const placesOf = (i: number): number[] =>
    members.flatMap(({ group }, j) => (group === members[i]?.group ? [j] : []));
  const values = credit
    ? given.map((_, i) => {
        const places = placesOf(i);
        return bestOfSubsets(
          places.map((j) => given[j] as number),
          places.indexOf(i),
          credit.k,
        );
      })
    : given;
  const alone = members.map((_, i) => placesOf(i).length === 1 && singleton !== 'member');
  const residuals = values.map((_, i) =>
    residualOf(baseline, i, placesOf(i), alone[i] === true, singleton, members, values),
  );
  return values.map((_, i) => {
    const groupwise =
      ('scope' in baseline && baseline.scope !== 'pool') ||
      (['leave-one-out', 'length-weighted-mean', 'best-of-rest', 'log-mean-exp'].includes(
        baseline.kind,
      ) &&
        !('scope' in baseline && baseline.scope === 'pool')) ||
      scale.kind === 'mean' ||
      (scale.kind === 'std' && scale.scope !== 'pool');
    if (alone[i] && ['zero', 'exclude'].includes(singleton) && groupwise) return 0;
    return scaled(scale, i, placesOf(i), alone[i] === true, members, values, residuals);
  });
}

function bestOfSubsets(values: readonly number[], place: number, size: number): number {
  const k = Math.max(1, Math.min(size, values.length));
  const bests: number[] = [];
  let mine = 0;
  const choose = (from: number, chosen: readonly number[]): void => {
    if (chosen.length === k) {
      const best = Math.max(...chosen.map((j) => values[j] as number));
      bests.push(best);
      if (chosen.includes(place)) mine += best;
      return;
    }
    for (let j = from; j < values.length; j++) choose(j + 1, [...chosen, j]);
  };
  choose(0, []);
  return mine / bests.length;
}

function residualOf(
  baseline: BaselineSpec,
  i: number,
  places: readonly number[],
  alone: boolean,
  singleton: AdvantageSpec['singleton'],
  members: readonly SlowMember[],
  values: readonly number[],
): number {
  const value = values[i] as number;
  const all = values.map((_, j) => j);
  const of = (js: readonly number[]): number[] => js.map((j) => values[j] as number);
  const lone = singleton === 'raw' ? value : 0;
  switch (baseline.kind) {
    case 'none':
      return value;
    case 'mean':
      if (baseline.scope === 'pool') return value - average(values);
      return alone ? lone : value - average(of(places));
    case 'leave-one-out': {
      if (baseline.scope === 'pool') return value - average(of(all.filter((j) => j !== i)));
      return alone ? lone : value - average(of(places.filter((j) => j !== i)));
    }
    case 'length-weighted-mean': {
      if (alone) return lone;
      const tokens = places.map((j) => members[j]?.length as number);
      const products = of(places).map((x, j) => (tokens[j] === 0 ? 0 : x * (tokens[j] as number)));
      return value - total(products) / total(tokens);
    }
    case 'log-mean-exp': {
      if (alone) return lone;
      const t = baseline.temperature;
      return value - t * Math.log(average(of(places).map((x) => Math.exp(x / t))));
    }
    case 'best-of-rest': {
      if (alone) return lone;
      if (places.length === 1) return Number.NaN;
      if (of(places).some(Number.isNaN)) return Number.NaN;
      const sorted = of(places).sort((a, b) => b - a);
      const best = places.find((j) => values[j] === sorted[0]);
      return best === i ? (sorted[0] as number) - (sorted[1] as number) : 0;
    }
    default:
      return value - (members[i]?.baseline as number);
  }
}

function scaled(
  scale: ScaleSpec,
  i: number,
  places: readonly number[],
  alone: boolean,
  members: readonly SlowMember[],
  values: readonly number[],
  residuals: readonly number[],
): number {
  const residual = residuals[i] as number;
  const all = values.map((_, j) => j);
  if (scale.kind === 'none') return residual;
  if (scale.kind === 'nonzero-share')
    return (residual * values.length) / Math.max(1, values.filter((x) => x !== 0).length);
  if (scale.kind === 'mean') {
    if (alone) return residual;
    const mean = average(places.map((j) => values[j] as number));
    return scale.nonPositive === 'zero' && mean <= 0 ? 0 : residual / (mean + scale.epsilon);
  }
  if (alone && scale.scope !== 'pool') return residual / root(1, scale);
  const source = scale.of === 'values' ? values : residuals;
  const whose =
    scale.scope === 'pool' ? all : scale.scope === 'group' ? places : places.filter((j) => j !== i);
  const weights = whose.map((j) =>
    scale.weighting === 'token' ? (members[j]?.length as number) : 1,
  );
  const shift = scale.recentre
    ? weightedMean(
        whose.map((j) => residuals[j] as number),
        weights,
        scale,
      )
    : 0;
  return byStd(
    scale,
    whose.map((j) => source[j] as number),
    weights,
    residual - shift,
  );
}

function weightedMean(
  xs: readonly number[],
  weights: readonly number[],
  { countEpsilon = 0 }: StdSpec,
): number {
  const kept = xs.map((x, j) => (weights[j] === 0 ? 0 : x * (weights[j] as number)));
  return total(kept) / (total(weights) + countEpsilon);
}

function byStd(
  std: StdSpec,
  xs: readonly number[],
  weights: readonly number[],
  residual: number,
): number {
  const { ddof, about = 'mean', countEpsilon = 0, zeroVariance = 'divide', zeroUpTo = 0 } = std;
  const { tooFew = 'divide' } = std;
  const count = total(weights);
  const instead = (rule: string): number => (rule === 'zero' ? 0 : residual);
  if (count <= ddof && tooFew !== 'divide') return instead(tooFew);
  const centre = about === 'zero' ? 0 : weightedMean(xs, weights, std);
  const squares = total(
    xs.map((x, j) => (weights[j] === 0 ? 0 : (x - centre) ** 2 * (weights[j] as number))),
  );
  const variance = (squares / (count + countEpsilon)) * (count / Math.max(count - ddof, 0));
  const seen = xs.filter((_, j) => weights[j] !== 0);
  const equal = seen.every((x) => x === (about === 'zero' ? 0 : seen[0]));
  if (zeroVariance !== 'divide' && (equal || Math.sqrt(variance) <= zeroUpTo))
    return instead(zeroVariance);
  return residual / root(variance, std);
}

function root(variance: number, { epsilon, epsilonPlace }: StdSpec): number {
  if (epsilonPlace === 'floor') return Math.sqrt(Math.max(variance, epsilon));
  return epsilonPlace === 'inside' ? Math.sqrt(variance + epsilon) : Math.sqrt(variance) + epsilon;
}

function afterwards(
  { post = [] }: AdvantageSpec,
  members: readonly SlowMember[],
  made: readonly number[],
): number[] {
  return post.reduce<number[]>(
    (xs, step) => {
      if (step.kind === 'multiply') return xs.map((x) => x * step.by);
      if (step.kind === 'balance')
        return xs.map((x) => x * (x > 0 ? step.positive : step.negative));
      if (step.kind === 'clip')
        return xs.map((x) => (Number.isNaN(x) ? x : Math.max(step.low, Math.min(step.high, x))));
      const weights = members.map(({ length }) => (step.weighting === 'token' ? length : 1));
      const shift = step.recentre ? weightedMean(xs, weights, step) : 0;
      return xs.map((x) => byStd(step, xs, weights, x - shift));
    },
    [...made],
  );
}
