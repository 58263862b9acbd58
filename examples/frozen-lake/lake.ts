// The game: a frozen lake of 4×4 cells, from anywhere to the goal without falling into a hole.

/** `F` is ice, `H` a hole, `G` the goal. */
export const LAKE: string = 'FFFF' + 'FHFH' + 'FFFH' + 'HFFG';
export const SIDE = 4;

/** Left, down, right, up. A move against the edge is legal and leads nowhere. */
export const MOVES = ['L', 'D', 'R', 'U'] as const;
export type Move = (typeof MOVES)[number];

export const CELLS: readonly number[] = [...LAKE].map((_, cell) => cell);

/** The cells that a game may start from: all eleven of ice. */
export const STARTS: readonly number[] = CELLS.filter((cell) => LAKE[cell] === 'F');

export function isMove(text: string): text is Move {
  return (MOVES as readonly string[]).includes(text);
}

/** The cell that a move leads to. */
export function moved(cell: number, move: Move): number {
  const [row, column] = [Math.floor(cell / SIDE), cell % SIDE];
  if (move === 'L') return column > 0 ? cell - 1 : cell;
  if (move === 'R') return column < SIDE - 1 ? cell + 1 : cell;
  if (move === 'U') return row > 0 ? cell - SIDE : cell;
  return row < SIDE - 1 ? cell + SIDE : cell;
}

/** A cell as the policy reads it, a letter from `a` to `p`. */
export function cellName(cell: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + cell);
}
