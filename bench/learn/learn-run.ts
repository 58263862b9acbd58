/** What `npm run learn` can be asked for by `--only`. */
export const PARTS = ['lake', 'methods', 'controls', 'addition', 'judge'] as const;
export type Part = (typeof PARTS)[number];

/** Numbers over updates, by name; null where an update had none. Some are by start or by role. */
export interface Curves {
  readonly [name: string]:
    | readonly (number | null)[]
    | Readonly<Record<string, readonly (number | null)[]>>;
}

/** A run that was trained, and whether it came to what it should. All of it is plain JSON. */
export interface LearnRun {
  readonly name: string;
  readonly seed: number;
  readonly wanted: string;
  readonly came: string;
  readonly holds: boolean;
  readonly cpuSeconds: number;
  readonly curves: Curves;
}

/** A run that is still to be trained, by so many threads; the numbers do not depend on them. */
export type Planned = (workers: number) => Promise<LearnRun>;

/** Runs of a part that may come to less than they should. */
const MAY_FAIL: Readonly<Record<Part, number>> = {
  lake: 0,
  methods: 0,
  controls: 0,
  addition: 0,
  judge: 1,
};

export function isLearned(part: Part, runs: readonly LearnRun[]): boolean {
  return runs.filter(({ holds }) => !holds).length <= MAY_FAIL[part];
}

/** Four decimals are enough to plot. */
export function rounded(values: readonly (number | null | undefined)[]): (number | null)[] {
  return values.map((value) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 : null,
  );
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Means over the first and over the last quarter. */
export function quarters(values: readonly number[]): { first: number; last: number } {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  return { first: mean(values.slice(0, quarter)), last: mean(values.slice(-quarter)) };
}
