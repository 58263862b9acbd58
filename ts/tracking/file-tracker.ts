import { type OnWarning, warnOnce } from '../errors/warning.ts';
import { nodeFs } from '../platform/node-fs.ts';
import { readJsonValues } from '../rollouts/json-values.ts';
import { getOwn } from '../rollouts/record.ts';
import { checkCount } from '../types/check.ts';
import { checkPath } from './check-path.ts';
import { pythonJson } from './python-json.ts';
import { syncFile } from './sync-file.ts';
import type { TrackedStep, Tracker } from './tracker.ts';
import { metricsFile } from './tracker-names.ts';
import { WorkQueue } from './work-queue.ts';
import { writeAtomically } from './write-atomically.ts';

const WHAT = 'writing metrics.jsonl';
const SUPERSEDED = 'metrics.superseded.jsonl';

/**
 * Writes `metrics.jsonl`, one `{"step": 3, "data": {"reward/solver/mean": 0.5}}` a line, into the folder of a run. A
 * line is in the file when `log` resolves. NaN and infinities stand bare in it, as Python writes and reads them.
 *
 * A run that goes on from step N keeps the lines up to N, and of N as many as `logs` says; later ones, which weights
 * made that are gone, move to `metrics.superseded.jsonl`, and so does a last line that was cut off. A run that starts
 * anew moves all lines. Both are told as a warning `tracker-resumed`. Without `resumeFrom` lines are added to what is
 * there.
 *
 * @example
 * const tracker = new FileTracker('runs/first');
 * await tracker.log({ 'reward/solver/mean': 0.5 }, { step: 1, episodes: [], groups: [] });
 * await tracker.finish();
 */
export class FileTracker implements Tracker {
  readonly name = 'file';
  readonly #folder: string;
  readonly #path: string;
  readonly #onWarning: OnWarning;
  readonly #work = new WorkQueue();
  /** Whether the file is known to end with a whole line. */
  #isSound = false;
  /** Whether anything is in it: nothing may have been logged, and then there is no file. */
  #isThere = false;
  /** The step that the run goes on from, until later ones are moved; null: it goes on from where the file ends. */
  #from: number | null = null;
  /** Lines of that step that stay; others were written after it. */
  #logs = Infinity;

  constructor(folder: string, options: { readonly onWarning?: OnWarning } = {}) {
    checkPath('folder', folder);
    this.#folder = folder;
    this.#path = metricsFile(folder);
    this.#onWarning = options.onWarning ?? warnOnce;
  }

  async log(metrics: Readonly<Record<string, number>>, { step }: TrackedStep): Promise<void> {
    checkCount('step', step);
    const line = `${pythonJson({ step, data: metrics })}\n`;
    await this.#work.run(() => this.#append(line));
  }

  async loggedBefore(step: number): Promise<number> {
    checkCount('step', step);
    const text = await this.#work.run(() => this.#read());
    return text.split('\n').filter((line) => stepOf(line) === step).length;
  }

  async resumeFrom(step: number, logs?: number): Promise<void> {
    checkCount('step', step);
    await this.#work.run(() => {
      this.#from = step;
      this.#logs = logs ?? Infinity;
      return this.#prepare();
    });
  }

  async finish(): Promise<void> {
    await this.#work.run(async () => {
      if (this.#isSound && this.#isThere) await syncFile(this.#path);
    });
  }

  async #append(line: string): Promise<void> {
    if (!this.#isSound) await this.#prepare();
    const { appendFile } = nodeFs(WHAT);
    // Half a line may stand in it if this fails.
    this.#isSound = false;
    await appendFile(this.#path, line);
    this.#isThere = true;
    this.#isSound = true;
  }

  async #prepare(): Promise<void> {
    this.#isSound = false;
    const step = this.#from;
    const { appendFile, mkdir } = nodeFs(WHAT);
    await mkdir(this.#folder, { recursive: true });
    const text = await this.#read();
    const { kept, superseded } = divide(text, step, this.#logs);
    if (superseded !== '') await appendFile(`${this.#folder}/${SUPERSEDED}`, superseded);
    if (kept !== text) await writeAtomically(this.#path, kept);
    this.#isThere = text !== '';
    this.#isSound = true;
    this.#from = null;
    if (superseded !== '') this.#tell(superseded.split('\n').length - 1, step);
  }

  /** The whole file, an empty text where there is none. */
  #read(): Promise<string> {
    return nodeFs(WHAT)
      .readFile(this.#path, 'utf8')
      .catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
        throw error;
      });
  }

  #tell(count: number, step: number | null): void {
    const lines = count === 1 ? '1 line' : `${count} lines`;
    const why =
      step === null
        ? 'cut off'
        : step === 0
          ? 'of an earlier run'
          : `of steps after ${step}, or cut off`;
    this.#onWarning({
      kind: 'tracker-resumed',
      message: `${this.#path}: moved ${lines} to ${SUPERSEDED} beside it (${why})`,
    });
  }
}

/** Cuts the text of a file into the lines that stay and those that do not, each with its line end. */
function divide(
  text: string,
  from: number | null,
  logs: number,
): { kept: string; superseded: string } {
  let left = logs;
  /** A line that is none of ours has no step, and stays. */
  const isLater = (step: number | undefined): boolean => {
    if (step === undefined || from === null) return false;
    return from === 0 || step > from || (step === from && left-- <= 0);
  };
  const lines = text.split('\n');
  const last = lines.pop() ?? '';
  let [kept, superseded] = ['', ''];
  for (const line of lines) {
    if (isLater(stepOf(line))) superseded += `${line}\n`;
    else kept += `${line}\n`;
  }
  // Whole, but for its line end, or torn.
  const end = stepOf(last);
  if (last !== '' && (end === undefined || isLater(end))) superseded += `${last}\n`;
  else if (last !== '') kept += `${last}\n`;
  return { kept, superseded };
}

function stepOf(line: string): number | undefined {
  const step = getOwn(readJsonValues(line).values[0], 'step');
  return typeof step === 'number' ? step : undefined;
}
