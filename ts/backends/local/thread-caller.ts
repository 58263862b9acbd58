import { UpperhandError } from '../../errors/upperhand-error.ts';
import { closedError, type PolicyCaller } from './policy-caller.ts';
import type { PolicyCalls, PolicyMethod } from './policy-calls.ts';
import type { ReplyMessage } from './policy-messages.ts';
import type { OpenThread, Thread } from './thread.ts';

interface Pending {
  resolve(value: never): void;
  reject(error: unknown): void;
}

/** A policy in a thread of its own. */
export class ThreadCaller implements PolicyCaller {
  /** Fails when the thread does not start, in whatever way. */
  readonly ready: Promise<void>;
  readonly #thread: Thread;
  readonly #pending = new Map<number, Pending>();
  #failure: UpperhandError | null = null;
  #calls = 0;
  #settleReady: { resolve(): void; reject(error: unknown): void } | null = null;

  constructor(open: OpenThread) {
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // Whoever waits for it sees the failure; nobody has to.
    this.ready.catch(() => {});
    this.#thread = open({
      onMessage: (message) => this.#receive(message as ReplyMessage),
      onEnd: (reason) => this.#fail(reason),
    });
    // Until it is there, it keeps the process alive.
    this.#thread.hold(true);
  }

  call<M extends PolicyMethod>(
    method: M,
    ...args: Parameters<PolicyCalls[M]>
  ): Promise<ReturnType<PolicyCalls[M]>> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    const id = this.#calls++;
    return new Promise((resolve, reject) => {
      // Arguments are the caller's; what is sent is copied.
      this.#thread.post({ id, method, args }, []);
      this.#pending.set(id, { resolve, reject });
      this.#thread.hold(true);
    });
  }

  async close(): Promise<void> {
    this.#end(closedError());
    await this.#thread.end();
  }

  #receive(message: ReplyMessage): void {
    // A thread that is being ended may still answer. Let go of then, the process could be over before `close` is.
    if (this.#failure !== null) return;
    if ('ready' in message) this.#settleReady?.resolve();
    else {
      const pending = this.#pending.get(message.id);
      this.#pending.delete(message.id);
      if ('value' in message) pending?.resolve(message.value as never);
      else pending?.reject(new UpperhandError(message.error.code, message.error.message));
    }
    this.#thread.hold(this.#pending.size > 0);
  }

  #fail(reason: string): void {
    if (this.#failure !== null) return;
    this.#end(
      new UpperhandError('policy-failed', `the thread of the local policy ended: ${reason}`),
    );
    void this.#thread.end();
  }

  #end(failure: UpperhandError): void {
    this.#failure ??= failure;
    this.#settleReady?.reject(this.#failure);
    for (const { reject } of this.#pending.values()) reject(this.#failure);
    this.#pending.clear();
  }
}
