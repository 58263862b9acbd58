import type { StepInit } from '../../types/step.ts';
import { listOf, numbersOf } from '../content.ts';
import type { RolloutDetails } from '../format.ts';
import { MemberNames } from '../member-names.ts';
import { messageLength } from '../messages.ts';
import {
  getLength,
  getPath,
  getRecord,
  getRecords,
  getTextLength,
  isText,
  type RolloutRecord,
  visitRecords,
} from '../record.ts';
import type { RolloutFacts } from '../row.ts';

const asked = /* @__PURE__ */ new MemberNames(
  'generation_token_ids',
  'type',
  'role',
  'content',
  'arguments',
);

/** What a record tells of the answers, without their texts. */
export function responseFacts(record: RolloutRecord): RolloutFacts {
  let tokens = 0;
  let chars = 0;
  const response = getRecord(record, 'response');
  if (response) {
    const take = (item: RolloutRecord): void => {
      tokens += getLength(item, 'generation_token_ids') ?? 0;
      if (tokens === 0 && isWritten(item)) chars += lengthOf(item);
    };
    visitRecords(response, 'output', take, asked);
  }
  const facts = tokens > 0 ? { responseTokens: tokens } : { responseChars: chars };
  return record.get('truncated') === true ? { ...facts, truncated: true } : facts;
}

/** A step for each call of the model; the last of its items has the tokens, where they were recorded. */
export function nemoGymDetails(record: RolloutRecord): RolloutDetails {
  const input = getPath(record, 'responses_create_params', 'input');
  const conversation =
    typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);
  const output = outputOf(record);
  const items = listOf(getPath(record, 'response', 'output'));
  const isEnd = output.some(hasTokens) ? hasTokens : isWritten;
  const steps: StepInit[] = [];
  output.forEach((item, i) => {
    if (!isEnd(item)) return;
    steps.push({
      promptIds: numbersOf(item.get('prompt_token_ids')),
      responseIds: numbersOf(item.get('generation_token_ids')),
      logprobs: numbersOf(item.get('generation_log_probs')),
      chatCompletions: [...conversation, ...items.slice(0, i + 1)],
      modelResponse: textOf(item),
    });
  });
  const names = record.names.filter((name) => !shown.has(name));
  return {
    steps: steps.map((step, i) => ({ ...step, done: i === steps.length - 1 })),
    task: record.get('responses_create_params') ?? null,
    metadata: Object.fromEntries(names.map((name) => [name, record.get(name)])),
  };
}

const shown = new Set(['responses_create_params', 'response', 'reward', 'agent_ref']);

function outputOf(record: RolloutRecord): RolloutRecord[] {
  const response = getRecord(record, 'response');
  const output = response && getRecords(response, 'output');
  return (output ?? []).filter((item) => item !== undefined);
}

function hasTokens(item: RolloutRecord): boolean {
  return (getLength(item, 'generation_token_ids') ?? 0) > 0;
}

/** Whether the model wrote it. Its thoughts stand before what it said or called. */
function isWritten(item: RolloutRecord): boolean {
  if (isText(item, 'type', 'message')) return isText(item, 'role', 'assistant');
  return isText(item, 'type', 'function_call');
}

/** How long that text is. */
function lengthOf(item: RolloutRecord): number {
  const isCall = getLength(item, 'content') === undefined && (item.get('content') ?? null) === null;
  return isCall ? (getTextLength(item, 'arguments') ?? 0) : messageLength(item);
}

function textOf(item: RolloutRecord): string {
  const content = item.get('content') ?? item.get('arguments');
  if (typeof content === 'string') return content;
  return (getRecords(item, 'content') ?? [])
    .map((part) => part?.get('text'))
    .filter((text) => typeof text === 'string')
    .join('');
}
