import { createStep, type Step, type StepInit } from '../types/step.ts';
import { parseTerminationReason, type TerminationReason } from '../types/termination-reason.ts';
import type { RolloutDetails } from './format.ts';

/** The content of a rollout, checked. */
export interface RolloutContent extends Omit<RolloutDetails, 'steps'> {
  readonly steps: Step[];
}

/**
 * @param unchecked - whether steps may have other numbers of tokens and of log probabilities, for whoever shows them and says so
 * @throws UpperhandError `invalid-argument` for what is no step
 */
export function toContent(details: RolloutDetails, unchecked: boolean): RolloutContent {
  return { ...details, steps: details.steps.map(unchecked ? uncheckedStep : createStep) };
}

/** The lists are checked each by itself. */
function uncheckedStep({ logprobs = [], ...others }: StepInit): Step {
  const checked = createStep({ logprobs, responseIds: logprobs });
  return { ...createStep(others), logprobs: checked.logprobs };
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
