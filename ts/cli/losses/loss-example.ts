import { messageOf } from '../../errors/message-of.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { describeLoss } from '../../losses/registry.ts';
import { runLoss } from '../../losses/run-loss.ts';
import type { TokenSequence } from '../../losses/token-input.ts';

/** A token of the example, and its slopes by two losses. */
export interface ExampleToken {
  readonly sequence: number;
  readonly group: string;
  readonly advantage: number;
  readonly ratio: number;
  readonly a: number | null;
  readonly b: number | null;
}

export interface LossExample {
  /** Null where it refuses the example. */
  readonly losses: { readonly a: number | null; readonly b: number | null };
  readonly refused: readonly string[];
  readonly tokens: readonly ExampleToken[];
}

/** Ratios that reach every clip, in sequences of several lengths, with advantages of either sign. */
const ROWS: readonly { group: string; advantage: number; ratios: readonly number[] }[] = [
  { group: 'a', advantage: 1, ratios: [0.5, 1, 1.25] },
  { group: 'a', advantage: -1, ratios: [4] },
  { group: 'b', advantage: 0.5, ratios: [1, 2.5] },
  { group: 'b', advantage: -0.5, ratios: [0.7, 1, 1.1, 1.3] },
];

const BATCH: readonly TokenSequence[] = ROWS.map(({ group, advantage, ratios }, row) => {
  const oldLogprobs = ratios.map((_, t) => -1.5 - 0.25 * ((t + row) % 3));
  return {
    group,
    advantages: advantage,
    oldLogprobs,
    logprobs: ratios.map((ratio, t) => (oldLogprobs[t] as number) + Math.log(ratio)),
    refLogprobs: oldLogprobs.map((logprob) => logprob - 0.1),
    rolloutLogprobs: oldLogprobs.map((logprob) => logprob + 0.05),
    entropies: ratios.map((_, t) => 1 + t / 4),
  };
});

/** Constant lengths are those of the longest sequence. */
const OPTIONS = { normLength: 4 };

/** Both losses on one small batch, token by token. */
export function lossExample(a: string, b: string): LossExample {
  const [left, right] = [ran(a), ran(b)];
  let at = 0;
  const tokens = ROWS.flatMap(({ group, advantage, ratios }, sequence) =>
    ratios.map((ratio): ExampleToken => {
      const t = at++;
      const slope = (side: Ran) => side.result?.dLogprobs[t] ?? null;
      return { sequence: sequence + 1, group, advantage, ratio, a: slope(left), b: slope(right) };
    }),
  );
  return {
    losses: { a: left.result?.loss ?? null, b: right.result?.loss ?? null },
    refused: [left, right].flatMap(({ refused }) => (refused === null ? [] : [refused])),
    tokens,
  };
}

interface Ran {
  readonly result: ReturnType<typeof runLoss> | null;
  readonly refused: string | null;
}

function ran(name: string): Ran {
  try {
    // Each row is a rollout.
    const isByRollout = describeLoss(name).preset?.groups === 'rollout';
    const batch = isByRollout ? BATCH.map((row, i) => ({ ...row, group: i })) : BATCH;
    return { result: runLoss(name, batch, OPTIONS), refused: null };
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    return { result: null, refused: `${name}: ${messageOf(error)}` };
  }
}
