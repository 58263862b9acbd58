import type { Packed } from '../package/packed.ts';
import type { Ran } from './process.ts';

/** What the suite (suite/suite.mjs) reports. */
export interface Report {
  readonly cases: number;
  readonly failures: readonly string[];
  readonly kernels: string;
  /** What went to `console.warn` and `console.error`. */
  readonly notices: readonly string[];
  /** Of every number that was computed for the random groups; null where there were none. */
  readonly digest: string | null;
}

/** What all cells share. */
export interface Matrix {
  readonly packed: Packed;
  /** The folder test/runtimes, whose node_modules holds runtimes and bundlers. */
  readonly tools: string;
}

/** What a cell gives: the report as text on stdout, and whatever else a person would see on stderr. */
export type Outcome = Ran;

/** One runtime, or one bundler and a runtime, with the suite. */
export interface Cell {
  readonly name: string;
  /** The kernels that must run there, and for JavaScript's the reason that the one notice must give. */
  readonly expect: 'wasm-simd' | { readonly fallback: RegExp };
  /** Whether it needs what test/runtimes/package.json lists. */
  readonly tools: boolean;
  /** The Debian package of the browser that it needs. */
  readonly debian?: string;
  /** Names and versions: `'Node 22.23.5'`. Throws {@link Missing} where it is not here. */
  describe(matrix: Matrix): string | Promise<string>;
  /** What an outcome is held to. Default: {@link checkOutcome}, for the suite. */
  readonly check?: (outcome: Outcome) => Report;
  /** Runs the suite in a project of its own. Throws for everything that is wrong before the report. */
  run(project: string, matrix: Matrix): Promise<Outcome>;
}

/** The cell cannot run on this machine; the message says why. */
export class Missing extends Error {}

/** Throws what is wrong with an outcome. Gives the report. */
export function checkOutcome({ expect }: Cell, { code, stdout, stderr }: Outcome): Report {
  const wrong: string[] = [];
  const must = (holds: boolean, what: string): void => {
    if (!holds) wrong.push(what);
  };
  must(code === 0, `exit code ${code}`);
  let report: Report;
  try {
    report = JSON.parse(stdout);
    must(stdout === `${JSON.stringify(report)}\n`, `stdout is not the report alone: ${stdout}`);
  } catch {
    throw new Error(`exit code ${code}, stdout is no report: ${stdout}\nstderr: ${stderr}`);
  }
  must(report.cases > 10_000, `only ${report.cases} cases`);
  must(report.failures.length === 0, `failures: ${report.failures.slice(0, 3).join('; ')}`);
  if (expect === 'wasm-simd') {
    must(report.kernels === 'wasm-simd', `the kernels are ${report.kernels}, not wasm-simd`);
    must(report.notices.length === 0, `notices: ${report.notices.join('; ')}`);
    must(stderr === '', `stderr: ${stderr}`);
  } else {
    must(report.kernels === 'js', `the kernels are ${report.kernels}, not js`);
    must(report.notices.length === 1, `${report.notices.length} notices instead of one`);
    const [notice = ''] = report.notices;
    must(
      expect.fallback.test(notice) && notice.includes('JavaScript kernels compute instead'),
      `the notice is: ${notice}`,
    );
    must(stderr === `${notice}\n`, `stderr is not the notice alone: ${stderr}`);
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return report;
}
