import type * as fs from 'node:fs/promises';
import { vi } from 'vitest';

/** Puts other functions in the place of the file system's while `work` goes on; null: there is none, as in a browser. */
export async function replaceFs<T>(
  functions: Partial<typeof fs> | null,
  work: () => Promise<T>,
): Promise<T> {
  const { getBuiltinModule } = process;
  const spy = vi.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) => {
    if (functions === null) return undefined;
    const found = getBuiltinModule.call(process, name);
    return name === 'node:fs/promises' ? { ...(found as object), ...functions } : found;
  });
  try {
    return await work();
  } finally {
    spy.mockRestore();
  }
}
