import type { ProblemKind, RolloutProblem } from '../rollouts/problem.ts';
import type { CliWarning } from './cli-warning.ts';
import type { Io } from './io.ts';
import { printable } from './printable.ts';
import { type Style, styleFor } from './style.ts';

/** Of each kind in each source so many are printed, … */
export const PRINTED = 5;
/** … of so many sources, for folders hold thousands of them, … */
export const PRINTED_SOURCES = 10;
/** … and so many are kept for machines. All are counted. */
export const KEPT = 1000;

/** Tells people on stderr what is wrong, as it is found, and keeps it for the result. */
export class Reporter {
  readonly problems: RolloutProblem[] = [];
  readonly warnings: CliWarning[] = [];
  readonly #stderr: Io['stderr'];
  readonly #style: Style;
  /** How often each kind occurred, source by source. */
  readonly #seen = new Map<string, Map<ProblemKind, number>>();
  readonly #printedSources = new Map<ProblemKind, Set<string>>();
  #onPrint: () => void = () => {};

  constructor(io: Pick<Io, 'stderr' | 'env'>) {
    this.#stderr = io.stderr;
    this.#style = styleFor(io.stderr, io.env);
  }

  /** Called before each line, for what must leave the terminal first. */
  set onPrint(action: () => void) {
    this.#onPrint = action;
  }

  readonly problem = (problem: RolloutProblem): void => {
    const { source, line, kind, message, skipped } = problem;
    const ofSource = this.#seen.get(source) ?? new Map<ProblemKind, number>();
    const count = (ofSource.get(kind) ?? 0) + 1;
    this.#seen.set(source, ofSource.set(kind, count));
    if (count <= KEPT) this.problems.push(problem);
    if (count > printedOf(kind) || !this.#isPrinted(kind, source)) return;
    const place = line === null ? source : `${source}:${line}`;
    const label = skipped ? this.#style.bad(kind) : this.#style.warn(kind);
    // What a kind of file is told to be is no text of the file, and may hold lines to copy.
    const text =
      kind === 'not-text' ? message.split('\n').map(printable).join('\n') : printable(message);
    this.line(`${printable(place)}: ${label}: ${text}`);
  };

  readonly warning = (warning: CliWarning): void => {
    const { kind, message } = warning;
    this.warnings.push({ kind, message });
    this.line(`${this.#style.warn('warning')}: ${printable(message)}`);
  };

  error(message: string): void {
    this.line(`${this.#style.bad('error')}: ${printable(message)}`);
  }

  /** Counts what was not printed. */
  finish(): void {
    const others = new Map<ProblemKind, { files: number; problems: number }>();
    for (const [source, kinds] of this.#seen) {
      for (const [kind, count] of kinds) {
        if (!this.#isPrinted(kind, source)) {
          const { files, problems } = others.get(kind) ?? { files: 0, problems: 0 };
          others.set(kind, { files: files + 1, problems: problems + count });
        } else if (count > printedOf(kind)) {
          const more = count - printedOf(kind);
          this.line(`${printable(source)}: ${kind}: ${more} more, ${count} in all`);
        }
      }
    }
    for (const [kind, { files, problems }] of others) {
      this.line(`${kind}: ${problems} more in ${files} other ${files === 1 ? 'file' : 'files'}`);
    }
  }

  /** Whether the source is one of the first that have such a problem. */
  #isPrinted(kind: ProblemKind, source: string): boolean {
    const sources = this.#printedSources.get(kind) ?? new Set<string>();
    this.#printedSources.set(kind, sources);
    return sources.has(source) || (sources.size < PRINTED_SOURCES && sources.add(source) !== null);
  }

  line(text: string): void {
    this.#onPrint();
    this.#stderr.write(`${text}\n`, () => {});
  }
}

/** Parts of rollouts are what such a file is made of: one of them says what there is to say. */
function printedOf(kind: ProblemKind): number {
  return kind === 'rollout-part' ? 1 : PRINTED;
}
