import { InvalidArgumentError } from 'commander';

export const importHelp =
  'a module to run first, which registers estimators of yours; may be repeated';

export const rewardHelp =
  'which reward counts, where files keep several for one rollout; the field that it is in, of plain files (default: reward)';

/** One `role=estimator`; a role may contain `=`, an estimator's name only after `framework/name:`. */
export function addMapping(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const variant = text.search(/=[^=/:]+\/[^=:]+:/);
  const cut = variant > 0 ? variant : text.lastIndexOf('=');
  if (cut < 1 || cut === text.length - 1) {
    throw new InvalidArgumentError('It must be role=estimator, as in judge=rloo.');
  }
  const role = text.slice(0, cut);
  if (Object.hasOwn(before, role)) {
    throw new InvalidArgumentError(`Role "${role}" is given twice.`);
  }
  return Object.fromEntries([...Object.entries(before), [role, text.slice(cut + 1)]]);
}

/** A number from 0. */
export function toEpsilon(text: string): number {
  const epsilon = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(epsilon) || epsilon < 0) {
    throw new InvalidArgumentError('It must be a number from 0, as in 1e-6.');
  }
  return epsilon;
}

/** One more of an option that may be repeated. */
export function append(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, toPath(text)];
}

/** A path; empty where a script's variable was not set. */
export function toPath(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be the path of a file.');
  return text;
}

/** One more text of an option that may be repeated. */
export function addText(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Any number. */
export function toNumber(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw new InvalidArgumentError('It must be a number.');
  return number;
}

/** A whole number from 1. */
export function toCount(text: string): number {
  const count = toNumber(text);
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new InvalidArgumentError('It must be a whole number from 1.');
  }
  return count;
}
