import type { StepInit } from '../../types/step.ts';
import { ALL_GROUPS_ROLE } from '../../types/trajectory-group.ts';
import { knownTermination, listOf, numbersOf, objectOf, signalsOf } from '../content.ts';
import { readId, readReward, refuseRecord, trainingStep } from '../fields.ts';
import { type FileContext, splitInPath, stepInPath } from '../file-context.ts';
import type { RolloutFormat } from '../format.ts';
import {
  conversationSteps,
  isWritten,
  messagesOf,
  messageText,
  writtenLength,
} from '../messages.ts';
import { getOwn, getPath, type RolloutRecord } from '../record.ts';
import type { RolloutFacts } from '../row.ts';

/**
 * What verifiers saved of an evaluation before its version 1 (`outputs/evals/{env}--{model}/{hash}/results.jsonl`), and prime-rl
 * of a training step in the same shape (`rollouts/step_7/train_rollouts.jsonl`), in order of completion.
 */
export const verifiers: RolloutFormat = {
  name: 'verifiers',
  title: 'verifiers results, prime-rl train_rollouts',
  containers: ['jsonl'],
  describe: {
    group: 'example_id; before it the environment, model and run, where folders tell of them',
    role: 'none',
    reward: 'reward',
    rolloutIndex: 'none',
  },
  detect: (record) => record.has('example_id') && record.has('prompt') && record.has('completion'),
  read(record, file) {
    const step = trainingStep(record.get('step_index')) ?? stepInPath(file);
    const split = splitInPath(file);
    return {
      group: groupOf(record, file),
      role: ALL_GROUPS_ROLE,
      reward: readReward(record.get('reward')),
      rolloutIndex: null,
      ...(step !== undefined && { step }),
      ...(split !== undefined && { split }),
      ...endOf(record),
      ...lengthOf(record),
    };
  },
  details(record) {
    const metrics = objectOf(record.get('metrics'));
    const names = record.names.filter((name) => !shown.has(name) && !Object.hasOwn(metrics, name));
    return {
      steps: stepsOf(record),
      task: {
        exampleId: record.get('example_id'),
        prompt: record.get('prompt'),
        answer: record.get('answer') ?? null,
      },
      terminationReason: knownTermination(record.get('stop_condition')),
      signals: signalsOf(metrics),
      metadata: Object.fromEntries(names.map((name) => [name, record.get(name)])),
    };
  },
};

const shown = new Set([
  'example_id',
  'prompt',
  'completion',
  'answer',
  'reward',
  'metrics',
  'trajectory',
]);

/** Examples have numbers inside their environment; `outputs/evals` holds evaluations of several, and of several models. */
function groupOf(record: RolloutRecord, { parts }: FileContext): string {
  const id = readId(record, 'example_id') ?? refuseRecord('missing-group', 'has no example_id');
  const [place = '', evaluation = '', run = ''] = parts.slice(-4, -1);
  return place === 'evals' && evaluation.includes('--') ? `${evaluation}/${run}/${id}` : id;
}

function endOf(record: RolloutRecord): RolloutFacts {
  const stop = record.get('stop_condition');
  const error = record.get('error') ?? null;
  return {
    ...(typeof stop === 'string' && { termination: stop }),
    ...(error !== null && { failed: true }),
    ...(record.get('is_truncated') === true && { truncated: true }),
  };
}

function lengthOf(record: RolloutRecord): RolloutFacts {
  const tokens = getPath(record, 'token_usage', 'output_tokens');
  if (typeof tokens === 'number') return { responseTokens: tokens };
  return { responseChars: writtenLength(record, 'completion') };
}

/** A step for each model call where the trajectory was saved too; else one for each answer in the conversation. */
function stepsOf(record: RolloutRecord): StepInit[] {
  const prompt = messagesOf(record.get('prompt'), 'user');
  const messages = [...prompt, ...messagesOf(record.get('completion'), 'assistant')];
  const calls = listOf(record.get('trajectory'));
  if (calls.length === 0) {
    // What an assistant says in the prompt is an example, not an answer.
    return conversationSteps(messages, (one, i) => i >= prompt.length && isWritten(one));
  }
  return calls.map((call, i) => {
    const isLast = i === calls.length - 1;
    const own = [
      ...messagesOf(getOwn(call, 'prompt'), 'user'),
      ...messagesOf(getOwn(call, 'completion'), 'assistant'),
    ];
    const conversation = own.length === 0 && isLast ? messages : own;
    return {
      ...callOf(call),
      chatCompletions: conversation,
      modelResponse: messageText(conversation.at(-1)),
      done: isLast,
    };
  });
}

function callOf(call: unknown): StepInit {
  const tokens = getOwn(call, 'tokens');
  const reward = getOwn(call, 'reward');
  const advantage = getOwn(call, 'advantage');
  return {
    promptIds: numbersOf(getOwn(tokens, 'prompt_ids')),
    responseIds: numbersOf(getOwn(tokens, 'completion_ids')),
    logprobs: numbersOf(getOwn(tokens, 'completion_logprobs')),
    ...(typeof reward === 'number' && { reward }),
    // Null is "not known", and stays so.
    advantage: typeof advantage === 'number' ? advantage : null,
  };
}
