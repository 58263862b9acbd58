export interface NodeModules {
  'node:async_hooks': typeof import('node:async_hooks');
  'node:buffer': typeof import('node:buffer');
  'node:crypto': typeof import('node:crypto');
  'node:fs': typeof import('node:fs');
  'node:fs/promises': typeof import('node:fs/promises');
  'node:os': typeof import('node:os');
  'node:path': typeof import('node:path');
  'node:url': typeof import('node:url');
  'node:worker_threads': typeof import('node:worker_threads');
  'node:zlib': typeof import('node:zlib');
}

/**
 * A module of Node's, in Node, Deno and Bun; undefined elsewhere. Not an import, so that bundlers for pages have nothing
 * to look for.
 */
export function nodeModule<Name extends keyof NodeModules>(
  name: Name,
): NodeModules[Name] | undefined {
  return globalThis.process?.getBuiltinModule?.(name) as NodeModules[Name] | undefined;
}
