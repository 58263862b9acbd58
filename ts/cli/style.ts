import type { Io, TextStream } from './io.ts';

/** Colours for a stream: codes on a terminal, nothing elsewhere or where NO_COLOR is set. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

export function styleFor(stream: TextStream, env: Io['env']): Style {
  const on = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const code =
    (start: number, end: number) =>
    (text: string): string =>
      on && text !== '' ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return {
    bold: code(1, 22),
    dim: code(2, 22),
    good: code(32, 39),
    bad: code(31, 39),
    warn: code(33, 39),
  };
}
