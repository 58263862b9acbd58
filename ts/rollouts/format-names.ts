import { nearest } from '../errors/nearest.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import type { RolloutFormat } from './format.ts';
import { formats } from './formats/index.ts';

/** Names of all formats that are read. */
export function listFormats(): string[] {
  return formats.map(({ name }) => name);
}

/**
 * @throws UpperhandError `invalid-argument` that lists the names
 * @example
 * formatByName('nemo-gym').describe.role; // 'agent_ref.name'
 */
export function formatByName(name: string): RolloutFormat {
  const format = formats.find((candidate) => candidate.name === name);
  if (format) return format;
  const near = nearest(name, listFormats());
  throw new UpperhandError(
    'invalid-argument',
    `format must be one of ${listFormats().join(', ')}, got ${show(name)}${near ? `; did you mean ${show(near)}?` : ''}`,
  );
}
