import { jsKernels } from '../js/js-kernels.ts';
import type { TokenKernels } from '../token-kernels.ts';
import { alignCode, maskedCode, whitenCodes } from '../token-option-codes.ts';
import type { Arena } from './arena.ts';
import { checkStatus } from './check-status.ts';
import type { WasmExports } from './wasm-exports.ts';

/** What lies in the arena one after the other, and what is read back from its beginning. */
interface Layout {
  readonly mask: Uint8Array | null;
  /** A number stands for as many of it as there are rows. */
  readonly values: readonly (Float64Array | number | null)[];
  readonly offsets: readonly Uint32Array[];
  readonly rows: number;
  readonly outs: readonly Float64Array[];
}

/** The calls over rows of tokens. One that finds no memory is computed in JavaScript instead, with the same bits. */
export function wasmTokenKernels(wasm: WasmExports, arena: Arena): TokenKernels {
  /** Copies in, calls in place, copies out; false where there is no memory. */
  const inPlace = (
    { mask, values, offsets, rows, outs }: Layout,
    call: (hasMask: number, valuesAt: readonly number[], offsetsAt: readonly number[]) => number,
  ): boolean => {
    const valuesAt = placesOf(
      values.map((part) => (part instanceof Float64Array ? part.length : rows)),
    );
    const offsetsAt = placesOf(offsets.map(({ length }) => length));
    // The mask first: the views of the arena are those that `reserve` makes.
    if (mask !== null && !arena.setMask(mask)) return false;
    const room = [valuesAt.at(-1) as number, offsetsAt.at(-1) as number] as const;
    if (!arena.reserve(...room)) return false;
    values.forEach((part, p) => {
      const at = valuesAt[p] as number;
      if (part instanceof Float64Array) arena.values.set(part, at);
      else arena.values.fill(part ?? 0, at, at + rows);
    });
    offsets.forEach((part, p) => {
      arena.offsets.set(part, offsetsAt[p]);
    });
    const status = call(mask === null ? 0 : 1, valuesAt, offsetsAt);
    if (status === NO_MEMORY) return false;
    checkStatus(status);
    arena.renew(...room);
    outs.forEach((out, p) => {
      const at = valuesAt[p] as number;
      out.set(arena.values.subarray(at, at + out.length));
    });
    return true;
  };

  return {
    discountedReturns(tokens, options, out) {
      const masked = maskedCode(options.masked);
      const zero = Number(options.zeroUntrained ?? false);
      const { rewards, mask, offsets } = tokens;
      const rows = offsets.length - 1;
      const layout = {
        mask,
        values: [rewards, options.gamma],
        offsets: [offsets],
        rows,
        outs: [out],
      };
      const done = inPlace(layout, (hasMask, at) =>
        wasm.discountedReturns(0, rewards.length, 0, rows, at[1] as number, hasMask, masked, zero),
      );
      if (!done) jsKernels.discountedReturns(tokens, options, out);
    },

    generalizedAdvantages(tokens, options, out) {
      const masked = maskedCode(options.masked);
      const zero = Number(options.zeroUntrained ?? false);
      const { rewards, values, bootstrap, mask, offsets } = tokens;
      const rows = offsets.length - 1;
      const layout = {
        mask,
        values: [rewards, values, options.gamma, options.lambda, bootstrap],
        offsets: [offsets],
        rows,
        outs: [out.advantages, out.returns],
      };
      const done = inPlace(layout, (hasMask, at) => {
        const [, valuesAt, gammaAt, lambdaAt, bootstrapAt] = at as unknown as Five;
        return wasm.generalizedAdvantages(
          0,
          valuesAt,
          rewards.length,
          0,
          rows,
          gammaAt,
          lambdaAt,
          bootstrapAt,
          hasMask,
          masked,
          zero,
        );
      });
      if (!done) jsKernels.generalizedAdvantages(tokens, options, out);
    },

    whitenTokens(tokens, options, out) {
      const [mean, epsilonPlace] = whitenCodes(options);
      const { divide, ddof, epsilon, countEpsilon } = options;
      const { values, mask, offsets } = tokens;
      const segments = offsets.length - 1;
      const layout = { mask, values: [values], offsets: [offsets], rows: segments, outs: [out] };
      const done = inPlace(layout, (hasMask) =>
        wasm.whitenTokens(
          0,
          values.length,
          0,
          segments,
          hasMask,
          mean,
          Number(divide),
          ddof,
          epsilon,
          epsilonPlace,
          countEpsilon,
        ),
      );
      if (!done) jsKernels.whitenTokens(tokens, options, out);
    },

    optimalTokenBaseline(tokens, options, out) {
      const align = alignCode(options);
      const { epsilon, zeroTail } = options;
      const { rewards, weights, mask, offsets, members, groups } = tokens;
      const rows = offsets.length - 1;
      const layout = {
        mask,
        values: [rewards, weights],
        offsets: [offsets, members, groups],
        rows,
        outs: [out.advantages, out.returns],
      };
      const done = inPlace(layout, (hasMask, at, offsetsAt) =>
        wasm.optimalTokenBaseline(
          0,
          at[1] as number,
          rewards.length,
          0,
          rows,
          offsetsAt[1] as number,
          offsetsAt[2] as number,
          groups.length - 1,
          hasMask,
          epsilon,
          Number(zeroTail),
          align,
        ),
      );
      if (!done) jsKernels.optimalTokenBaseline(tokens, options, out);
    },
  };
}

const NO_MEMORY = 5;

type Five = [number, number, number, number, number];

/** Where parts of these lengths begin, and where the last one ends. */
function placesOf(lengths: readonly number[]): number[] {
  const places = [0];
  for (const length of lengths) places.push((places.at(-1) as number) + length);
  return places;
}
