import { refuse } from '../../errors/refuse.ts';
import { checkArray, isArrayLike, toFloats } from '../../types/check.ts';

/** Tokens of one node of a trajectory: 1 or true where the policy sampled them. */
export type NodeMask = ArrayLike<number | boolean>;

/**
 * Lays advantages on the sampled tokens of a trajectory's nodes, in order; null for a node without any.
 *
 * Source: prime-rl's `assign_advantages`.
 *
 * @param values - one for all, or one a sampled token
 * @throws UpperhandError `invalid-argument` when there are not as many values as sampled tokens
 * @example
 * const nodes = assignToNodes([[0, 1], [0], [1, 1]], [0.5, 1, -1]);
 * nodes.map((list) => list && [...list]); // [[0.5], null, [1, -1]]
 */
export function assignToNodes(
  masks: readonly NodeMask[],
  values: number | ArrayLike<number>,
): (Float64Array | null)[] {
  const counts = checkMasks(masks).map(sampledOf);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const flat =
    typeof values === 'number' ? new Float64Array(total).fill(values) : toFloats('values', values);
  if (flat.length !== total) refuse('values', `one a sampled token (${total})`, flat);
  let at = 0;
  return counts.map((count) => {
    if (count === 0) return null;
    const start = at;
    at += count;
    return Float64Array.from({ length: count }, (_, i) => flat[start + i] as number);
  });
}

/**
 * Of one number a token, those of the sampled tokens, node by node; null for a node without any.
 *
 * Source: prime-rl's `assign_reference_logprobs`.
 *
 * @throws UpperhandError `invalid-argument` when there are not as many values as tokens
 * @example
 * pickSampled([[0, 1], [0]], [-1, -2, -3]).map((list) => list && [...list]); // [[-2], null]
 */
export function pickSampled(
  masks: readonly NodeMask[],
  values: ArrayLike<number>,
): (Float64Array | null)[] {
  const total = checkMasks(masks).reduce((sum, mask) => sum + mask.length, 0);
  const given = toFloats('values', values);
  if (given.length !== total) refuse('values', `one a token (${total})`, given);
  let at = 0;
  return masks.map((mask) => {
    const picked = Array.from(mask, (on) => [on, given[at++] as number] as const)
      .filter(([on]) => Boolean(on))
      .map(([, value]) => value);
    return picked.length === 0 ? null : Float64Array.from(picked);
  });
}

/**
 * The advantages of nodes as one number a token: 0 at tokens that were not sampled and in nodes that were given none.
 * Null when no node was given any.
 *
 * Source: verifiers' `Branch.advantages`, which cuts or pads a list of another length.
 *
 * @throws UpperhandError `invalid-argument` for a node whose advantages are not one a sampled token
 * @example
 * spreadOverTokens([[0, 1], [1, 0]], [[0.5], null]); // Float64Array [0, 0.5, 0, 0]
 */
export function spreadOverTokens(
  masks: readonly NodeMask[],
  advantages: readonly (ArrayLike<number> | null)[],
): Float64Array | null {
  checkMasks(masks);
  if (!Array.isArray(advantages) || advantages.length !== masks.length)
    refuse('advantages', `one list a node (${masks.length})`, advantages);
  if (advantages.every((list) => list === null)) return null;
  return Float64Array.from(
    masks.flatMap((mask, node) => {
      const list = advantages[node] ?? null;
      const count = sampledOf(mask);
      if (list !== null && list.length !== count)
        refuse(`advantages[${node}]`, `one a sampled token (${count})`, list);
      let at = 0;
      return Array.from(mask, (on) => (on && list !== null ? (list[at++] as number) : 0));
    }),
  );
}

/**
 * The mean of the advantages that are not 0, as one number for a trajectory; 0 where all are 0, null where there are none.
 *
 * Source: prime-rl's `scalar_advantage`.
 *
 * @example
 * scalarAdvantage([[0, 0.5], null, [1]]); // 0.75
 */
export function scalarAdvantage(nodes: readonly (ArrayLike<number> | null)[]): number | null {
  checkArray('nodes', nodes);
  const all = nodes.flatMap((list) => Array.from(list ?? []));
  if (all.length === 0) return null;
  const carrying = all.filter((advantage) => advantage !== 0);
  return carrying.length === 0 ? 0 : carrying.reduce((sum, a) => sum + a, 0) / carrying.length;
}

function checkMasks(masks: readonly NodeMask[]): readonly NodeMask[] {
  checkArray('masks', masks);
  masks.forEach((mask, node) => {
    if (!isArrayLike(mask)) refuse(`masks[${node}]`, 'an array of 0, 1 or booleans', mask);
  });
  return masks;
}

function sampledOf(mask: NodeMask): number {
  return Array.from(mask).filter(Boolean).length;
}
