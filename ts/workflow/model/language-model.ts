import type {
  LanguageModelCallOptions,
  LanguageModelResult,
  LanguageModelStreamPart,
} from './language-model-types.ts';

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
