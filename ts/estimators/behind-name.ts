import { UpperhandError } from '../errors/upperhand-error.ts';

/** What an estimator refuses, with its name, which it does not know; as it is where the name stands already. */
export function behindName(who: string, error: UpperhandError): UpperhandError {
  if (error.message.startsWith(who)) return error;
  return new UpperhandError(error.code, `${who}: ${error.message}`, { cause: error });
}
