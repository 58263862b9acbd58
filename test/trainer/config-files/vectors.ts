import { readFileSync } from 'node:fs';
import type { ConfigNode, Scalar } from '../../../ts/trainer/config-files/node.ts';

/** A value as `test/oracle/config/encode.py` writes it. */
export type Encoded =
  | string
  | boolean
  | null
  | { readonly int: string }
  | { readonly float: string }
  | { readonly list: readonly Encoded[] }
  | { readonly map: readonly (readonly [string, Encoded])[] };

/** What Python made of an input: a value, or an exception of that name. */
export interface Outcome {
  readonly value?: Encoded;
  readonly error?: string;
}

/** The rows of one file of vectors. */
export function readVectors<T extends object>(name: string): T[] {
  const url = new URL(`../../oracle/config/vectors/${name}.jsonl`, import.meta.url);
  const [, ...lines] = readFileSync(url, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as T);
}

/** A node as Python's side writes values, so that the two can be compared. */
export function encodeNode(node: ConfigNode): Encoded {
  if (node.kind === 'scalar') return encodeScalar(node.value);
  if (node.kind === 'list') return { list: node.items.map(encodeNode) };
  return { map: [...node.entries].map(([key, child]) => [key, encodeNode(child)]) };
}

function encodeScalar(value: Scalar): Encoded {
  if (typeof value === 'bigint') return { int: value.toString() };
  if (typeof value !== 'number') return value;
  return { float: pythonFloat(value) };
}

/** As `repr` writes it, by another way than the code under test. */
function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Python's text of a float, as JavaScript writes the same number. */
export function normalise(value: Encoded): Encoded {
  if (typeof value !== 'object' || value === null || 'int' in value) return value;
  if ('list' in value) return { list: value.list.map(normalise) };
  if ('map' in value) return { map: value.map.map(([key, child]) => [key, normalise(child)]) };
  const special: Record<string, number> = { nan: Number.NaN, inf: Infinity, '-inf': -Infinity };
  return { float: pythonFloat(special[value.float] ?? Number(value.float)) };
}
