import type { TokenSequences } from './wasm/policy-exports.ts';

/** Token lists, one after the other. */
export function joinTokens(lists: readonly ArrayLike<number>[]): TokenSequences {
  const offsets = new Uint32Array(lists.length + 1);
  lists.forEach((list, i) => {
    offsets[i + 1] = (offsets[i] as number) + list.length;
  });
  const tokens = new Uint32Array(offsets[lists.length] as number);
  lists.forEach((list, i) => {
    tokens.set(list, offsets[i]);
  });
  return { tokens, offsets };
}
