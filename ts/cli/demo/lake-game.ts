import { cellName, isMove, LAKE, moved, SIDE, STARTS } from '../../../examples/frozen-lake/lake.ts';
import { play } from '../../../examples/frozen-lake/play.ts';
import { type LocalBackend, LocalEngine } from '../../backends/local/index.ts';
import { createWorkflowContext } from '../../workflow/rollout-context.ts';
import type { Style } from '../style.ts';
import { lakeRows } from './lake-view.ts';

/** The one start with a single useful move, which uniformly random games survive least. */
const START = 3;
/** Eight moves fit 80 columns. */
const GAP = '  ';
const ARROWS = { L: '←', D: '↓', R: '→', U: '↑' } as const;

/** A game of likeliest moves, move by move: the lake after each, and how sure the policy was. */
export async function gameText(backend: LocalBackend, style: Style): Promise<string[]> {
  const { policy, tokenizer } = backend;
  if (tokenizer === null || !STARTS.includes(START)) return [];
  const rolloutEngine = new LocalEngine({
    sampler: policy,
    tokenizer,
    seed: 0,
    maxPromptLength: policy.config.context,
    maxLength: policy.config.context,
  });
  const params = { temperature: 0, maxTokens: 1 };
  const ctx = createWorkflowContext({ rolloutEngine, params });
  const reward = await play({ id: 'shown', start: START }, ctx);
  let cell = START;
  const pictures = [lakeRows(style, cell)];
  const labels = ['start'];
  for (const { modelResponse: move, logprobs } of ctx.model.steps) {
    const sure = `${Math.round(100 * Math.exp(logprobs[0] ?? 0))} %`;
    if (isMove(move)) cell = moved(cell, move);
    pictures.push(lakeRows(style, cell));
    labels.push(`${isMove(move) ? ARROWS[move] : '?'} ${sure}`);
  }
  const rows = lakeRows(style).map((_, row) => pictures.map((picture) => picture[row]).join(GAP));
  const end = LAKE[cell] === 'G' ? 'the goal' : `cell ${cellName(cell)}`;
  return [
    `A game from cell ${cellName(START)}, move by move: ${end}, reward ${reward}`,
    '',
    labels
      .map((label) => label.padEnd(2 * SIDE - 1))
      .join(GAP)
      .trimEnd(),
    ...rows,
  ];
}
