import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listGolden } from './golden-files.ts';

/** What the kernels alone can answer. */
const NATIVE_FILES = [
  'estimators.jsonl',
  'helpers.jsonl',
  'large.jsonl',
  'reductions-numpy-2.5.5.jsonl',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface NativeRow {
  readonly file: string;
  /** Arrays of numbers that were compared. */
  readonly results: number;
  /** What was set aside, and why: it has nothing for a kernel, or an error where ours is a result. */
  readonly setAside: string;
  readonly failed: number;
}

export interface NativeReport {
  readonly rows: readonly NativeRow[];
  readonly failures: readonly string[];
  /** Why it was not run; contributors need no Rust. */
  readonly notRun?: string;
}

/** The same golden files over the Rust kernels as native code: the golden test of `crates/kernels`. */
export function runNative(dir: string): NativeReport {
  const found = spawnSync('cargo', ['--version']);
  if (found.error) return { rows: [], failures: [], notRun: 'there is no cargo on the path' };
  const args = [
    'test',
    '--quiet',
    '-p',
    'upperhand-kernels',
    '--test',
    'golden',
    '--',
    '--nocapture',
  ];
  const { status, stdout, stderr } = spawnSync('cargo', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, UPPERHAND_GOLDEN: resolve(dir), UPPERHAND_REQUIRE_ORACLE: '0' },
  });
  const rows = [...readNative(`${stdout}\n${stderr}`)];
  const failures: string[] = [];
  if (status !== 0) {
    failures.push(`native-rust: cargo test ended with ${status}\n${stdout}\n${stderr}`);
  }
  for (const file of listGolden(dir).filter((name) => NATIVE_FILES.includes(name))) {
    if (!rows.some((row) => row.file === file)) failures.push(`native-rust: ${file} was not read`);
  }
  return { rows, failures };
}

/** The lines that the golden test says of each file. */
export function* readNative(output: string): Generator<NativeRow> {
  const lines =
    /golden: (\S+): (\d+) results, \d+ values compared, (\d+) failures; set aside: (.*)/g;
  for (const [, file = '', results, failed, reasons = ''] of output.matchAll(lines)) {
    const setAside = [...reasons.matchAll(/"([^"]*)": (\d+)/g)].map(([, why, n]) => `${n} ${why}`);
    yield { file, results: Number(results), setAside: setAside.join('; '), failed: Number(failed) };
  }
}
