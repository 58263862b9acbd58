import { toBytes } from '../read.ts';
import type { Random } from './random.ts';

type Mutation = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

/** Breaks a file in one to four ways. `other` is glued in here and there. */
export function mutate(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let broken = bytes;
  for (let left = 1 + random.below(4); left > 0; left--) {
    broken = random.pick(mutations)(broken, random, other);
  }
  return broken;
}

const flipBits: Mutation = (bytes, random) => {
  const flipped = bytes.slice();
  for (let left = 1 + random.below(8); left > 0; left--) {
    const at = random.below(flipped.length);
    if (at < flipped.length) flipped[at] = (flipped[at] as number) ^ (1 << random.below(8));
  }
  return flipped;
};

const cutEnd: Mutation = (bytes, random) => bytes.slice(0, random.below(bytes.length + 1));

const cutBeginning: Mutation = (bytes, random) => bytes.slice(random.below(bytes.length + 1));

const cutMiddle: Mutation = (bytes, random) => {
  const at = random.below(bytes.length + 1);
  return join([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(200))]);
};

/** Takes line ends away, so that records share a line. */
const glueLines: Mutation = (bytes, random) => {
  const kept = lines(bytes);
  const at = random.below(kept.length);
  return join(kept.map((line, i) => (i === at && line.at(-1) === 10 ? line.slice(0, -1) : line)));
};

const glueFiles: Mutation = (bytes, random, other) => {
  const at = random.below(bytes.length + 1);
  const piece = other.subarray(random.below(other.length), other.length);
  return join([bytes.subarray(0, at), piece.subarray(0, 4000), bytes.subarray(at)]);
};

const notUtf8 = [
  [0xff],
  [0xe9],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0x80],
];

const insertInvalidUtf8: Mutation = (bytes, random) =>
  insert(bytes, Uint8Array.from(random.pick(notUtf8)), random);

const oddText = [
  '\0',
  '\ufeff',
  '\u2028',
  '\u0085',
  '\r',
  '\r\n',
  '\n',
  '\n\n',
  '"',
  '\\',
  '{',
  '}',
];

const insertOddText: Mutation = (bytes, random) =>
  insert(bytes, toBytes(random.pick(oddText)), random);

const deleteLine: Mutation = (bytes, random) => {
  const kept = lines(bytes);
  kept.splice(random.below(kept.length), 1 + random.below(2));
  return join(kept);
};

const repeatLine: Mutation = (bytes, random) => {
  const kept = lines(bytes);
  const line = random.pick(kept);
  if (line) kept.splice(random.below(kept.length + 1), 0, line);
  return join(kept);
};

const swapLines: Mutation = (bytes, random) => {
  const kept = lines(bytes);
  const [a, b] = [random.below(kept.length), random.below(kept.length)];
  [kept[a], kept[b]] = [kept[b] as Uint8Array, kept[a] as Uint8Array];
  return join(kept.filter((line) => line !== undefined));
};

const oddValues = [
  ...['NaN', 'Infinity', '-Infinity', '1e400', '-0', '12345678901234567890', '0.1', '-1', '1'],
  ...[
    'null',
    'true',
    'false',
    '"True"',
    '""',
    '"\\ud800"',
    '"a:b:c"',
    '"__proto__"',
    '"NaN"',
    '[]',
    '{}',
  ],
  ...['[[]]', '[null]', '[1]', '[{}]', '{"__proto__":{}}', '{"a":[NaN]}', '"2026-11-30"', '1e-320'],
  ...['['.repeat(300) + ']'.repeat(300), `"${'x'.repeat(3000)}"`],
];

/** Puts another value in the place of one, or of a name: what is read stays JSON, of another shape. */
const changeValue: Mutation = (bytes, random) => {
  const text = new TextDecoder('latin1').decode(bytes);
  const from = random.below(text.length);
  const value = /[:,[]\s*("(?:[^"\\]|\\.)*"|[-\w.+]+|\[\]|\{\})(?=\s*[,\]}])/g;
  value.lastIndex = from;
  const found = value.exec(text);
  if (!found?.[1]) return bytes;
  const end = found.index + found[0].length;
  const start = end - found[1].length;
  return join([bytes.subarray(0, start), toBytes(random.pick(oddValues)), bytes.subarray(end)]);
};

const dropName: Mutation = (bytes, random) => {
  const text = new TextDecoder('latin1').decode(bytes);
  const name = /"(\w+)"(?=\s*:)/g;
  name.lastIndex = random.below(text.length);
  const found = name.exec(text);
  if (!found?.[1]) return bytes;
  const at = found.index + 1;
  const other = random.pick([
    'x',
    '__proto__',
    'reward',
    'id',
    'constructor',
    'step',
    'trajectories',
  ]);
  return join([bytes.subarray(0, at), toBytes(other), bytes.subarray(at + found[1].length)]);
};

const mutations: readonly Mutation[] = [
  ...[flipBits, cutEnd, cutBeginning, cutMiddle, glueLines, glueFiles],
  ...[insertInvalidUtf8, insertOddText, deleteLine, repeatLine, swapLines],
  // What is no JSON any more is refused early: shapes are where formats go wrong.
  ...[changeValue, changeValue, changeValue, changeValue, dropName, dropName],
];

function insert(bytes: Uint8Array, piece: Uint8Array, random: Random): Uint8Array {
  const at = random.below(bytes.length + 1);
  return join([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

/** Each with its line end. */
export function lines(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const next = end < 0 ? bytes.length : end + 1;
    found.push(bytes.subarray(at, next));
    at = next;
  }
  return found;
}

export function join(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
