/** What must stand where each trajectory has something, for messages. Rewards stand in groups, which is taken for how all else does. */
export function alignedArray(count: number): string {
  return `a flat array of ${count}, one for each trajectory in the order of the rewards`;
}
