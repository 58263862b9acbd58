import type { Cell } from '../cell.ts';
import { browserCells } from './browsers.ts';
import { bundlerCells } from './bundlers.ts';
import { demoCells } from './demo.ts';
import { denoBunCells } from './deno-bun.ts';
import { nodeCells } from './node.ts';
import { reportCells } from './report.ts';
import { workerdCells } from './workerd.ts';

export const cells: readonly Cell[] = [
  ...nodeCells,
  ...denoBunCells,
  ...workerdCells,
  ...browserCells,
  ...bundlerCells,
  ...demoCells,
  ...reportCells,
];
