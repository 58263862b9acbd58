import { describe, expect, it } from 'vitest';
import type { TextStream } from '../../ts/cli/io.ts';
import { StreamSink } from '../../ts/cli/sink.ts';

/** A stream that keeps what it gets and fails as it is told. */
function stream(fail: () => Error | null = () => null): { stream: TextStream; pieces: string[] } {
  const pieces: string[] = [];
  return {
    pieces,
    stream: {
      write(text, done) {
        pieces.push(typeof text === 'string' ? text : new TextDecoder().decode(text));
        setTimeout(() => done(fail()), 1);
      },
    },
  };
}

describe('StreamSink', () => {
  it('passes text on in pieces, none of it lost', async () => {
    const { stream: target, pieces } = stream();
    const sink = new StreamSink(target);
    let expected = '';
    for (let i = 0; i < 3000; i++) {
      const text = `${'é🙂x'.repeat(i % 40)}${i}\n`;
      expected += text;
      if (sink.write(text)) await sink.flush();
    }
    sink.write('y'.repeat(1_000_000));
    await sink.finish();
    expect(pieces.join('')).toBe(`${expected}${'y'.repeat(1_000_000)}`);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.length).toBeLessThan(40);
  });

  it('takes a reader that went away for the end, not for an error', async () => {
    const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const { stream: target, pieces } = stream(() => gone);
    const sink = new StreamSink(target);
    sink.write('a');
    await sink.flush();
    sink.write('b');
    await sink.finish();
    expect([sink.closed, pieces]).toEqual([true, ['a']]);
  });

  it('says what else went wrong', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const sink = new StreamSink(stream(() => full).stream);
    sink.write('a');
    await expect(sink.finish()).rejects.toThrow('cannot write to stdout: no space left on device');
  });
});
