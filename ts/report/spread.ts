/**
 * Picks some of many, evenly: `count` numbers below `total`, ascending, the first among them.
 *
 * @example
 * spread(10, 3); // [0, 3, 6]
 */
export function spread(total: number, count: number): number[] {
  if (count >= total) return Array.from({ length: total }, (_, i) => i);
  return Array.from({ length: Math.max(0, count) }, (_, i) => Math.floor((i * total) / count));
}
