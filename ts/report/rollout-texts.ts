import type { RolloutContent } from '../rollouts/content.ts';
import { listMismatch } from '../rollouts/list-lengths.ts';
import type { Step } from '../types/step.ts';
import { messageOf, textOf, type WholeMessage } from './message-of.ts';
import type { Message, RolloutTexts, StepTexts } from './report-data.ts';
import { bytesOf, type Cuts, cutText, fairShare } from './text-budget.ts';

/** Bytes of a message beside its text, about. */
const MESSAGE_BYTES = 40;
const STEP_BYTES = 160;
const TOKEN_BYTES = 14;
/** So many tokens of a step are shown. */
const TOKENS = 256;
/** So many facts of a rollout, and so long ones. */
const FACTS = 24;
const FACT_CHARS = 400;

interface WholeStep {
  readonly step: Step;
  readonly same: number;
  readonly messages: readonly WholeMessage[];
}

/**
 * The texts of a rollout in about so many bytes: what all of its steps say once, cut where they are longer.
 *
 * @param content - null where its format has none
 */
export function rolloutTexts(
  id: number,
  content: RolloutContent | null,
  room: number,
  cuts: Cuts,
): RolloutTexts {
  const steps = wholeSteps(content?.steps ?? []);
  const task = textOf(
    content?.exact?.trajectory.task ?? content?.exact?.episode.task ?? content?.task,
  );
  const facts = factsOf(content);
  let left = room - bytesOf(facts) - STEP_BYTES * steps.length;
  const most = Math.max(2, Math.floor(left / 2 / MESSAGE_BYTES));
  const kept = dropMiddle(steps, most, cuts);
  left -= MESSAGE_BYTES * kept.reduce((sum, { messages }) => sum + messages.length, 0);
  const texts = [task, ...kept.flatMap(({ messages }) => messages.map(({ text }) => text))];
  const sizes = texts.map(bytesOf);
  const limit = fairShare(sizes, left);
  let tokens = limit === Number.POSITIVE_INFINITY ? left - sizes.reduce((a, b) => a + b, 0) : 0;
  let next = 0;
  const cut = () => cutText(texts[next] as string, sizes[next++] as number, limit, cuts);
  const cutTask = task === '' ? null : cut();
  if (task === '') next = 1;
  return {
    id,
    task: cutTask,
    facts,
    steps: kept.map(({ step, same, messages }) => {
      const told = toTexts(
        step,
        same,
        messages.map(({ role, dropped }): Message => {
          return { role, text: cut(), ...(dropped > 0 && { dropped }) };
        }),
        Math.min(TOKENS, Math.floor(tokens / TOKEN_BYTES)),
      );
      tokens -= TOKEN_BYTES * (told.tokens?.ids.length ?? 0);
      return told;
    }),
  };
}

/** Each step with those messages that the step before has not. */
function wholeSteps(steps: readonly Step[]): WholeStep[] {
  let before: readonly string[] = [];
  return steps.map((step) => {
    const { chatCompletions } = step;
    const all = chatCompletions.length > 0 ? chatCompletions.map(messageOf) : partsOf(step);
    const keys = all.map(({ role, text }) => `${role}\n${text}`);
    const end = keys.findIndex((key, i) => key !== before[i]);
    const same = end < 0 ? keys.length : end;
    before = keys;
    return { step, same, messages: all.slice(same) };
  });
}

/** What a step says without messages. */
function partsOf({ observation, thought, modelResponse, action }: Step): WholeMessage[] {
  const answer = modelResponse === '' ? textOf(action) : modelResponse;
  return [
    { role: 'observation', text: textOf(observation) },
    { role: 'thought', text: thought },
    { role: 'assistant', text: answer },
  ].filter(({ text }) => text !== '');
}

/** No more messages than that: the first and the last ones. */
function dropMiddle(
  steps: readonly WholeStep[],
  most: number,
  cuts: Cuts,
): {
  step: Step;
  same: number;
  messages: (WholeMessage & { dropped: number })[];
}[] {
  const total = steps.reduce((sum, { messages }) => sum + messages.length, 0);
  const from = Math.ceil(most / 2);
  const to = total <= most ? 0 : total - Math.floor(most / 2);
  let [at, dropped] = [0, 0];
  return steps.map(({ step, same, messages }) => ({
    step,
    same,
    messages: messages.flatMap((message) => {
      const number = at++;
      if (total > most && number >= from && number < to) {
        cuts.messages++;
        dropped++;
        return [];
      }
      const before = dropped;
      dropped = 0;
      return [{ ...message, dropped: before }];
    }),
  }));
}

function toTexts(step: Step, same: number, messages: readonly Message[], most: number): StepTexts {
  const { promptIds, responseIds, logprobs, advantage, weightVersion } = step;
  const shown = logprobs.length > 0 && most > 0;
  const mismatch = listMismatch(step);
  return {
    same,
    messages,
    promptTokens: promptIds.length,
    responseTokens: responseIds.length,
    meanLogprob: logprobs.length > 0 ? meanOf(logprobs) : null,
    weightVersion,
    ...(mismatch !== null && { mismatch }),
    advantage: Array.isArray(advantage)
      ? advantage.length > 0
        ? meanOf(advantage)
        : null
      : advantage,
    ...(shown && {
      tokens: {
        ids: responseIds.slice(0, most),
        logprobs: logprobs.slice(0, most).map((logprob) => Math.round(logprob * 1000) / 1000),
      },
    }),
  };
}

function factsOf(content: RolloutContent | null): [string, string][] {
  const { trajectory, episode } = content?.exact ?? {};
  const { signals = {}, metadata = {} } = trajectory ?? content ?? {};
  const { metrics = {} } = episode ?? content ?? {};
  return [...Object.entries(signals), ...Object.entries(metrics), ...Object.entries(metadata)]
    .map(([name, value]): [string, string] => [
      name.slice(0, FACT_CHARS),
      typeof value === 'number' ? String(value) : textOf(value).slice(0, FACT_CHARS),
    ])
    .filter(([, text]) => text !== '')
    .slice(0, FACTS);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
