import { createStep, type Step } from '../types/step.ts';
import { parseTerminationReason, type TerminationReason } from '../types/termination-reason.ts';
import type { RolloutDetails } from './format.ts';

/** The content of a rollout, checked. */
export interface RolloutContent extends Omit<RolloutDetails, 'steps'> {
  readonly steps: Step[];
}

/** @throws UpperhandError `invalid-argument` for what is no step */
export function toContent(details: RolloutDetails): RolloutContent {
  return { ...details, steps: details.steps.map(createStep) };
}

/** An array of numbers as it is; empty for anything else, as where token ids are not known. */
export function numbersOf(value: unknown): number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number') ? value : [];
}

/** An array as it is; empty for anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text as it is; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** An object as it is; empty for anything else. */
export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The numbers in an object, by their names. */
export function signalsOf(value: unknown): Record<string, number> {
  const numbers = Object.entries(objectOf(value)).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return Object.fromEntries(numbers);
}

/** A reason of rLLM's list; null for a word that is not in it, which stays in `termination`. */
export function knownTermination(value: unknown): TerminationReason | null {
  try {
    return parseTerminationReason(value);
  } catch {
    return null;
  }
}
