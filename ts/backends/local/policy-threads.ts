import { type OnWarning, warnOnce } from '../../errors/warning.ts';
import { nodeModule } from '../../platform/node-module.ts';
import { DirectCaller, type PolicyCaller } from './policy-caller.ts';
import type { CreatePolicy } from './policy-host.ts';
import { type OpenThread, threadOpener } from './thread.ts';
import { ThreadCaller } from './thread-caller.ts';

/** Where policies are computed. */
export interface ThreadOptions {
  /** Threads; 0: this one. */
  readonly workers: number;
  readonly workerFile?: string | URL | undefined;
  readonly createPolicy?: CreatePolicy | undefined;
  readonly onWarning?: OnWarning | undefined;
}

/**
 * Starts the threads. Where they cannot be started, in a runtime without any or in a page whose bundler left the module
 * of the thread out, the policy is computed in this thread, with a warning: the results are the same.
 */
export async function startThreads(options: ThreadOptions): Promise<PolicyCaller[]> {
  const { workers, workerFile, createPolicy, onWarning = warnOnce } = options;
  if (workers === 0) return [await direct(createPolicy)];
  const open = threadOpener(workerFile);
  const started = open === null ? 'this runtime has none' : await start(open, workers);
  if (typeof started !== 'string') return started;
  onWarning({
    kind: 'thread-fallback',
    message: `the local policy is computed in this thread, which does nothing else meanwhile: no thread could be started (${started})`,
  });
  return [await direct(createPolicy)];
}

/** Two halve the time of a batch; what more of them bring was not measured. */
export function defaultWorkers(): number {
  const processors =
    nodeModule('node:os')?.availableParallelism() ?? globalThis.navigator?.hardwareConcurrency ?? 1;
  return Math.min(processors, 2);
}

/** All of them, or why not. */
async function start(open: OpenThread, workers: number): Promise<PolicyCaller[] | string> {
  const callers: ThreadCaller[] = [];
  try {
    for (let i = 0; i < workers; i++) callers.push(new ThreadCaller(open));
    await Promise.all(callers.map(({ ready }) => ready));
    return callers;
  } catch (error) {
    await Promise.all(callers.map((caller) => caller.close()));
    return error instanceof Error ? error.message : String(error);
  }
}

/** What this thread needs for it is loaded only here. */
async function direct(createPolicy?: CreatePolicy): Promise<PolicyCaller> {
  if (createPolicy === undefined) {
    const { embeddedHost } = await import('./embedded-host.ts');
    return new DirectCaller(embeddedHost());
  }
  const { PolicyHost } = await import('./policy-host.ts');
  return new DirectCaller(new PolicyHost(createPolicy));
}
