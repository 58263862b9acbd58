import { cellName, LAKE, SIDE, STARTS } from '../../../examples/frozen-lake/lake.ts';
import type { TrainProgress } from '../../trainer/train-progress.ts';
import type { Io } from '../io.ts';
import type { Style } from '../style.ts';
import { bar, sparkline } from './sparkline.ts';

const BAR_WIDTH = 20;
/** Where there is no terminal, a line every so many updates. */
const LINE_EVERY = 5;

/** Shows how the demo goes: one line that changes on a terminal, a line now and then elsewhere. */
export class LakeView {
  readonly #io: Io;
  readonly #style: Style;
  readonly #rewards: number[] = [];
  readonly #won = new Map<number, number>();
  #updates = 0;
  #isShown = false;

  constructor(io: Io, style: Style) {
    this.#io = io;
    this.#style = style;
  }

  /** Starts from which the likeliest moves led to the goal, at the last validation. */
  get won(): number | null {
    return [...this.#won.values()].at(-1) ?? null;
  }

  /** The same after so many updates. */
  wonAfter(update: number): number | null {
    return this.#won.get(update) ?? null;
  }

  line(text = ''): void {
    if (this.#isShown) this.#io.stdout.write('\r\u001b[K', () => {});
    this.#isShown = false;
    this.#io.stdout.write(`${text}\n`, () => {});
  }

  readonly warmUp = (step: number, steps: number): void => {
    this.#live(`warm-up ${step}/${steps}`);
  };

  readonly progress = (event: TrainProgress): void => {
    this.#updates = event.totalSteps || this.#updates;
    if (event.type === 'validation') {
      const share = event.metrics['val/unknown/pass@1'] ?? 0;
      this.#won.set(event.step, Math.round(share * STARTS.length));
    } else if (event.type === 'step') {
      this.#rewards.push(event.metrics['reward/agent/mean'] ?? 0);
      this.#live(this.#text(event.step));
      if (this.#io.stdout.isTTY !== true && event.step % LINE_EVERY === 0)
        this.line(this.#text(event.step));
    }
  };

  /** Leaves what is shown last. */
  end(): void {
    if (this.#isShown) this.#io.stdout.write('\n', () => {});
    this.#isShown = false;
  }

  #text(step: number): string {
    const reward = this.#rewards.at(-1) ?? 0;
    const head = `update ${String(step).padStart(String(this.#updates).length)}/${this.#updates}`;
    const numbers = `${bar(reward, BAR_WIDTH)} reward ${reward.toFixed(2)}`;
    const tail = this.won === null ? '' : `goal from ${this.won}/${STARTS.length}`;
    const room = (this.#io.stdout.columns ?? 100) - 1;
    const left = room - `${head}  ${numbers}    ${tail}`.length;
    const curve = sparkline(this.#rewards, Math.max(0, left));
    return `${head}  ${this.#style.good(numbers)}  ${curve}  ${tail}`.trimEnd();
  }

  #live(text: string): void {
    if (this.#io.stdout.isTTY !== true) return;
    this.#io.stdout.write(`\r\u001b[K${text}`, () => {});
    this.#isShown = true;
  }
}

/** The lake, a row a line, with a mark where somebody stands. */
export function lakeRows(style: Style, standing?: number): string[] {
  const shown = [...LAKE].map((kind, cell) => {
    if (cell === standing) return style.bold('@');
    if (kind === 'H') return style.bad('O');
    return kind === 'G' ? style.good('G') : style.dim(cellName(cell));
  });
  return Array.from({ length: SIDE }, (_, row) =>
    shown.slice(row * SIDE, (row + 1) * SIDE).join(' '),
  );
}
