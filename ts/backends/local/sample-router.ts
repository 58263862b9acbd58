import type { SampleRequest } from './policy-calls.ts';

/** Of a run that samples and never trains; then sessions are computed anew where they come to be. */
const MOST_CONVERSATIONS = 2 ** 16;

/**
 * Shares requests among threads: a conversation stays where its session is, equal prompts stay together as far as the
 * shares are even. Who draws an answer never changes it.
 */
export class SampleRouter {
  readonly #threads: number;
  readonly #threadOf = new Map<string, number>();

  constructor(threads: number) {
    this.#threads = threads;
  }

  /** For each thread the places of its requests. */
  share(requests: readonly SampleRequest[]): number[][] {
    if (this.#threads === 1) return [requests.map((_, i) => i)];
    if (this.#threadOf.size > MOST_CONVERSATIONS) this.forget();
    const shares: number[][] = Array.from({ length: this.#threads }, () => []);
    const free = new Map<string, number[]>();
    requests.forEach(({ conversation, prompt }, i) => {
      const thread = conversation === undefined ? undefined : this.#threadOf.get(conversation);
      if (thread !== undefined) shares[thread]?.push(i);
      else {
        const name = prompt.join();
        const alike = free.get(name);
        if (alike) alike.push(i);
        else free.set(name, [i]);
      }
    });
    const even = Math.ceil(requests.length / this.#threads);
    for (const i of [...free.values()].flat()) {
      const thread = shares.findIndex((share) => share.length < even);
      shares[thread]?.push(i);
      const { conversation } = requests[i] as SampleRequest;
      if (conversation !== undefined) this.#threadOf.set(conversation, thread);
    }
    return shares;
  }

  /** No thread has sessions any more. */
  forget(): void {
    this.#threadOf.clear();
  }
}
