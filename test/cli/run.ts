import type { TextStream } from '../../ts/cli/io.ts';
import { main } from '../../ts/cli/main.ts';
import { toBytes } from '../rollouts/read.ts';

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  /** Whether stdout and stderr are a terminal. */
  readonly tty?: boolean;
  readonly env?: Record<string, string>;
}

/** Runs the command line in this process. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const stdout = collect(options.tty ?? false);
  const stderr = collect(options.tty ?? false);
  const code = await main(args, {
    stdin: chunks(toBytes(options.stdin ?? '')),
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: options.env ?? {},
  });
  return { code, out: stdout.text(), err: stderr.text() };
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function collect(isTTY: boolean): { stream: TextStream; text: () => string } {
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  const stream: TextStream = {
    isTTY,
    columns: 100,
    write(text, done) {
      pieces.push(typeof text === 'string' ? text : decoder.decode(text, { stream: true }));
      done();
    },
  };
  return { stream, text: () => pieces.join('') };
}

/** Lines of tab-separated cells, up to the first empty line. */
export function cells(out: string): string[][] {
  const [table = ''] = out.split('\n\n');
  return table.split('\n').map((line) => line.split('\t'));
}

/** Rollouts as text for stdin. */
export function jsonLines(records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
