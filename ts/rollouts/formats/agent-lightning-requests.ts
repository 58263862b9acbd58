import type { StepInit } from '../../types/step.ts';
import { listOf, numbersOf } from '../content.ts';
import { getOwn } from '../record.ts';

/** Of a request to the model: what the server answered, as a whole or in the pieces of a stream. */
function answersOf(data: unknown): readonly unknown[] {
  const response = getOwn(data, 'response');
  return Array.isArray(response) ? response : [response];
}

function choicesOf(data: unknown): readonly unknown[] {
  return answersOf(data).flatMap((answer) => listOf(getOwn(answer, 'choices')).slice(0, 1));
}

/** How many tokens the model answered with. */
export function requestTokens(data: unknown): number {
  return choicesOf(data).reduce<number>(
    (sum, choice) => sum + listOf(getOwn(choice, 'token_ids')).length,
    0,
  );
}

/** Version of the weights that answered. */
export function requestVersion(data: unknown): number | undefined {
  const version = getOwn(data, 'model_version') ?? getOwn(getOwn(data, 'server'), 'version');
  return typeof version === 'number' ? version : undefined;
}

export function requestStep(data: unknown): StepInit {
  const choices = choicesOf(data);
  const prompt = [...answersOf(data), ...choices]
    .map((owner) => numbersOf(getOwn(owner, 'prompt_token_ids')))
    .find((ids) => ids.length > 0);
  const text = choices.map(contentOf).join('');
  const messages = listOf(getOwn(getOwn(data, 'request'), 'messages'));
  return {
    promptIds: prompt ?? [],
    responseIds: choices.flatMap((choice) => numbersOf(getOwn(choice, 'token_ids'))),
    logprobs: choices.flatMap(logprobsOf),
    chatCompletions: [...messages, { role: 'assistant', content: text }],
    modelResponse: text,
    weightVersion: requestVersion(data) ?? null,
  };
}

function contentOf(choice: unknown): string {
  const content = getOwn(getOwn(choice, 'message') ?? getOwn(choice, 'delta'), 'content');
  return typeof content === 'string' ? content : '';
}

function logprobsOf(choice: unknown): number[] {
  const tokens = listOf(getOwn(getOwn(choice, 'logprobs'), 'content'));
  return numbersOf(tokens.map((token) => getOwn(token, 'logprob')));
}
