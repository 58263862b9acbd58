import type { CutCounts, Text } from './report-data.ts';
import { safeJson } from './safe-json.ts';

const encoder = new TextEncoder();

/** Bytes of a value as it stands in a report. */
export function bytesOf(value: unknown): number {
  return byteLength(safeJson(value));
}

/** Bytes of a text in UTF-8. */
export function byteLength(text: string): number {
  // Most texts are ASCII, whose bytes need not be made to be counted.
  return /^[\n -~]*$/.test(text) ? text.length : encoder.encode(text).length;
}

/** What says of a text that it is cut takes so many bytes. */
const CUT_BYTES = 36;

/** Counts what was cut of texts. */
export class Cuts implements CutCounts {
  texts = 0;
  characters = 0;
  messages = 0;
}

/**
 * The bytes that each of some texts may take, so that all of them together take no more than `room`: short ones stay whole
 * for as long as that leaves something, long ones get equal shares.
 *
 * @example
 * fairShare([10, 500, 900], 410); // 200
 */
export function fairShare(sizes: readonly number[], room: number): number {
  const sorted = sizes.toSorted((a, b) => a - b);
  let left = room;
  for (const [i, size] of sorted.entries()) {
    const share = left / (sorted.length - i);
    if (size > share) return Math.max(0, share);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** A text of no more bytes than about that: its beginning and its end stay. */
export function cutText(text: string, bytes: number, limit: number, cuts: Cuts): Text {
  if (bytes <= limit) return text;
  const kept = Math.floor((text.length * Math.max(0, limit - CUT_BYTES)) / bytes);
  const head = text.slice(0, withoutHalf(text, Math.ceil(kept * 0.7)));
  const tail = text.slice(withoutHalf(text, text.length - Math.floor(kept * 0.3)));
  const cut = text.length - head.length - tail.length;
  if (cut <= 0) return text;
  cuts.texts++;
  cuts.characters += cut;
  return { head, cut, tail };
}

/** A place in a text, moved off the middle of a surrogate pair. */
function withoutHalf(text: string, at: number): number {
  const isInside =
    /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at));
  return isInside ? at + 1 : at;
}
