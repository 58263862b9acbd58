import { refuse } from '../errors/refuse.ts';
import { checkRecord, checkText } from './check.ts';

/**
 * Where `{task}:{rollout}` and `{task}:{role}` are cut. `'last'` lets task ids contain colons; `'first'` is what rLLM
 * did until its ids were cut from the right, for files and numbers of that time.
 */
export type IdSeparator = 'last' | 'first';

export interface IdOptions {
  /** Default `'last'`. */
  readonly idSeparator?: IdSeparator;
}

/** The task id of an episode or of a trajectory group: its id up to the cut, or all of it when it has no colon. */
export function taskId(
  owner: { readonly id: string } | { readonly groupId: string },
  options?: IdOptions,
): string {
  checkRecord('an owner of an id', owner);
  const [field, id] = 'id' in owner ? ['id', owner.id] : ['groupId', owner.groupId];
  checkText(field, id);
  return cutId(id, options).task;
}

/** Both sides of the cut; `rest` is null without a colon, and ends at the next colon when the first one cuts. */
export function cutId(id: string, options: IdOptions = {}): { task: string; rest: string | null } {
  const { idSeparator = 'last' } = options;
  if (idSeparator === 'last') {
    const at = id.lastIndexOf(':');
    return at < 0 ? { task: id, rest: null } : { task: id.slice(0, at), rest: id.slice(at + 1) };
  }
  if (idSeparator !== 'first') refuse('idSeparator', '"last" or "first"', idSeparator);
  const [task = '', rest = null] = id.split(':', 2);
  return { task, rest };
}
