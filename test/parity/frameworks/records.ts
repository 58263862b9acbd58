import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FlatTokens } from '../../../ts/losses/token-input.ts';

/** An array as the golden files have it; a mask of part a is rows of text. */
interface Encoded {
  readonly dtype?: string;
  readonly shape?: readonly number[];
  readonly d: readonly (number | string)[] | number | string;
}

type Json = Record<string, unknown>;

/** One record: what a function of a framework got and gave. */
export interface FrameworkRecord {
  readonly function: string;
  /** Of the input, for messages and for cutting. */
  readonly input: string;
  /** What a hand-made input is about; empty for random ones. */
  readonly note: string;
  readonly inputs: Json;
  /** Arguments shared by all functions of an input, then those of the function. */
  readonly args: Json;
  readonly expect: Json;
}

/** A record, and the lines that hold it. */
export interface RecordedCase {
  readonly record: FrameworkRecord;
  readonly inputLine: string;
  readonly caseLine: string;
}

const KINDS: readonly unknown[] = ['meta', 'input', 'case'];

/** All cases of a golden file, as they stand there. */
export function readRecorded(dir: string, file: string): RecordedCase[] {
  const inputs = new Map<string, { input: Json; line: string }>();
  const cases: RecordedCase[] = [];
  for (const line of readFileSync(join(dir, file), 'utf8').split('\n')) {
    if (line === '') continue;
    const parsed = JSON.parse(line);
    if (parsed.record === 'input') inputs.set(parsed.id, { input: parsed, line });
    if (!KINDS.includes(parsed.record))
      throw new Error(`${file}: there are no records of kind ${parsed.record}`);
    if (parsed.record !== 'case') continue;
    const found = inputs.get(parsed.input);
    if (!found) throw new Error(`${file}: there is no input ${parsed.input} before its case`);
    const { input } = found;
    const record = {
      function: parsed.function ?? input.function,
      input: parsed.input,
      note: parsed.note ?? input.note ?? '',
      inputs: input.inputs as Json,
      args: { ...(input.settings as Json), ...parsed.args },
      expect: parsed.expect,
    };
    cases.push({ record, inputLine: found.line, caseLine: line });
  }
  return cases;
}

/** All cases of a golden file, by function. */
export function readFramework(dir: string, file: string): Map<string, FrameworkRecord[]> {
  const cases = new Map<string, FrameworkRecord[]>();
  for (const { record } of readRecorded(dir, file)) {
    const found = cases.get(record.function) ?? [];
    cases.set(record.function, found);
    found.push(record);
  }
  return cases;
}

/** Numbers of an array, of a mask, or of a scalar; float32 rounded as it was. */
export function numbers(value: unknown, dtype?: string): Float64Array {
  const encoded = value as Encoded;
  const type = encoded.dtype ?? dtype;
  const flat = Array.isArray(encoded.d) ? encoded.d : [encoded.d];
  const digits = type === 'mask' ? flat.flatMap((row) => [...String(row)]) : flat;
  const read = digits.map(Number);
  return Float64Array.from(type === 'float32' ? read.map(Math.fround) : read);
}

/** A token batch of the rows of a matrix. */
export function rows(
  { inputs }: FrameworkRecord,
  names: Readonly<Record<string, string>>,
): FlatTokens {
  const mask = numbers(inputs.mask);
  const [, columns = 1] = (inputs.mask as Encoded).shape ?? [1, mask.length];
  const height = columns === 0 ? 0 : mask.length / columns;
  const dtype = inputs.dtype as string | undefined;
  const fields = Object.entries(names).map(([field, name]) => [
    field,
    numbers(inputs[name], dtype),
  ]);
  return {
    mask,
    offsets: Array.from({ length: height + 1 }, (_, row) => row * columns),
    ...Object.fromEntries(fields),
  };
}
