/** A session of the policy, and the tokens that it has. */
export interface KeptSession {
  readonly session: number;
  readonly tokens: readonly number[];
}

/**
 * Sessions of conversations, so that a turn computes only what it adds. At most so many: the one that was used longest
 * ago makes room. Nothing but time depends on what is kept.
 */
export class Conversations {
  readonly #most: number;
  readonly #drop: (sessions: readonly number[]) => void;
  /** By conversation, the one used last at the end. A conversation may have several branches. */
  readonly #kept = new Map<string, KeptSession[]>();
  #count = 0;

  constructor(most: number, drop: (sessions: readonly number[]) => void) {
    this.#most = most;
    this.#drop = drop;
  }

  /** Takes out the session with the longest tokens that the prompt begins with, and goes on after. */
  take(conversation: string | undefined, prompt: readonly number[]): KeptSession | null {
    if (conversation === undefined) return null;
    const branches = this.#kept.get(conversation) ?? [];
    let best: KeptSession | null = null;
    for (const branch of branches)
      if (branch.tokens.length > (best?.tokens.length ?? 0) && begins(prompt, branch.tokens))
        best = branch;
    if (best !== null)
      this.#replace(
        conversation,
        branches.filter((branch) => branch !== best),
      );
    return best;
  }

  keep(conversation: string, kept: KeptSession): void {
    this.#replace(conversation, [...(this.#kept.get(conversation) ?? []), kept]);
    while (this.#count > this.#most) {
      const [oldest] = this.#kept as Iterable<[string, KeptSession[]]>;
      if (!oldest) return;
      const [name, [first, ...others]] = oldest;
      if (first) this.#drop([first.session]);
      this.#replace(name, others, false);
    }
  }

  /** Drops all: their keys and values are of other weights. */
  clear(): void {
    const all = [...this.#kept.values()].flat();
    this.#kept.clear();
    this.#count = 0;
    if (all.length > 0) this.#drop(all.map(({ session }) => session));
  }

  #replace(conversation: string, branches: KeptSession[], isUsed = true): void {
    this.#count += branches.length - (this.#kept.get(conversation)?.length ?? 0);
    if (isUsed || branches.length === 0) this.#kept.delete(conversation);
    if (branches.length > 0) this.#kept.set(conversation, branches);
  }
}

function begins(prompt: readonly number[], tokens: readonly number[]): boolean {
  return tokens.length <= prompt.length && tokens.every((token, i) => prompt[i] === token);
}
