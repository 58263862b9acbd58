import { ConfigError } from '../../errors/config-error.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import type { TrainProgress } from '../../trainer/train-progress.ts';
import type { TrainResult } from '../../trainer/train-result.ts';
import type { CliWarning } from '../cli-warning.ts';
import type { Io } from '../io.ts';
import { printable, toJson } from '../printable.ts';
import type { Reporter } from '../reporter.ts';
import { RunStats } from './run-stats.ts';
import { barText, durationText, stepLine, validationLine } from './run-text.ts';

const EVERY_MS = 100;
/** Of each kind of warning so many are printed; all are counted. */
const PRINTED = 3;

export interface RunViewOptions {
  /** Whether stdout has a JSON object a line, and nothing else. */
  readonly json: boolean;
  /** Milliseconds. Default `performance.now`. */
  readonly now?: () => number;
}

/** Shows a run: a bar on a terminal, a line a step elsewhere, and JSON for machines. */
export class RunView {
  readonly #io: Io;
  readonly #reporter: Reporter;
  readonly #json: boolean;
  readonly #now: () => number;
  readonly #stats: RunStats;
  readonly #begun: number;
  readonly #warned = new Map<string, number>();
  #drawn = -Infinity;
  #isShown = false;
  /** A validation that is told once something else follows: the last one is told with the result. */
  #held: { readonly step: number; readonly line: string } | null = null;

  constructor(io: Io, reporter: Reporter, { json, now = () => performance.now() }: RunViewOptions) {
    this.#io = io;
    this.#reporter = reporter;
    this.#json = json;
    this.#now = now;
    this.#stats = new RunStats(now);
    this.#begun = now();
    reporter.onPrint = this.clear;
  }

  readonly progress = (event: TrainProgress): void => {
    this.#stats.add(event);
    if (this.#json && event.type !== 'stage' && event.type !== 'episodes') this.#emit(event);
    const { step } = event;
    if (event.type === 'validation') this.#hold(step, validationLine(step, event.metrics));
    else if (step !== this.#held?.step) this.#tellHeld();
    if (event.type === 'step') this.#afterStep();
    this.#draw();
  };

  /** What trackers and the trainer print; the bar gives way. */
  readonly print = (text: string): void => {
    this.clear();
    const stream = this.#json ? this.#io.stderr : this.#io.stdout;
    stream.write(`${text}\n`, () => {});
  };

  readonly warning = (warning: CliWarning): void => {
    const { kind, message, places } = warning;
    // To people the last line says it.
    if (kind === 'nothing-to-train' && !this.#json) return;
    const count = (this.#warned.get(kind) ?? 0) + 1;
    this.#warned.set(kind, count);
    if (this.#json) this.#emit({ type: 'warning', kind, message, ...(places && { places }) });
    if (count <= PRINTED) this.#reporter.warning(warning);
  };

  /** The end of a run, and what was not printed of its warnings. */
  result(result: TrainResult): void {
    this.clear();
    for (const [kind, count] of this.#warned) {
      if (count > PRINTED)
        this.#reporter.line(`${kind}: ${count - PRINTED} more warnings, ${count} in all`);
    }
    const { steps, epochs, stopReason, metrics, valMetrics, runFolder } = result;
    const seconds = (this.#now() - this.#begun) / 1000;
    if (this.#json) {
      const summary = { steps, epochs, stopReason, seconds, runFolder, metrics, valMetrics };
      this.#emit({ type: 'result', ...summary });
      return;
    }
    const last = valMetrics && validationLine(result.state.globalStep, valMetrics);
    if (this.#held?.line !== last) this.#tellHeld();
    const { reward, passAt1 } = this.#stats.trained;
    const lines = [
      [
        `${endOf(result)}: ${count(steps, 'step')}, ${count(epochs, 'epoch')} in ${durationText(seconds)}`,
        ...(reward === null ? [] : [`reward ${reward.toFixed(3)}`]),
        ...(passAt1 === null ? [] : [`pass@1 ${passAt1.toFixed(3)}`]),
      ].join(', '),
      ...(last ? [last] : []),
    ];
    for (const line of lines) this.#io.stdout.write(`${printable(line)}\n`, () => {});
  }

  /** For machines: what made a run impossible, or ended it. People are told elsewhere. */
  failed(error: unknown): void {
    this.clear();
    this.#tellHeld();
    if (!this.#json) return;
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof UpperhandError ? error.code : 'error';
    const problems = error instanceof ConfigError ? { problems: error.problems } : {};
    this.#emit({ type: 'error', code, message, ...problems });
  }

  /** Leaves the line empty for what is printed next. */
  readonly clear = (): void => {
    if (this.#isShown) this.#io.stderr.write('\r\u001b[K', () => {});
    this.#isShown = false;
  };

  /** One that comes out as the one before it at the same step is told once: the last step is validated twice. */
  #hold(step: number, line: string): void {
    if (this.#json) return;
    if (this.#held?.line !== line) this.#tellHeld();
    this.#held = { step, line };
  }

  #tellHeld(): void {
    if (this.#held) this.#reporter.line(this.#held.line);
    this.#held = null;
  }

  #afterStep(): void {
    const isPiped = this.#io.stderr.isTTY !== true;
    if (isPiped && !this.#json) this.#reporter.line(stepLine(this.#stats));
  }

  #draw(): void {
    const { stderr } = this.#io;
    if (stderr.isTTY !== true || this.#now() - this.#drawn < EVERY_MS) return;
    this.#drawn = this.#now();
    this.#isShown = true;
    const text = barText(this.#stats, (stderr.columns ?? 80) - 1);
    stderr.write(`\r\u001b[K${text}`, () => {});
  }

  #emit(value: object): void {
    this.#io.stdout.write(`${toJson(value)}\n`, () => {});
  }
}

const ENDS: Readonly<Record<TrainResult['stopReason'], string>> = {
  epochs: 'all epochs are done',
  'total-batches': 'as many batches are done as were wanted',
  aborted: 'stopped before the end',
  'val-only': 'validated only',
};

function endOf({ steps, stopReason, state }: TrainResult): string {
  const isAtEnd = stopReason === 'epochs' || stopReason === 'total-batches';
  const isDoneAlready = isAtEnd && steps === 0 && state.globalStep > 0;
  if (!isDoneAlready) return ENDS[stopReason];
  return `the run was over at step ${state.globalStep} (rllm.trainer.resume_mode=disable or another --out begins a new one)`;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
