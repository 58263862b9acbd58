import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeBase64 } from '../../ts/kernels/wasm/decode-base64.ts';

afterEach(() => vi.unstubAllGlobals());

const roundTrips = (): void =>
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = btoa(String.fromCharCode(...bytes));
      expect([...decodeBase64(text)]).toEqual([...bytes]);
    }),
  );

describe('decodeBase64', () => {
  it("decodes with Node's Buffer", roundTrips);

  it('decodes where there is no Buffer', () => {
    vi.stubGlobal('Buffer', undefined);
    roundTrips();
  });

  it('prefers the standard decoder', () => {
    const fromBase64 = vi.fn(() => new Uint8Array([7]));
    vi.stubGlobal('Uint8Array', Object.assign(class extends Uint8Array {}, { fromBase64 }));
    expect([...decodeBase64('Bw==')]).toEqual([7]);
    expect(fromBase64).toHaveBeenCalledWith('Bw==');
  });
});
