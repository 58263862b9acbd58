import { ConfigError } from '../../ts/errors/config-error.ts';
import type { Warning } from '../../ts/errors/warning.ts';

/** What a call complains about: `path: message` for each problem. */
export function problemsOf(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
  throw new Error('nothing was refused');
}

/** An `onWarning` that keeps what it gets. */
export function gather(): { warnings: Warning[]; onWarning: (warning: Warning) => void } {
  const warnings: Warning[] = [];
  return { warnings, onWarning: (warning) => warnings.push(warning) };
}
