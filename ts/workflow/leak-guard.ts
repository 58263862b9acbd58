import type { AsyncLocalStorage } from 'node:async_hooks';
import { nodeModule } from '../platform/node-module.ts';

/** Whose code left a promise behind, and who is told that it was rejected. */
export interface LeakOwner {
  leaked(reason: unknown): void;
}

type Storage = AsyncLocalStorage<LeakOwner>;

let active: { readonly storage: Storage; readonly remove: () => void } | null = null;
let holders = 0;

/**
 * Keeps the process alive when code of a rollout leaves a promise behind that is rejected later: a runtime that ends
 * processes for that would end all rollouts with it. While somebody holds the guard such a rejection goes to the owner
 * of the code that made the promise, and to nobody else; all other rejections are dealt with as ever.
 *
 * Node and Deno say whose code it was, through `AsyncLocalStorage`. Browsers and workers do not, but do not end for it
 * either. Bun does neither: there a promise left behind ends the process.
 *
 * @returns what lets go of the guard, as soon as what was rejected until then is claimed; call it once
 */
export function holdLeakGuard(): () => void {
  if (holders++ === 0) active = install();
  // Runtimes look for rejections once no promise can go on any more; timers come after that.
  return () => void setTimeout(letGo);
}

function letGo(): void {
  if (--holders > 0) return;
  active?.remove();
  active = null;
}

/** Runs code in the name of an owner, with all that it begins. */
export function runOwned<T>(owner: LeakOwner, work: () => T): T {
  return active ? active.storage.run(owner, work) : work();
}

function install(): typeof active {
  const hooks = nodeModule('node:async_hooks');
  if (!hooks) return null;
  const storage: Storage = new hooks.AsyncLocalStorage();
  const claim = (reason: unknown): boolean => {
    const owner = storage.getStore();
    owner?.leaked(reason);
    return owner !== undefined;
  };
  const removals = [claimFromProcess(claim), claimFromEvents(claim)];
  const remove = (): void => {
    for (const each of removals) each();
    try {
      storage.disable();
    } catch {
      // Cloudflare's runtime has it, and throws.
    }
  };
  return { storage, remove };
}

/**
 * Stands before `process.emit` rather than among the listeners: one listener would turn off what Node does by itself
 * with all other rejections, and would not keep those of the application, which often end the process, from being
 * called.
 */
function claimFromProcess(claim: (reason: unknown) => boolean): () => void {
  const { emit } = process;
  const isOwn = Object.hasOwn(process, 'emit');
  const claiming = function (this: unknown, event: string, ...args: unknown[]): boolean {
    if (event === 'unhandledRejection' && claim(args[0])) return true;
    return Reflect.apply(emit, this, [event, ...args]);
  } as typeof emit;
  process.emit = claiming;
  return () => {
    // Somebody else may stand before us by now; then ours stays, and claims nothing any more.
    if (process.emit !== claiming) return;
    if (isOwn) process.emit = emit;
    else Reflect.deleteProperty(process, 'emit');
  };
}

/** Deno's way. */
function claimFromEvents(claim: (reason: unknown) => boolean): () => void {
  const { addEventListener, removeEventListener } = globalThis as Partial<typeof globalThis>;
  if (!addEventListener || !removeEventListener) return () => {};
  const listener = (event: PromiseRejectionEvent): void => {
    if (claim(event.reason)) event.preventDefault();
  };
  addEventListener('unhandledrejection', listener);
  return () => removeEventListener('unhandledrejection', listener);
}
