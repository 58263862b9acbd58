import { nodeModule } from '../platform/node-module.ts';

const strict = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true });
const lenient = /* @__PURE__ */ new TextDecoder('utf-8');

/** Text of UTF-8 bytes without a byte order mark; `invalidAt` is the first byte that is no UTF-8, or -1. */
export function decodeUtf8(bytes: Uint8Array): { text: string; invalidAt: number } {
  try {
    return { text: strict.decode(bytes), invalidAt: -1 };
  } catch {
    return { text: lenient.decode(bytes), invalidAt: firstInvalid(bytes) };
  }
}

/** Whether bytes are UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  native ??= nodeModule('node:buffer')?.isUtf8 ?? decodes;
  return native(bytes);
}

let native: ((bytes: Uint8Array) => boolean) | undefined;

/** Where the runtime cannot tell otherwise. */
function decodes(bytes: Uint8Array): boolean {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The first byte that is no UTF-8, or -1. */
export function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** Length of the well-formed sequence at `at` (Unicode, table 3-7), or 0. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    const inRange = i === 1 ? [low, high] : [0x80, 0xbf];
    if (byte === undefined || byte < (inRange[0] as number) || byte > (inRange[1] as number)) {
      return 0;
    }
  }
  return length;
}
