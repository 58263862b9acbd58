/** What is wrong with a request: the place in it, what belongs there, and what came. */
export interface Problem {
  /** `messages[2].role`. */
  readonly path: string;
  readonly expected: string;
  readonly got: unknown;
}
