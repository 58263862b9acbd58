import { show } from '../errors/show.ts';

/** What an episode keeps of the error that ended it, in `metadata.error`, by the names that rLLM writes into files. */
export interface ErrorDetails {
  readonly error_message: string;
  /** The error's name; of a thrown value that is no error its type. */
  readonly error_type: string;
  /** Stacks of the error and of its causes; empty for a value that has none. */
  readonly traceback: string;
}

const causes = new WeakMap<ErrorDetails, unknown>();

/** Describes whatever was thrown; never throws itself. */
export function describeError(error: unknown): ErrorDetails {
  let details: ErrorDetails;
  try {
    details = isError(error)
      ? { error_message: error.message, error_type: error.name, traceback: stackOf(error) }
      : {
          error_message: textOf(error),
          error_type: error === null ? 'null' : typeof error,
          traceback: '',
        };
  } catch {
    // Fields that throw when they are read.
    details = {
      error_message: 'an error that cannot be read',
      error_type: 'unknown',
      traceback: '',
    };
  }
  causes.set(details, error);
  return details;
}

/** The thrown value that details were made of; the details themselves when they come from elsewhere. */
export function causeOf(details: ErrorDetails): unknown {
  return causes.has(details) ? causes.get(details) : details;
}

/** By its fields: errors of other realms are errors too. */
function isError(value: unknown): value is Error {
  const { name, message } = (value ?? {}) as Partial<Error>;
  return typeof name === 'string' && typeof message === 'string';
}

/** Some throw objects with nothing but a message. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { message } = (value ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : show(value);
}

function stackOf(error: Error): string {
  const stacks: string[] = [];
  const seen = new Set<unknown>();
  try {
    for (let each: unknown = error; isError(each) && !seen.has(each); each = each.cause) {
      seen.add(each);
      stacks.push(String(each.stack ?? `${each.name}: ${each.message}`));
    }
  } catch {
    // The rest cannot be read; the message is worth more than its trace.
  }
  return stacks.join('\nCaused by: ');
}
