import { InMemoryStore } from '../../workflow/in-memory-store.ts';
import type { Store } from '../../workflow/store.ts';

/** What the store in memory holds; null for others, which outlive a run by themselves. */
export async function storeEntries(store: Store): Promise<Map<string, unknown> | null> {
  if (!(store instanceof InMemoryStore)) return null;
  const keys = await store.keys();
  return new Map(await Promise.all(keys.map(async (key) => [key, await store.get(key)] as const)));
}

/** Gives it what it held. */
export async function restoreStore(
  store: Store,
  entries: ReadonlyMap<string, unknown>,
): Promise<void> {
  await store.clear();
  for (const [key, value] of entries) await store.set(key, value);
}
