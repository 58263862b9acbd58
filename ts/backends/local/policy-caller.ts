import { UpperhandError } from '../../errors/upperhand-error.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { PolicyCalls, PolicyMethod } from './policy-calls.ts';

/** Calls a policy, wherever it is. Calls are answered in their order. */
export interface PolicyCaller {
  /** @throws what the policy throws; UpperhandError `policy-failed` when its thread ended, `engine-closed` after `close` */
  call<M extends PolicyMethod>(
    method: M,
    ...args: Parameters<PolicyCalls[M]>
  ): Promise<ReturnType<PolicyCalls[M]>>;
  close(): Promise<void>;
}

/** A policy in this thread: while it computes, nothing else happens. Between calls the event loop has its turn. */
export class DirectCaller implements PolicyCaller {
  readonly #host: PolicyCalls;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(host: PolicyCalls) {
    this.#host = host;
  }

  call<M extends PolicyMethod>(
    method: M,
    ...args: Parameters<PolicyCalls[M]>
  ): Promise<ReturnType<PolicyCalls[M]>> {
    const run = this.#host[method] as (...given: readonly unknown[]) => ReturnType<PolicyCalls[M]>;
    const result = this.#last.then(async () => {
      await nextTurn();
      if (this.#isClosed) throw closedError();
      return run.apply(this.#host, args);
    });
    this.#last = result.catch(() => {});
    return result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}

export function closedError(): UpperhandError {
  return new UpperhandError(
    'engine-closed',
    'the local policy was closed; nothing is computed any more',
  );
}
