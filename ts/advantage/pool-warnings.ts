import { Places } from '../errors/places.ts';
import { show } from '../errors/show.ts';
import type { OnWarning } from '../errors/warning.ts';
import { getAdvEstimator, isSpecEstimator } from '../estimators/registry.ts';
import { describeSingleton } from '../estimators/spec/describe-singleton.ts';
import type { AlgorithmConfig } from '../types/algorithm-config.ts';
import { estimatorOf } from './estimate-pool.ts';
import type { RolePool } from './role-pool.ts';

/** Rewards that are NaN or infinite spread over their group or role by the arithmetic; this tells where they are. */
export function warnNonFinite(pools: readonly RolePool[], onWarning: OnWarning): void {
  const places = new Places();
  for (const { rewards, groupId } of pools) {
    const { values, offsets } = rewards;
    let group = 0;
    for (let i = 0; i < values.length; i++) {
      if (Number.isFinite(values[i])) continue;
      while ((offsets[group + 1] as number) <= i) group++;
      const at = group;
      places.add(() => `${groupId(at)}[${i - (offsets[at] as number)}] = ${values[i]}`);
    }
  }
  if (places.count === 0) return;
  onWarning({
    kind: 'non-finite-rewards',
    message: `${places.counted('reward', 'is', 'are')} not finite, nor are the advantages computed with them: ${places}`,
    places: places.names,
  });
}

/** Map entries for roles that no group has are most likely misspelt. */
export function warnUnusedRoles(
  pools: readonly RolePool[],
  precomputedRoles: Iterable<string>,
  config: AlgorithmConfig,
  onWarning: OnWarning,
): void {
  const seen = new Set([...pools.map(({ role }) => role), ...precomputedRoles]);
  const unused = new Places();
  for (const role of Object.keys(config.estimatorMap)) if (!seen.has(role)) unused.add(() => role);
  if (unused.count === 0 || seen.size === 0) return;
  const found = new Places();
  for (const role of seen) found.add(() => role);
  onWarning({
    kind: 'unused-estimator-map-role',
    message: `estimator map names roles that no group has: ${unused}; roles seen: ${found}`,
    places: unused.names,
  });
}

/** A group of one has nothing to be compared with; what it gets depends on the estimator, and few expect it. */
export function warnGroupsOfOne(
  pools: readonly RolePool[],
  config: AlgorithmConfig,
  onWarning: OnWarning,
): void {
  const roles = new Places('; ');
  const places = new Places();
  let groups = 0;
  for (const { role, rewards, groupId } of pools) {
    const before = places.count;
    for (let g = 0; g < rewards.numGroups; g++) {
      if ((rewards.offsets[g + 1] as number) - (rewards.offsets[g] as number) === 1)
        places.add(() => groupId(g));
    }
    groups += rewards.numGroups;
    const lone = places.count - before;
    if (lone > 0) roles.add(() => `${lone} of role ${show(role)}, ${fate(role, config)}`);
  }
  if (roles.count === 0) return;
  const head =
    places.count === groups
      ? `${groups === 1 ? 'the only group' : `each of the ${groups} groups`} has one trajectory, so nothing is compared (are ids grouped as you meant?)`
      : 'groups of one trajectory';
  onWarning({
    kind: 'groups-of-one',
    message: `${head}: ${roles}`,
    places: places.names,
  });
}

function fate(role: string, config: AlgorithmConfig): string {
  const name = estimatorOf(role, config);
  const estimator = getAdvEstimator(name);
  if (!isSpecEstimator(estimator)) return `where ${name} decides what a lone trajectory gets`;
  return `where ${name} gives a lone trajectory ${describeSingleton(estimator.spec({ algorithm: config }))}`;
}
