// The workflow: the policy reads where it stands and answers with a move, up to eight times.

import type { WorkflowContext } from 'upperhand/trainer';
import { cellName, isMove, LAKE, moved } from './lake.ts';

export interface LakeTask {
  readonly id: string;
  /** The cell where the game starts. */
  readonly start: number;
}

export const MOST_MOVES = 8;

/** 1 for reaching the goal; 0 for a hole, for no move at all, and when the moves are used up. */
export async function play({ start }: LakeTask, ctx: WorkflowContext): Promise<number> {
  let game = '';
  let cell = start;
  for (let turn = 0; turn < MOST_MOVES && LAKE[cell] === 'F'; turn++) {
    game += cellName(cell);
    const { content: move } = await ctx.model.complete(game);
    if (!isMove(move)) break;
    game += move;
    cell = moved(cell, move);
  }
  const success = LAKE[cell] === 'G' ? 1 : 0;
  ctx.log({ [`success_${cellName(start)}`]: success });
  return success;
}
