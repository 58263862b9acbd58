import { type LocalBackend, LocalEngine } from 'upperhand/local';
import { createWorkflowContext } from 'upperhand/trainer';
import { cellName, isMove, MOVES, moved, STARTS } from '../../examples/frozen-lake/lake.ts';
import { play } from '../../examples/frozen-lake/play.ts';

/** A move of a game, and where it led. */
export interface ShownMove {
  /** As the policy wrote it; no move at all ends the game. */
  readonly text: string;
  readonly probability: number;
  readonly cell: number;
}

/** A game of likeliest moves. */
export interface ShownGame {
  readonly start: number;
  readonly moves: readonly ShownMove[];
  readonly isWon: boolean;
}

/** What the policy does, by the starts of the lake. */
export interface PolicyView {
  /** Of the four moves, in the order of `MOVES`, where a game begins. */
  readonly probabilities: readonly (readonly number[])[];
  readonly games: readonly ShownGame[];
}

/** How things stand after an update; 0: before the first. */
export interface LakeSnapshot extends PolicyView {
  readonly update: number;
  /** Games that were learned from so far. */
  readonly played: number;
  /** Mean of the update's games; null before the first. */
  readonly reward: number | null;
  /** Share of the update's games that was won, by start; null where none began. */
  readonly success: readonly (number | null)[];
}

/** Asks the policy, and leaves it as it is: training does not notice. */
export async function viewPolicy(backend: LocalBackend): Promise<PolicyView> {
  const [probabilities, games] = await Promise.all([
    firstMoves(backend),
    Promise.all(STARTS.map((start) => likeliestGame(backend, start))),
  ]);
  return { probabilities, games };
}

async function firstMoves({ policy, tokenizer }: LocalBackend): Promise<number[][]> {
  if (tokenizer === null) return [];
  const begin = tokenizer.special('begin');
  const datums = STARTS.flatMap((start) =>
    MOVES.map((move) => ({ tokens: [begin, ...tokenizer.encode(cellName(start) + move)] })),
  );
  const { logprobs } = await policy.forward(datums);
  return STARTS.map((_, i) => MOVES.map((_, j) => likelihood(logprobs[i * MOVES.length + j]?.[2])));
}

async function likeliestGame(
  { policy, tokenizer }: LocalBackend,
  start: number,
): Promise<ShownGame> {
  if (tokenizer === null) return { start, moves: [], isWon: false };
  const { context } = policy.config;
  const lengths = { maxPromptLength: context, maxLength: context };
  const rolloutEngine = new LocalEngine({ sampler: policy, tokenizer, seed: 0, ...lengths });
  const ctx = createWorkflowContext({ rolloutEngine, params: { temperature: 0, maxTokens: 1 } });
  const reward = await play({ id: 'shown', start }, ctx);
  let cell = start;
  const moves = ctx.model.steps.map(({ modelResponse: text, logprobs }) => {
    if (isMove(text)) cell = moved(cell, text);
    return { text, probability: likelihood(logprobs[0]), cell };
  });
  return { start, moves, isWon: reward === 1 };
}

const likelihood = (logprob = Number.NEGATIVE_INFINITY): number => Math.exp(logprob);
