// A module of one function: i32.const 0, i8x16.splat, drop.
const SIMD_MODULE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 9, 1, 7, 0, 65, 0, 253, 15, 26,
  11,
];

/** Whether there is a WebAssembly that knows 128-bit SIMD. Compiles nothing, so no content policy stands in its way. */
export function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(SIMD_MODULE));
}
