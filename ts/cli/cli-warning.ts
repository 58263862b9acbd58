import type { Warning, WarningKind } from '../errors/warning.ts';

/** A warning of the engine, or of the command line itself. */
export interface CliWarning extends Omit<Warning, 'kind'> {
  readonly kind: WarningKind | 'unused-option' | 'not-converted' | 'changed';
}
