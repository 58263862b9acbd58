/** Places that a warning carries by name; more are counted only, so that warnings stay small in batches of any size. */
const MOST_KEPT = 1000;
/** Places that its sentence names. */
const MOST_NAMED = 8;

/** Where something was found: the first places by name, and how many there are. */
export class Places {
  readonly names: string[] = [];
  count = 0;
  readonly #separator: string;

  constructor(separator = ', ') {
    this.#separator = separator;
  }

  add(name: () => string): void {
    if (++this.count <= MOST_KEPT) this.names.push(name());
  }

  /** `'3 rewards are'`, `'1 reward is'`. */
  counted(thing: string, one: string, many: string): string {
    return this.count === 1 ? `1 ${thing} ${one}` : `${this.count} ${thing}s ${many}`;
  }

  toString(): string {
    const shown = this.names.slice(0, MOST_NAMED).join(this.#separator);
    return this.count > MOST_NAMED ? `${shown} and ${this.count - MOST_NAMED} more` : shown;
  }
}
