import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { Crc32 } from '../../ts/rollouts/unpack/crc32.ts';
import { gunzip, type TrailingBytes } from '../../ts/rollouts/unpack/gunzip.ts';
import { TIGHT_BYTES } from '../../ts/rollouts/unpack/packing.ts';

/** Pieces of so many bytes, in memory that is used again. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(size);
  for (let at = 0; at < bytes.length; at += size) {
    const piece = bytes.subarray(at, at + size);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
  }
}

async function unpack(packed: Uint8Array, size: number) {
  const trailing: TrailingBytes[] = [];
  const out: Uint8Array[] = [];
  let error: string | null = null;
  try {
    for await (const piece of gunzip(pieces(packed, size), (bytes) => trailing.push(bytes)))
      out.push(piece.slice());
  } catch (caught) {
    error = (caught as Error).message;
  }
  return { bytes: Buffer.concat(out), trailing, error };
}

/** A member with all that a header may have. */
function withHeader(bytes: Uint8Array, name = 'name'): Buffer {
  const plain = gzipSync(bytes);
  const head = Buffer.from(plain.subarray(0, 10));
  head[3] = 2 | 4 | 8 | 16;
  const fields = Buffer.concat([head, Buffer.from(`\x03\x00abc${name}\0a comment\0`, 'latin1')]);
  const sum = new Crc32();
  sum.add(fields);
  const check = Buffer.from([sum.value & 255, (sum.value >> 8) & 255]);
  return Buffer.concat([fields, check, plain.subarray(10)]);
}

const texts = fc.array(fc.uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 4 });

describe('gunzip', () => {
  it('gives what any number of members hold, and tells what is behind them', async () => {
    const junk = fc.uint8Array({ maxLength: 40 }).filter((bytes) => bytes[0] !== 0x1f);
    await fc.assert(
      fc.asyncProperty(texts, junk, fc.integer({ min: 1, max: 400 }), async (parts, rest, size) => {
        const packed = Buffer.concat(
          parts.map((part, i) => (i % 2 === 0 ? gzipSync(part) : withHeader(part))),
        );
        const { bytes, trailing, error } = await unpack(Buffer.concat([packed, rest]), size);
        expect([bytes, error]).toEqual([gunzipSync(packed), null]);
        const isPadding = rest.every((byte) => byte === 0);
        expect(trailing).toEqual(
          rest.length === 0 ? [] : [{ offset: packed.length, count: rest.length, isPadding }],
        );
      }),
    );
  });

  it('never takes a file that was cut off or damaged for a whole one', async () => {
    const whole = withHeader(Buffer.from('some words, and again some words'.repeat(20)));
    const expected = gunzipSync(whole).toString('latin1');
    for (let length = 1; length < whole.length; length++) {
      const { bytes, error } = await unpack(whole.subarray(0, length), 16);
      expect([length, error]).toEqual([length, 'unexpected end of file']);
      expect(expected.startsWith(bytes.toString('latin1'))).toBe(true);
    }
    // In its first two bytes it would be no member.
    for (let at = 2; at < whole.length; at++) {
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] as number) ^ 4;
      expect([at, (await unpack(damaged, 1000)).error]).not.toEqual([at, null]);
    }
  });

  it('takes what begins as a member for one, and for nothing that is behind the last', async () => {
    const first = gzipSync('some words');
    const refused = async (rest: Uint8Array) => {
      const { bytes, trailing, error } = await unpack(Buffer.concat([first, rest]), 9);
      expect([bytes.toString(), trailing]).toEqual(['some words', []]);
      return error;
    };
    for (let length = 1; length <= 10; length++)
      expect(await refused(first.subarray(0, length))).toBe('unexpected end of file');
    const changed = (at: number, byte: number) => Uint8Array.from(first).fill(byte, at, at + 1);
    expect(await refused(changed(2, 7))).toBe('unknown compression method');
    expect(await refused(changed(3, 32))).toBe('unknown header flags set');
    const named = withHeader(first);
    named[12] = (named[12] as number) ^ 1;
    expect(await refused(named)).toBe('header crc mismatch');
  });

  it('takes names of any length, in pieces of any size', async () => {
    const packed = withHeader(Buffer.from('words'), 'n'.repeat(100_000));
    for (const size of [999, packed.length])
      expect(await unpack(packed, size)).toMatchObject({
        bytes: Buffer.from('words'),
        error: null,
      });
  });

  it('takes thousands of members that hold a line, or nothing, or very much', async () => {
    const line = (i: number) => (i === 2000 ? 'long '.repeat(50_000) : i % 3 === 0 ? '' : `${i}\n`);
    const packed = Buffer.concat(Array.from({ length: 4000 }, (_, i) => gzipSync(line(i))));
    const { bytes, error } = await unpack(packed, 1 << 16);
    expect([bytes.equals(gunzipSync(packed)), error]).toEqual([true, null]);
  });

  it('stops where more comes out than anybody would have put in', async () => {
    const zeros = gzipSync(Buffer.alloc(TIGHT_BYTES / 4));
    const packed = Buffer.concat(Array.from({ length: 6 }, () => zeros));
    let length = 0;
    let longest = 0;
    const reading = (async () => {
      for await (const piece of gunzip(pieces(packed, packed.length), () => {})) {
        length += piece.length;
        longest = Math.max(longest, piece.length);
      }
    })();
    await expect(reading).rejects.toThrow('over 300 times as many');
    expect(length).toBeLessThan(TIGHT_BYTES + (1 << 17));
    // Little is held at once, whatever comes out.
    expect(longest).toBeLessThanOrEqual(1 << 16);
  });

  it('closes its source, however it ends', async () => {
    const closed = vi.fn();
    async function* source() {
      try {
        for (;;) yield new Uint8Array(gzipSync('some words'));
      } finally {
        closed();
      }
    }
    for await (const _ of gunzip(source(), () => {})) break;
    expect(closed).toHaveBeenCalledOnce();
  });
});
