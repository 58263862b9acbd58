import { messageOf } from '../../errors/message-of.ts';
import { type ErrorCode, UpperhandError } from '../../errors/upperhand-error.ts';
import type { PolicyCalls, PolicyMethod } from './policy-calls.ts';

/** A call, as it crosses over to the thread of the policy. */
export interface CallMessage {
  readonly id: number;
  readonly method: PolicyMethod;
  readonly args: readonly unknown[];
}

/** What comes back: first that the thread is there, then an answer to each call. */
export type ReplyMessage =
  | { readonly ready: true }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: ErrorMessage };

/** Errors lose their class on the way. */
export interface ErrorMessage {
  readonly code: ErrorCode;
  readonly message: string;
}

/** One end of the line between the threads. */
export interface Port {
  post(message: ReplyMessage, transfer: ArrayBuffer[]): void;
  listen(onMessage: (message: CallMessage) => void): void;
}

/** Answers calls by a host, one after the other. */
export function servePolicy(port: Port, host: PolicyCalls): void {
  port.listen(({ id, method, args }) => {
    try {
      const run = host[method] as (...given: readonly unknown[]) => unknown;
      const value = run.apply(host, args as unknown[]);
      port.post({ id, value }, buffersOf(value));
    } catch (error) {
      port.post({ id, error: toErrorMessage(error) }, []);
    }
  });
  port.post({ ready: true }, []);
}

/** The memory of all arrays in a value, to be handed over instead of copied. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value))
    return value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return [...new Set(Object.values(value).flatMap(buffersOf))];
}

function toErrorMessage(error: unknown): ErrorMessage {
  const code = error instanceof UpperhandError ? error.code : 'policy-failed';
  return { code, message: messageOf(error) };
}
