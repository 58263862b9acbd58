import { expect } from 'vitest';
import type { Respond } from '../../ts/backends/scripted/scripted-answer.ts';
import { ScriptedBackend } from '../../ts/backends/scripted/scripted-backend.ts';
import type { ScriptedExchange } from '../../ts/backends/scripted/scripted-engine.ts';
import type { Step } from '../../ts/types/step.ts';
import { createLanguageModel, type LanguageModel } from '../../ts/workflow/model/language-model.ts';
import { createFetch } from '../../ts/workflow/model/openai-fetch.ts';
import { RecordingModel } from '../../ts/workflow/model/recording-model.ts';

/** One rollout of a scripted model, and the model's own log of what it was asked and what it sent. */
export interface ScriptedRollout {
  readonly model: RecordingModel;
  readonly fetch: typeof globalThis.fetch;
  readonly languageModel: LanguageModel;
  readonly sent: readonly ScriptedExchange[];
}

export function scriptedRollout(respond: Respond): ScriptedRollout {
  const sent: ScriptedExchange[] = [];
  const backend = new ScriptedBackend({
    respond,
    onEvent: (event) => void (event.type === 'answer' && sent.push(event)),
  });
  const engine = backend.initRolloutEngine();
  const { signal } = new AbortController();
  const params = { temperature: 0.7, maxTokens: 4096 };
  const model = new RecordingModel({ engine, params, uid: 'task-7:0', signal });
  return { model, fetch: createFetch(model), languageModel: createLanguageModel(model), sent };
}

/** Holds recorded steps to what the model sent: tokens, log-probabilities and messages, one step an answer. */
export function expectSteps(steps: readonly Step[], sent: readonly ScriptedExchange[]): void {
  expect(steps).toHaveLength(sent.length);
  for (const [i, { messages, output }] of sent.entries()) {
    const step = steps[i] as Step;
    expect(step.promptIds).toEqual(output.promptIds);
    expect(step.responseIds).toEqual(output.completionIds);
    expect(step.responseIds.length).toBeGreaterThan(0);
    expect(step.logprobs).toEqual(output.logprobs);
    expect(step.modelResponse).toBe(output.text);
    expect(step.weightVersion).toBe(output.weightVersion);
    expect(step.chatCompletions.slice(0, -1)).toEqual(messages);
    expect(step.chatCompletions.at(-1)).toEqual({
      role: 'assistant',
      content: output.content === '' && output.toolCalls.length > 0 ? null : output.content,
      ...(output.reasoning !== null && { reasoning_content: output.reasoning }),
      ...(output.toolCalls.length > 0 && { tool_calls: output.toolCalls }),
    });
  }
}

/** Holds each step to begin with all of the one before, in messages and in tokens: nothing was lost on the way. */
export function expectExtending(steps: readonly Step[]): void {
  for (let i = 1; i < steps.length; i++) {
    const before = steps[i - 1] as Step;
    const step = steps[i] as Step;
    const tokens = [...before.promptIds, ...before.responseIds];
    expect(step.promptIds.slice(0, tokens.length)).toEqual(tokens);
    const { length } = before.chatCompletions;
    expect(step.chatCompletions.slice(0, length)).toEqual(before.chatCompletions);
  }
}
