import { refuse } from '../errors/refuse.ts';
import type { TokenBatch } from './token-batch.ts';
import type { TokenTerms } from './token-terms.ts';

/** The sequences of each group that have a trained token. Groups without one are holes. */
export function trainedMembers(
  { groupOf, trained, numSequences }: TokenBatch,
  who: string,
): number[][] {
  if (groupOf === null && numSequences > 0) refuse('groups', `given for ${who}`, undefined);
  const members: number[][] = [];
  groupOf?.forEach((group, s) => {
    if (trained[s] !== 0) members[group] = [...(members[group] ?? []), s];
  });
  return members;
}

/**
 * The loss of a group at each of its trained tokens, so that `'group-mean-token-mean'` makes the mean over groups of it.
 *
 * @param dLogprobs - the derivatives of the loss of a token's group by its log-probability [tokens]
 */
export function groupTerms(
  batch: TokenBatch,
  groupLosses: readonly number[],
  dLogprobs: Float64Array,
): TokenTerms {
  const groupOfToken = tokenGroups(batch);
  return {
    losses: Float64Array.from(groupOfToken, (group) => groupLosses[group] ?? 0),
    slopes: (weights) => {
      const pulls: number[] = [];
      groupOfToken.forEach((group, i) => {
        if (group >= 0) pulls[group] = (pulls[group] ?? 0) + (weights[i] as number);
      });
      return dLogprobs.map((slope, i) => slope * (pulls[groupOfToken[i] as number] ?? 0));
    },
  };
}

/** The group of each trained token; −1 elsewhere. */
function tokenGroups({ mask, offsets, groupOf }: TokenBatch): Int32Array {
  const tokens = new Int32Array(mask.length).fill(-1);
  groupOf?.forEach((group, s) => {
    for (let i = offsets[s] as number; i < (offsets[s + 1] as number); i++)
      if (mask[i] === 1) tokens[i] = group;
  });
  return tokens;
}
