/** Values that outlive an episode, shared by all workflows of a run. Source: rLLM's `Store`. */
export interface Store {
  get<T = unknown>(key: string, fallback?: T): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  /** Whether it was there. */
  delete(key: string): Promise<boolean>;
  has(key: string): Promise<boolean>;
  keys(): Promise<string[]>;
  clear(): Promise<void>;
}
