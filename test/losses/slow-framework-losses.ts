import type { BuiltInLoss } from '../../ts/losses/built-ins.ts';
import type { TinkerLoss } from '../../ts/losses/loss-settings.ts';
import type { SlowToken } from './slow-losses.ts';

/** Trained tokens of all sequences. */
export type SlowSequences = readonly (readonly SlowToken[])[];

// biome-ignore lint/suspicious/noExplicitAny: of every loss another
export type SlowOptions = any;

/** The loss of each trained token. What is constant for the gradient is computed of `held`. */
type SlowLoss = (now: SlowSequences, held: SlowSequences, o: SlowOptions) => number[][];

const sum = (values: readonly number[]): number => values.reduce((all, x) => all + x, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const within = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));
const logRatio = ({ logprob, old }: SlowToken): number => logprob - old;
const ratio = (token: SlowToken): number => Math.exp(logRatio(token));
const toRollout = ({ logprob, rollout }: SlowToken): number => logprob - rollout;
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

const each =
  (loss: (now: SlowToken, held: SlowToken, o: SlowOptions) => number): SlowLoss =>
  (now, held, o) =>
    now.map((tokens, s) => tokens.map((token, t) => loss(token, held[s]?.[t] as SlowToken, o)));

const clipped = (rho: number, { advantage: a }: SlowToken, o: SlowOptions): number =>
  Math.max(-rho * a, -within(rho, 1 - o.epsClip, 1 + o.epsClipHigh) * a);

const bySequence: SlowLoss = (now, _, o) =>
  now.map((tokens) => {
    const s = Math.exp(mean(tokens.map(logRatio)));
    return tokens.map((token) => clipped(s, token, o));
  });

const covariances = (sequences: SlowSequences): number[][] => {
  const all = sequences.flat();
  const [a, l] = [mean(all.map((x) => x.advantage)), mean(all.map((x) => x.logprob))];
  return sequences.map((tokens) => tokens.map((x) => (x.advantage - a) * (x.logprob - l)));
};

/** Whether an entry is among the k greatest, the first of equal ones before. */
const isTop = (values: readonly number[][], k: number): boolean[][] => {
  const flat = values.flat().map((value, i) => ({ value, i }));
  const top = flat.sort((x, y) => y.value - x.value).slice(0, k);
  let i = 0;
  return values.map((row) => row.map(() => top.some((one) => one.i === i++)));
};

const dppo = (distance: (now: SlowToken) => number): SlowLoss =>
  each((now, held, o) => {
    const d = distance(held);
    const isOut = now.advantage > 0 ? d > o.deltaHigh : -d > o.deltaLow;
    const gain =
      o.surrogate === 'ratio' ? ratio(now) : Math.min(ratio(held), o.heldRatioCap) * now.logprob;
    return (isOut ? 0 : -gain * now.advantage) + o.logRatioPenalty * logRatio(now) ** 2;
  });

const moved = ({ logprob, old }: SlowToken): number => Math.exp(logprob) - Math.exp(old);

export const slowFrameworkLosses: Readonly<Record<Exclude<BuiltInLoss, TinkerLoss>, SlowLoss>> = {
  kl: each(({ logprob, ref }) => Math.exp(ref - logprob) - 1 - (ref - logprob)),
  reinforce: each(({ logprob, advantage }) => -advantage * logprob),
  gspo: bySequence,
  luspo: bySequence,
  gspo_token: (now, held, o) =>
    now.map((tokens, i) => {
      const s = Math.exp(mean((held[i] ?? []).map(logRatio)));
      return tokens.map((token, t) => {
        const own = Math.exp(token.logprob - (held[i]?.[t]?.logprob as number));
        return clipped(s * own, token, o);
      });
    }),
  gmpo: (now, _, o) =>
    now.map((tokens) => {
      const logs = tokens.map((token) => {
        const x = logRatio(token);
        if (token.advantage === 0) return 0;
        return token.advantage > 0 ? Math.min(x, o.epsClipHigh) : Math.max(x, -o.epsClip);
      });
      const loss = -mean(tokens.map((x) => x.advantage)) * Math.exp(mean(logs));
      return tokens.map(() => loss);
    }),
  sapo: each((now, _, o) => {
    const tau = now.advantage > 0 ? o.tauPositive : o.tauNegative;
    return (-4 / tau) * sigmoid(tau * (ratio(now) - 1)) * now.advantage;
  }),
  dppo_tv: dppo(moved),
  dppo_kl: dppo((token) => {
    const [p, q] = [Math.exp(token.logprob), Math.exp(token.old)];
    const kl = q * Math.log(q / p) + (1 - q) * Math.log((1 - q + 1e-8) / (1 - p + 1e-8));
    return Math.sign(p - q) * kl;
  }),
  ipo: each((now, held, o) => {
    const isOut = Math.abs(Math.exp(held.logprob) - Math.exp(held.rollout)) > o.threshold;
    const gain = isOut ? 0 : -Math.exp(toRollout(now)) * now.advantage;
    return gain + o.logRatioPenalty * toRollout(now) ** 2;
  }),
  clip_cov: (now, held, o) => {
    const cov = covariances(held);
    const isOut = held.map((tokens, s) =>
      tokens.map((token, t) => {
        const isClipped = clipped(ratio(token), token, o) > -ratio(token) * token.advantage;
        const c = cov[s]?.[t] as number;
        return !isClipped && c > o.covLow && c < o.covHigh;
      }),
    );
    // Of the candidates the first ones.
    let left = Math.max(Math.floor(o.covRatio * held.flat().length), 1);
    const chosen = isOut.map((row) => row.map((out) => out && left-- > 0));
    return now.map((tokens, s) =>
      tokens.map((token, t) => (chosen[s]?.[t] ? 0 : clipped(ratio(token), token, o))),
    );
  },
  kl_cov: (now, held, o) => {
    const count = Math.max(Math.floor(o.covRatio * held.flat().length), 1);
    const isHeld = isTop(covariances(held), count);
    return now.map((tokens, s) =>
      tokens.map((token, t) => {
        const penalty = isHeld[s]?.[t] ? o.klCoef * Math.abs(logRatio(token)) : 0;
        return -ratio(token) * token.advantage + penalty;
      }),
    );
  },
  topr: each((now, held) => {
    const weight = now.advantage > 0 ? 1 : Math.min(ratio(held), 1);
    return -weight * now.advantage * now.logprob;
  }),
  vespo: (now, held, o) =>
    now.map((tokens, s) => {
      const w = Math.exp(sum((held[s] ?? []).map(logRatio)));
      return tokens.map(({ advantage, logprob }) => {
        const [k, l] =
          advantage >= 0 ? [o.kPositive, o.lambdaPositive] : [o.kNegative, o.lambdaNegative];
        return -Math.exp(l) * w ** k * Math.exp(-l * w) * advantage * logprob;
      });
    }),
  // Of sequences all of whose tokens are trained: distances count tokens.
  fipo: (now, held, o) =>
    now.map((tokens, s) =>
      tokens.map((token, t) => {
        const after = (held[s] ?? []).slice(t);
        const future = sum(after.map((later, d) => 0.5 ** (d / o.halfLife) * logRatio(later)));
        let weight = within(
          Math.exp(future),
          o.highOnly ? 1 : 1 - o.weightRange,
          1 + o.weightRange,
        );
        const isUnsafe = ratio(held[s]?.[t] as SlowToken) > o.safetyRatio && token.advantage < 0;
        if (isUnsafe) weight = within(weight, 0.8, 1);
        return weight * clipped(ratio(token), token, o);
      }),
    ),
  // Sequences of even number are one group, the others another.
  real: (now, _, o) => {
    const score = (tokens: readonly SlowToken[]): number =>
      mean(tokens.map(logRatio)) / o.temperature;
    const lossOf = (group: number): number => {
      const own = now.filter((tokens, s) => s % 2 === group && tokens.length > 0);
      const isGood = (tokens: readonly SlowToken[]) => sum(tokens.map((x) => x.advantage)) > 0;
      const good = own.filter(isGood);
      const bad = own.filter((tokens) => !isGood(tokens));
      if (good.length === 0 || bad.length === 0) return 0;
      const side = (sequences: typeof own, sign: number): number =>
        Math.log(1 + sum(sequences.map((tokens) => Math.exp(sign * score(tokens)))));
      return side(bad, 1) + side(good, -1);
    };
    return now.map((tokens, s) => tokens.map(() => lossOf(s % 2)));
  },
  m2po: (now, held, o) => {
    const squares = held.map((tokens) => tokens.map((x) => (x.old - x.rollout) ** 2));
    const all = squares.flat().sort((x, y) => y - x);
    let out = 0;
    while (out < all.length - 1 && mean(all.slice(out)) >= o.secondMoment) out++;
    const isOut = isTop(squares, out);
    return now.map((tokens, s) =>
      tokens.map((token, t) => (isOut[s]?.[t] ? 0 : clipped(ratio(token), token, o))),
    );
  },
  a2po: (now, _, o) =>
    now.map((tokens) => {
      const reward = o.beta * sum(tokens.map(({ logprob, ref }) => logprob - ref));
      const error = reward - mean(tokens.map((x) => x.advantage));
      return tokens.map(() => error ** 2);
    }),
  sdar: each(
    (now, held, o) => sigmoid(o.gateBeta * (held.ref - held.logprob)) * (now.ref - now.logprob),
  ),
  ref_kl: each((now, held, o) => {
    const isOut = Math.exp(held.logprob) - Math.exp(held.rollout) < -o.threshold;
    const gain = isOut ? 0 : -(held.ref - held.logprob) * Math.exp(toRollout(now));
    return gain + o.logRatioPenalty * toRollout(now) ** 2;
  }),
  chord: each((now, held) => {
    const p = Math.exp(held.logprob);
    return -p * (1 - p) * now.logprob;
  }),
  up: each((now, held, o) =>
    now.advantage > 0
      ? -Math.exp(now.logprob - held.logprob) * now.advantage
      : clipped(ratio(now), now, o),
  ),
  sdpo: each((now, held, o) => {
    const weight = Math.min(ratio(held), o.heldRatioCap) * (held.logprob - held.ref);
    return weight * now.logprob;
  }),
  // Groups as of `real`.
  tpo: (now, _, o) => {
    const lossOf = (group: number): number => {
      const own = now.filter((tokens, s) => s % 2 === group && tokens.length > 0);
      const side = (sign: number) =>
        own
          .filter((tokens) => Math.sign(mean(tokens.map((x) => x.advantage))) === sign)
          .map((tokens) => mean(tokens.map((x) => x.logprob)));
      const pairs = side(1).flatMap((good) => side(-1).map((bad) => o.beta * (good - bad)));
      const losses = pairs.map((x) => {
        const right = Math.log(sigmoid(x - o.gamma));
        const wrong = Math.log(sigmoid(o.gamma - x));
        return -(1 - o.labelSmoothing) * right - o.labelSmoothing * wrong;
      });
      return losses.length === 0 ? 0 : mean(losses);
    };
    return now.map((tokens, s) => tokens.map(() => lossOf(s % 2)));
  },
};
