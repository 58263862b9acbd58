import type { ToolDefinition } from '../../types/chat.ts';
import type { LanguageModelCallOptions, LanguageModelWarning } from './language-model-types.ts';
import type { ChatOptions } from './model-client.ts';
import { mergeSampling } from './sampling.ts';

/** What a request of the AI SDK asks for beside its prompt, and what of it is not done. */
export function toChatOptions(options: LanguageModelCallOptions): {
  readonly options: ChatOptions;
  readonly warnings: LanguageModelWarning[];
} {
  const { tools, warnings } = toolsOf(options.tools ?? []);
  const { toolChoice, abortSignal, stopSequences } = options;
  // Of the SDK's settings those that were left out are undefined.
  const params = mergeSampling({}, {
    temperature: options.temperature,
    topP: options.topP,
    topK: options.topK,
    maxTokens: options.maxOutputTokens,
    seed: options.seed,
    stop: stopSequences !== undefined && stopSequences.length > 0 ? stopSequences : undefined,
    presence_penalty: options.presencePenalty,
    frequency_penalty: options.frequencyPenalty,
    response_format: responseFormat(options.responseFormat),
    ...options.providerOptions?.upperhand,
  } as ChatOptions);
  return {
    options: {
      ...params,
      ...(tools.length > 0 && { tools }),
      ...(tools.length > 0 && toolChoice !== undefined && { toolChoice: choiceOf(toolChoice) }),
      ...(abortSignal !== undefined && { signal: abortSignal }),
    },
    warnings,
  };
}

function toolsOf(given: NonNullable<LanguageModelCallOptions['tools']>): {
  readonly tools: ToolDefinition[];
  readonly warnings: LanguageModelWarning[];
} {
  const tools: ToolDefinition[] = [];
  const warnings: LanguageModelWarning[] = [];
  for (const tool of given) {
    if (tool.type !== 'function') {
      const details = 'It runs at a provider; the model under training has none.';
      warnings.push({ type: 'unsupported', feature: `provider-defined tool ${tool.id}`, details });
      continue;
    }
    const { name, description, inputSchema, strict } = tool;
    tools.push({
      type: 'function',
      function: {
        name,
        ...(description !== undefined && { description }),
        parameters: inputSchema as Record<string, unknown>,
        ...(strict !== undefined && { strict }),
      },
    });
  }
  return { tools, warnings };
}

function choiceOf(choice: NonNullable<LanguageModelCallOptions['toolChoice']>): unknown {
  return choice.type === 'tool'
    ? { type: 'function', function: { name: choice.toolName } }
    : choice.type;
}

/** As the chat completions API has it; whether the engine heeds it is the engine's. */
function responseFormat(format: LanguageModelCallOptions['responseFormat']): object | undefined {
  if (format?.type !== 'json') return undefined;
  const { schema, name = 'response', description } = format;
  if (schema === undefined) return { type: 'json_object' };
  return {
    type: 'json_schema',
    json_schema: { name, schema, ...(description !== undefined && { description }) },
  };
}
