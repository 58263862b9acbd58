import type { Io } from './io.ts';
import { cellText, toJsonLines } from './printable.ts';
import { StreamSink } from './sink.ts';
import { styleFor } from './style.ts';

/** What is known of something with a name. */
export interface Facts {
  readonly name: string;
  readonly title: string;
  /** Labels and what stands behind them; undefined where there is nothing to say. */
  readonly lines: readonly (readonly [label: string, text: string | undefined])[];
  /** What it is made of, for the end. */
  readonly spec: object;
}

/** Writes a name with its title, a line for each fact, and the spec as JSON. */
export async function writeFacts({ name, title, lines, spec }: Facts, io: Io): Promise<void> {
  const sink = new StreamSink(io.stdout);
  const style = styleFor(io.stdout, io.env);
  sink.write(`${style.bold(cellText(name))}  ${cellText(title)}\n`);
  const told = lines.flatMap(([label, text]) =>
    text === undefined ? [] : [[cellText(label), cellText(text)] as const],
  );
  const width = Math.max(...told.map(([label]) => label.length)) + 2;
  for (const [label, text] of told)
    sink.write(io.stdout.isTTY ? `${label.padEnd(width)}${text}\n` : `${label}\t${text}\n`);
  sink.write(`\n${toJsonLines(spec)}\n`);
  await sink.finish();
}

/** Writes one JSON value. */
export async function writeJsonValue(value: object, io: Io): Promise<void> {
  const sink = new StreamSink(io.stdout);
  sink.write(`${toJsonLines(value)}\n`);
  await sink.finish();
}

/** How it is known what a preset does. */
export const EVIDENCE = {
  ran: 'held against what the function of the framework returns',
  read: 'from reading the source of the framework',
} as const;
