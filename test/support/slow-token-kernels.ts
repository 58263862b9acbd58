import type {
  DiscountedReturnsOptions,
  GeneralizedAdvantagesOptions,
  MaskedTokens,
  OptimalTokenBaselineOptions,
  WhitenOptions,
} from '../../ts/kernels/token-kernels.ts';
import { slowSum } from './slow-oracle.ts';

/** A token as the slow code sees it: two numbers and whether it is trained. */
export interface SlowToken {
  readonly first: number;
  readonly second: number;
  readonly trained: boolean;
}

type SlowRow = readonly SlowToken[];

/** A token with what its rule makes of it; one that is passed over is none. */
const counted = (row: SlowRow, masked: MaskedTokens): (SlowToken | null)[] =>
  row.map((token) => {
    if (token.trained) return token;
    if (masked === 'carry') return null;
    return masked === 'zero' ? { ...token, first: 0, second: 0 } : token;
  });

/** Returns by their definition, from each token on, as long as nothing lies between that forgets. */
export function slowReturns(row: SlowRow, options: DiscountedReturnsOptions): number[] {
  const { masked, zeroUntrained } = options;
  const gamma = options.gamma as number;
  const tokens = counted(row, masked);
  const from = (t: number): number => {
    const token = tokens[t];
    if (t === row.length) return 0;
    if (token === null || token === undefined) return from(t + 1);
    const isBefore = row[t + 1]?.trained === false && masked === 'reset';
    const isCut = !row[t]?.trained && masked === 'cut';
    return token.first + gamma * (isBefore || isCut ? 0 : from(t + 1));
  };
  return row.map(({ trained }, t) => (!trained && zeroUntrained ? 0 : from(t)));
}

export function slowGae(
  row: SlowRow,
  bootstrap: number,
  options: GeneralizedAdvantagesOptions,
): { advantages: number[]; returns: number[] } {
  const { masked, zeroUntrained } = options;
  const [gamma, lambda] = [options.gamma as number, options.lambda as number];
  const tokens = counted(row, masked);
  /** Value and advantage of what follows. */
  const after = (t: number): readonly [number, number] => {
    const isCut = !row[t]?.trained && masked === 'cut';
    if (isCut || (row[t + 1]?.trained === false && masked === 'reset')) return [0, 0];
    const next = tokens.findIndex((token, u) => u > t && token !== null);
    if (next < 0) return [bootstrap, 0];
    return [tokens[next]?.second as number, advantage(next)];
  };
  const advantage = (t: number): number => {
    const token = tokens[t];
    if (token === null || token === undefined) return after(t)[1];
    const [value, sum] = after(t);
    return token.first + gamma * value - token.second + gamma * lambda * sum;
  };
  const advantages = row.map(({ trained }, t) => (!trained && zeroUntrained ? 0 : advantage(t)));
  const values = row.map((token, t) => (tokens[t] ?? token).second);
  return { advantages, returns: advantages.map((x, t) => x + (values[t] as number)) };
}

export function slowWhiten(segment: SlowRow, options: WhitenOptions): number[] {
  const { mean: rule, divide, ddof, epsilon, epsilonPlace, countEpsilon } = options;
  const sumOf = (term: (x: number) => number): number =>
    slowSum(segment.map(({ first, trained }) => (trained ? term(first) : 0)));
  const n = segment.filter(({ trained }) => trained).length;
  const mean = sumOf((x) => x) / (n + countEpsilon);
  const squares = sumOf((x) => (x - mean) * (x - mean));
  const variance =
    countEpsilon === 0
      ? squares / Math.max(n - ddof, 0)
      : (squares / (n + countEpsilon)) * (n / (n - ddof));
  const divisors = {
    outside: Math.sqrt(variance) + epsilon,
    inside: Math.sqrt(variance + epsilon),
    floor: Math.sqrt(Math.max(variance, epsilon)),
  };
  const by = divide ? divisors[epsilonPlace] : 1;
  return segment.map(({ first: x }) => {
    if (rule === 'keep') return x / by;
    return rule === 'subtract' ? (x - mean) / by : (x - mean) / by + mean;
  });
}

/** One group. */
export function slowBaseline(
  rows: readonly SlowRow[],
  { epsilon, zeroTail, align }: OptimalTokenBaselineOptions,
): { advantages: number[][]; returns: number[][] } {
  const add = (a: number, b: number): number => a + b;
  const seen = rows.map((row) => {
    const trained = row.map((token, t) => ({ ...token, t })).filter((token) => token.trained);
    return {
      length: trained.length,
      returns: row.map((_, t) =>
        trained.filter((u) => u.t >= t).reduceRight((sum, u) => u.first + sum, 0),
      ),
      paths: row.map((_, t) =>
        trained
          .filter((u) => u.t <= t)
          .map((u) => u.second)
          .reduce(add, 0),
      ),
      tokenAt: (place: number) =>
        (align === 'position' ? trained.find((u) => u.t === place) : trained[place])?.t,
      placeOf: (t: number) => (align === 'position' ? t : trained.findIndex((u) => u.t === t)),
    };
  });
  const members = seen.filter(({ length }) => align === 'position' || length > 0).length;
  const baselineAt = (place: number): number => {
    let [above, below] = [0, 0];
    for (const { tokenAt, returns, paths } of seen) {
      const t = tokenAt(place);
      if (t === undefined) continue;
      above += (returns[t] as number) * (paths[t] as number);
      below += paths[t] as number;
    }
    return above / (below + epsilon);
  };
  const advantages = rows.map((row, r) => {
    const { length, returns, placeOf } = seen[r] as (typeof seen)[number];
    const others = Math.max(0, ...seen.filter((_, o) => o !== r).map((other) => other.length));
    return row.map(({ trained }, t) => {
      if (!trained) return 0;
      const isTail = zeroTail && length > others && placeOf(t) >= others;
      return (returns[t] as number) - (members < 2 || isTail ? 0 : baselineAt(placeOf(t)));
    });
  });
  return { advantages, returns: seen.map(({ returns }) => returns) };
}
