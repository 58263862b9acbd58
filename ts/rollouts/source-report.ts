import { UpperhandError } from '../errors/upperhand-error.ts';
import type { NotedKind, ProblemKind, Refusal } from './problem.ts';
import type { Place, ReadingContext } from './reading-context.ts';

const doubles: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'repeated-rollout',
  'earlier-output',
  'rollout-part',
]);

/** Tells what is wrong with one source, and counts it. */
export class SourceReport {
  readonly name: string;
  /** Nothing more is to be had from this source. */
  finished = false;
  /** Where the first skipped record stands, and why it was. */
  firstSkipped = '';
  /** Records, and rollouts of them, that were skipped. */
  skipped = 0;
  /** Whether one of these is no part of a rollout in another. */
  hasLost = false;
  readonly #shared: ReadingContext;

  constructor(name: string, shared: ReadingContext) {
    this.name = name;
    this.#shared = shared;
  }

  /**
   * Nothing more is read from the source, for a reason that concerns it as a whole, or all that is behind a byte of it.
   *
   * @throws UpperhandError `rollout-file` unless unreadable sources are skipped
   */
  refuse(kind: ProblemKind, message: string, cause?: unknown, offset = 0): void {
    // One that is refused for two reasons is one.
    if (!this.finished) this.#shared.counts.refusedFiles++;
    this.finished = true;
    this.#count(kind);
    if (!this.#shared.skipUnreadableSources) throw this.error(message, cause);
    const problem = { line: null, offset, kind, message, skipped: true };
    this.#shared.onProblem({ source: this.name, ...problem });
  }

  /** A record, or a rollout of it, that gives no row. */
  skip({ kind, message }: Refusal, { line, offset }: Place): void {
    this.#shared.counts.skipped++;
    this.skipped++;
    if (doubles.has(kind)) this.#shared.counts.doubles++;
    if (kind !== 'rollout-part') this.hasLost = true;
    this.firstSkipped ||= `line ${line}: ${kind}: ${message}`;
    this.#count(kind);
    this.#shared.onProblem({ source: this.name, line, offset, kind, message, skipped: true });
    if (this.#shared.strict && !doubles.has(kind))
      throw this.error(`line ${line}: ${kind}: ${message}`);
  }

  /** What is worth a look, and gives its row all the same. */
  note(kind: NotedKind, message: string, { line, offset }: Place): void {
    this.#count(kind);
    this.#shared.onProblem({ source: this.name, line, offset, kind, message, skipped: false });
  }

  /** The same of the source as a whole. */
  noteFile(kind: NotedKind, message: string, offset = 0): void {
    this.#count(kind);
    const problem = { line: null, offset, kind, message, skipped: false };
    this.#shared.onProblem({ source: this.name, ...problem });
  }

  error(message: string, cause?: unknown): UpperhandError {
    const options = cause === undefined ? undefined : { cause };
    return new UpperhandError('rollout-file', `${this.name}: ${message}`, options);
  }

  #count(kind: ProblemKind): void {
    const { problems } = this.#shared.counts;
    problems[kind] = (problems[kind] ?? 0) + 1;
  }
}
