import { ALL_GROUPS_ROLE } from '../types/trajectory-group.ts';

/**
 * What a file calls the kind of rollouts (their environment, data set or tags) as their role, where it names no agent. A list is
 * one label; colons become underscores, since a role holds none.
 *
 * @example
 * labelRole(['math', 'easy']); // 'math+easy'
 */
export function labelRole(value: unknown): string {
  const labels = Array.isArray(value) ? value : [value];
  const text = labels.filter((label) => typeof label === 'string').join('+');
  return text.replaceAll(':', '_') || ALL_GROUPS_ROLE;
}
