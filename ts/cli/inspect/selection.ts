import type { RolloutRow } from '../../rollouts/row.ts';

/** Which rollouts a survey is about: whole groups, so that what is said of groups stays true. */
export interface Selection {
  readonly role?: readonly string[];
  readonly task?: readonly string[];
  readonly step?: readonly string[];
}

/** Chooses rollouts, and can say what there was to choose from. */
export interface Selector {
  readonly select: (row: RolloutRow) => boolean;
  /** Why none of so many rollouts is left. */
  readonly noneText: (rollouts: number) => string;
}

/** Undefined: all. */
export function toSelector(selection: Selection): Selector | undefined {
  const { role, task, step } = selection;
  const wanted = [
    ...(role ? [new Wanted('roles', role, (row) => row.role)] : []),
    ...(task ? [new Wanted('tasks', task, (row) => row.group)] : []),
    ...(step ? [new Wanted('steps', step, (row) => row.step?.toString())] : []),
  ];
  if (wanted.length === 0) return undefined;
  return {
    select(row) {
      let isSelected = true;
      for (const one of wanted) if (!one.has(row)) isSelected = false;
      return isSelected;
    },
    noneText: (rollouts) =>
      `none of ${rollouts} rollouts is of ${selectionText(selection)}${wanted.map((one) => one.othersText()).join('')}`,
  };
}

/** As on the command line. */
export function selectionText({ role = [], task = [], step = [] }: Selection): string {
  return [
    ...role.map((name) => `--role ${name}`),
    ...task.map((name) => `--task ${name}`),
    ...step.map((name) => `--step ${name}`),
  ].join(' ');
}

/** So many names are told. */
const MOST_NAMES = 8;

/** The values of one option, and, while no rollout has any of them, some that rollouts have. */
class Wanted {
  readonly #what: string;
  readonly #names: readonly string[];
  readonly #nameOf: (row: RolloutRow) => string | undefined;
  readonly #others = new Set<string>();
  #isFound = false;

  constructor(
    what: string,
    names: readonly string[],
    nameOf: (row: RolloutRow) => string | undefined,
  ) {
    this.#what = what;
    this.#names = names;
    this.#nameOf = nameOf;
  }

  has(row: RolloutRow): boolean {
    const name = this.#nameOf(row);
    if (name === undefined) return false;
    if (this.#names.includes(name)) {
      this.#isFound = true;
      return true;
    }
    if (!this.#isFound && this.#others.size <= MOST_NAMES) this.#others.add(name);
    return false;
  }

  /** Nothing, where it is another option that leaves no rollout. */
  othersText(): string {
    if (this.#isFound) return '';
    if (this.#others.size === 0) return `; they have no ${this.#what}`;
    const names = [...this.#others].slice(0, MOST_NAMES).join(', ');
    return `; ${this.#what} are ${names}${this.#others.size > MOST_NAMES ? ', …' : ''}`;
  }
}
