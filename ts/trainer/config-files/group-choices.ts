import type { ConfigProblem } from '../../errors/config-error.ts';
import { type DefaultEntry, defaultEntry } from './defaults-list.ts';
import { type ConfigNode, describeNode } from './node.ts';
import type { Override } from './override.ts';

interface Choice {
  readonly choice: DefaultEntry['choice'];
  readonly place: string;
  readonly isExternal: boolean;
  used: boolean;
}

/** Which option of each config group is taken: what the command line and `override` entries say over what files say. */
export class GroupChoices {
  /** Groups that the command line adds with a plus. */
  readonly added: DefaultEntry[] = [];
  readonly #problems: ConfigProblem[];
  readonly #choices = new Map<string, Choice>();
  readonly #removed = new Map<string, { name: string | undefined; place: string; used: boolean }>();
  readonly #taken = new Map<string, string | null>();

  constructor(overrides: readonly Override[], problems: ConfigProblem[]) {
    this.#problems = problems;
    for (const override of overrides) this.#read(override);
  }

  /** The options that were taken so far, by key. */
  get taken(): ReadonlyMap<string, string | null> {
    return this.#taken;
  }

  /** Notes what an `override` entry of a file says; what was said before, or on the command line, counts. */
  override(key: string, { choice, place }: DefaultEntry): void {
    if (!this.#choices.has(key))
      this.#choices.set(key, { choice, place, isExternal: false, used: false });
  }

  /** The entry with the option that counts. */
  choose(key: string, entry: DefaultEntry): DefaultEntry {
    const choice = this.#choices.get(key);
    if (!choice) return entry;
    choice.used = true;
    return { ...entry, choice: choice.choice, place: choice.place };
  }

  /** Whether the command line takes a group away. */
  isRemoved(key: string, name: string | null): boolean {
    const removed = this.#removed.get(key);
    if (!removed || (removed.name !== undefined && removed.name !== name)) return false;
    removed.used = true;
    return true;
  }

  /** Notes an option that is taken; a group is taken once. */
  take(key: string, name: string | null, place: string): void {
    if (this.#taken.has(key)) {
      const hint =
        name === this.#taken.get(key) ? '' : `; another option is "override ${key}: ${name}"`;
      this.#problems.push({ path: place, message: `group ${key} is in the defaults twice${hint}` });
    } else this.#taken.set(key, name);
  }

  /** Refuses what fitted no entry. */
  finish(): void {
    for (const [key, { place, isExternal, choice, used }] of this.#choices) {
      if (used) continue;
      const group = key.split('@')[0];
      const others = [...this.#taken.keys()].filter((taken) => taken.split('@')[0] === group);
      const hint =
        others.length > 0
          ? `; did you mean ${others.join(' or ')}?`
          : isExternal
            ? `; +${key}=${choice} adds it`
            : '';
      this.#problems.push({ path: place, message: `no defaults name group ${key}${hint}` });
    }
    for (const [key, { name, place, used }] of this.#removed) {
      if (!used)
        this.#problems.push({
          path: place,
          message: `no defaults name group ${key}${name === undefined ? '' : ` with option ${name}`}, so it cannot be removed`,
        });
    }
  }

  #read(override: Override): void {
    const { kind, key, package: pack, value, text } = override;
    const place = `override ${JSON.stringify(text)}`;
    const reason = whyNoChoice(override);
    if (reason !== undefined) {
      this.#problems.push({ path: place, message: reason });
      return;
    }
    const whole = pack === null ? key : `${key}@${pack}`;
    const choice = value ? choiceOf(value) : undefined;
    if (kind === 'delete')
      this.#removed.set(whole, { name: choice as string | undefined, place, used: false });
    else if (kind === 'add')
      this.added.push({
        ...defaultEntry('group', key, place),
        choice: choice ?? null,
        package: pack,
      });
    else this.#choices.set(whole, { choice: choice ?? null, place, isExternal: true, used: false });
  }
}

function whyNoChoice({ kind, key, value, text }: Override): string | undefined {
  if (kind === 'force-add') return `is for values; +${text.slice(2)} adds a group`;
  if (kind === 'delete' && value === undefined) return undefined;
  const choice = value && choiceOf(value);
  if (typeof choice === 'string' || (choice && kind !== 'delete')) return undefined;
  const several = kind === 'delete' ? '' : ', or several as a list';
  return `must name an option of group ${key}${several}, got ${value ? describeNode(value) : 'nothing'}`;
}

function choiceOf(node: ConfigNode): string | readonly string[] | undefined {
  if (node.kind === 'scalar') return typeof node.value === 'string' ? node.value : undefined;
  if (node.kind === 'mapping') return undefined;
  const names = node.items.map((item) => (item.kind === 'scalar' ? item.value : null));
  return names.every((name) => typeof name === 'string') ? names : undefined;
}
