import type { StepInit } from '../../types/step.ts';
import { listOf, numbersOf, textOf } from '../content.ts';
import { getLength, getPath, getRecord, getRecords, type RolloutRecord } from '../record.ts';

/** Of a request to the model: what the server answered, as a whole or in the pieces of a stream. */
function answersOf(data: RolloutRecord): readonly (RolloutRecord | undefined)[] {
  return getRecords(data, 'response') ?? [getRecord(data, 'response')];
}

function choicesOf(data: RolloutRecord): readonly RolloutRecord[] {
  return answersOf(data).flatMap((answer) => {
    const [first] = (answer && getRecords(answer, 'choices')) ?? [];
    return first ? [first] : [];
  });
}

/** How many tokens the model answered with. */
export function requestTokens(data: RolloutRecord): number {
  return choicesOf(data).reduce((sum, choice) => sum + (getLength(choice, 'token_ids') ?? 0), 0);
}

/** Version of the weights that answered. */
export function requestVersion(data: RolloutRecord): number | undefined {
  const version = data.get('model_version') ?? getPath(data, 'server', 'version');
  return typeof version === 'number' ? version : undefined;
}

export function requestStep(data: RolloutRecord): StepInit {
  const choices = choicesOf(data);
  const prompt = [...answersOf(data), ...choices]
    .map((owner) => numbersOf(owner?.get('prompt_token_ids')))
    .find((ids) => ids.length > 0);
  const text = choices.map(contentOf).join('');
  const messages = listOf(getPath(data, 'request', 'messages'));
  return {
    promptIds: prompt ?? [],
    responseIds: choices.flatMap((choice) => numbersOf(choice.get('token_ids'))),
    logprobs: choices.flatMap(logprobsOf),
    chatCompletions: [...messages, { role: 'assistant', content: text }],
    modelResponse: text,
    weightVersion: requestVersion(data) ?? null,
  };
}

function contentOf(choice: RolloutRecord): string {
  const said = getRecord(choice, 'message') ?? getRecord(choice, 'delta');
  return textOf(said?.get('content'));
}

function logprobsOf(choice: RolloutRecord): number[] {
  const held = getRecord(choice, 'logprobs');
  const tokens = (held && getRecords(held, 'content')) ?? [];
  return numbersOf(tokens.map((token) => token?.get('logprob')));
}
