import { cellName, isMove, LAKE, STARTS } from '../../examples/frozen-lake/lake.ts';
import type { Board } from './board.ts';
import { html, percent } from './elements.ts';
import type { ShownGame, ShownMove } from './lake-snapshot.ts';

const ARROWS = { L: '←', D: '↓', R: '→', U: '↑' } as const;
/** How long the end of a game is to be seen, in moves. */
const REST = 3;

/** Plays one game after the other on the board, each from the next start, and writes down its moves. */
export class GamePlayer {
  readonly #board: Board;
  readonly #text: HTMLElement;
  readonly #gameFrom: (start: number) => ShownGame | null;
  #start = STARTS.indexOf(3);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds of a move. */
  pace = 350;

  /** @param gameFrom - the game of the policy that is shown now; null while there is none */
  constructor(board: Board, text: HTMLElement, gameFrom: (start: number) => ShownGame | null) {
    this.#board = board;
    this.#text = text;
    this.#gameFrom = gameFrom;
  }

  /** Begins a game, from the cell where the last one began if no other is given. */
  play(start: number = STARTS[this.#start] as number): void {
    clearTimeout(this.#timer);
    this.#start = STARTS.indexOf(start);
    const game = this.#gameFrom(start);
    if (game === null) {
      this.stop();
      return;
    }
    this.#board.begin(start);
    this.#text.replaceChildren(`From ${cellName(start)}:`);
    this.#later(1, () => this.#move(game, 0));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#board.leave();
    this.#text.replaceChildren();
  }

  #move(game: ShownGame, i: number): void {
    const move = game.moves[i];
    if (move === undefined) {
      this.#end(game);
      return;
    }
    this.#board.step(move.cell);
    this.#text.append(' ', moveText(move));
    this.#later(1, () => this.#move(game, i + 1));
  }

  #end(game: ShownGame): void {
    const last = game.moves.at(-1);
    this.#text.append(' ', html('strong', game.isWon ? 'good' : 'bad', endText(game.isWon, last)));
    this.#start = (this.#start + 1) % STARTS.length;
    this.#later(REST, () => this.play());
  }

  #later(moves: number, next: () => void): void {
    this.#timer = setTimeout(next, moves * this.pace);
  }
}

function moveText({ text, probability }: ShownMove): HTMLElement {
  const sign = isMove(text) ? ARROWS[text] : `“${text}”`;
  return html('span', 'move', `${sign} ${percent(probability)}`);
}

function endText(isWon: boolean, last: ShownMove | undefined): string {
  if (isWon) return 'the goal';
  if (last !== undefined && !isMove(last.text)) return 'no move';
  return last !== undefined && LAKE[last.cell] === 'H' ? 'a hole' : 'no moves left';
}
