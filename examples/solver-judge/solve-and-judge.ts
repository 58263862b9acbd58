// The workflow: the solver answers, and the judge says which of two answers is right.

import type { WorkflowContext } from 'upperhand/trainer';
import {
  isAnswer,
  isRight,
  type Pair,
  pairText,
  type Question,
  questionText,
  VERDICTS,
} from './parity.ts';

type Rewards = Partial<Record<'solver' | 'judge', boolean>>;

export async function solveAndJudge(task: Question | Pair, ctx: WorkflowContext): Promise<Rewards> {
  const { number } = task;
  if ('answers' in task) return { judge: await judge(number, task.answers, ctx) };

  const { content: answer } = await ctx.agent('solver').model.complete(questionText(number));
  const solver = isRight(number, answer);
  if (ctx.isValidation) return { solver };

  const early = await earlyAnswer(number, ctx);
  const differ = isAnswer(answer) && isAnswer(early) && answer !== early;
  ctx.log({ pairs: Number(differ) });
  if (!differ) return { solver };
  // The order must not say which is which.
  const answers =
    ctx.rolloutIdx % 2 === 0 ? ([answer, early] as const) : ([early, answer] as const);
  return { solver, judge: await judge(number, answers, ctx) };
}

/**
 * What the solver answered when it was asked this for the first time. Soon it is always right by itself, and then there
 * would be nothing to judge.
 */
async function earlyAnswer(
  number: number,
  { agent, store, rolloutIdx }: WorkflowContext,
): Promise<string> {
  const key = `early answer ${rolloutIdx} to ${number}`;
  const known = await store.get(key);
  if (typeof known === 'string') return known;
  const { model } = agent('solver');
  const answer = await model.complete(questionText(number));
  model.discard(answer);
  await store.set(key, answer.content);
  return answer.content;
}

/** Whether the answer that the judge names is the right one. */
async function judge(
  number: number,
  answers: readonly [string, string],
  ctx: WorkflowContext,
): Promise<boolean> {
  const { content: verdict } = await ctx.agent('judge').model.complete(pairText(number, answers));
  const named = answers[VERDICTS.indexOf(verdict)];
  return named !== undefined && isRight(number, named);
}
