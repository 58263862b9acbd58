import type { ModelOutput } from '../../types/model-output.ts';
import { newUid } from '../../types/uid.ts';
import { answerStream } from './answer-stream.ts';
import { toChatMessages } from './language-model-prompt.ts';
import { toChatOptions } from './language-model-request.ts';
import { contentOf, finishReasonOf, streamParts, usageOf } from './language-model-result.ts';
import type {
  LanguageModelCallOptions,
  LanguageModelResult,
  LanguageModelStreamPart,
  LanguageModelWarning,
} from './language-model-types.ts';
import type { ModelClient } from './model-client.ts';

/**
 * A model of the Vercel AI SDK, version 3 of its specification (`ai` 6): what `generateText({ model })`,
 * `streamText({ model })` and the SDK's agents take.
 */
export interface LanguageModel {
  readonly specificationVersion: 'v3';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  doGenerate(options: LanguageModelCallOptions): Promise<LanguageModelResult>;
  doStream(
    options: LanguageModelCallOptions,
  ): Promise<{ stream: ReadableStream<LanguageModelStreamPart> }>;
}

/**
 * Makes a model of the Vercel AI SDK of a model in this process.
 *
 * An answer is a step of the model's; one whose stream is aborted or cancelled before the answer is complete is none.
 * (To `break` out of the SDK's own streams cancels nothing: give it an `abortSignal`.) Tools that run at a provider are
 * warned of. Entries of `providerOptions.upperhand` are sampling parameters. What the model throws, it throws.
 *
 * @example
 * const rolloutEngine = new ScriptedBackend({ respond: () => 'Hello yourself' }).initRolloutEngine();
 * const { model } = createWorkflowContext({ rolloutEngine });
 * const languageModel = createLanguageModel(model);
 * // What generateText({ model: languageModel, prompt: 'Hello' }) does with it:
 * const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }];
 * const { content } = await languageModel.doGenerate({ prompt });
 * content; // [{ type: 'text', text: 'Hello yourself' }]
 */
export function createLanguageModel(model: ModelClient): LanguageModel {
  async function ask(options: LanguageModelCallOptions): Promise<{
    readonly answer: ModelOutput;
    readonly warnings: LanguageModelWarning[];
    readonly response: LanguageModelResult['response'];
  }> {
    const { options: chatOptions, warnings } = toChatOptions(options);
    const response = { id: newUid(), timestamp: new Date(), modelId: 'policy' };
    const answer = await model.chat(toChatMessages(options.prompt), chatOptions);
    if (options.abortSignal?.aborted) {
      model.discard(answer);
      throw options.abortSignal.reason;
    }
    return { answer, warnings, response };
  }

  return {
    specificationVersion: 'v3',
    provider: 'upperhand',
    modelId: 'policy',
    // Else the SDK would fetch them itself.
    supportedUrls: { '*/*': [/^https?:\/\//] },
    async doGenerate(options) {
      const { answer, ...rest } = await ask(options);
      return {
        content: contentOf(answer),
        finishReason: finishReasonOf(answer),
        usage: usageOf(answer),
        ...rest,
      };
    },
    async doStream(options) {
      const { answer, ...rest } = await ask(options);
      const abandon = (): void => void model.discard(answer);
      return { stream: answerStream(streamParts(answer, rest), options.abortSignal, abandon) };
    },
  };
}
