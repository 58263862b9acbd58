/*
 * Parts that specs of many frameworks are made of. What frameworks differ in (singleton, ddof, epsilon and its place, masked
 * tokens) is in none of them: it stands in the file of each.
 */

/** r − mean(group), undivided. */
export const centredInGroup = {
  baseline: { kind: 'mean', scope: 'group' },
  scale: { kind: 'none' },
} as const;

/** r − mean of the other members, undivided. */
export const leaveOneOut = {
  baseline: { kind: 'leave-one-out' },
  scale: { kind: 'none' },
} as const;

/** The reward itself. */
export const uncentred = {
  baseline: { kind: 'none' },
  scale: { kind: 'none' },
} as const;

/** The std of the group's rewards, whatever its ddof and epsilon. */
export const stdOfGroup = { kind: 'std', scope: 'group', of: 'values' } as const;
