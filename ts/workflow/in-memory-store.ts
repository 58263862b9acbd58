import type { Store } from './store.ts';

/**
 * A store in the memory of this process. Each call is done at once, so that none sees half of another's; values are
 * kept as they are, not copied.
 *
 * Source: rLLM's `InMemoryStore`.
 *
 * @example
 * const store = new InMemoryStore();
 * await store.set('best', 0.5);
 * await store.get('best');       // 0.5
 * await store.get('worst', -1);  // -1
 * await store.delete('best');    // true
 */
export class InMemoryStore implements Store {
  readonly #values = new Map<string, unknown>();

  async get<T = unknown>(key: string, fallback?: T): Promise<T | undefined> {
    return this.#values.has(key) ? (this.#values.get(key) as T) : fallback;
  }

  async set(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }

  async delete(key: string): Promise<boolean> {
    return this.#values.delete(key);
  }

  async has(key: string): Promise<boolean> {
    return this.#values.has(key);
  }

  async keys(): Promise<string[]> {
    return [...this.#values.keys()];
  }

  async clear(): Promise<void> {
    this.#values.clear();
  }
}
