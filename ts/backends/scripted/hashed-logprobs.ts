/**
 * A log-probability between −3 and 0 for each token of an answer, from a hash of it and of all tokens before it: the
 * same tokens have the same ones always, and others have others.
 */
export function hashedLogprobs(
  promptIds: readonly number[],
  completionIds: readonly number[],
): number[] {
  let state = 0x811c9dc5;
  for (const id of promptIds) state = Math.imul(state ^ id, 0x01000193);
  return completionIds.map((id) => {
    state = Math.imul(state ^ id, 0x01000193);
    return (-3 * (mix(state) + 0.5)) / 2 ** 32;
  });
}

function mix(value: number): number {
  let x = value;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}
