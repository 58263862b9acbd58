// What the Vercel AI SDK calls version 3 of a language model, as far as it matters here. Written down here so that
// the package needs none of the SDK's; a test assigns these types to the real ones.

/** Options of a provider or a part, by the name of the provider that they are for. */
type ByProvider = Record<string, Record<string, unknown>>;

export interface LanguageModelTextPart {
  readonly type: 'text';
  readonly text: string;
}

export interface LanguageModelReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
}

export interface LanguageModelFilePart {
  readonly type: 'file';
  readonly mediaType: string;
  /** Base64 text, bytes, or where it is. */
  readonly data: string | Uint8Array | URL;
  readonly filename?: string;
}

export interface LanguageModelToolCallPart {
  readonly type: 'tool-call';
  readonly toolCallId: string;
  readonly toolName: string;
  /** The arguments, parsed. */
  readonly input: unknown;
}

export interface LanguageModelToolResultPart {
  readonly type: 'tool-result';
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: LanguageModelToolResultOutput;
}

export type LanguageModelToolResultOutput =
  | { readonly type: 'text' | 'error-text'; readonly value: string }
  | { readonly type: 'json' | 'error-json'; readonly value: unknown }
  | { readonly type: 'execution-denied'; readonly reason?: string }
  | { readonly type: 'content'; readonly value: readonly LanguageModelToolContent[] };

/** Text, or a file in one of the SDK's several ways to say so. */
export interface LanguageModelToolContent {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly url?: string;
  readonly mediaType?: string;
  readonly filename?: string;
}

/** An answer to a request for approval; it is between the agent and its people, and no part of a conversation. */
interface ToolApprovalResponsePart {
  readonly type: 'tool-approval-response';
}

export type LanguageModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | {
      readonly role: 'user';
      readonly content: readonly (LanguageModelTextPart | LanguageModelFilePart)[];
    }
  | {
      readonly role: 'assistant';
      readonly content: readonly (
        | LanguageModelTextPart
        | LanguageModelFilePart
        | LanguageModelReasoningPart
        | LanguageModelToolCallPart
        | LanguageModelToolResultPart
      )[];
    }
  | {
      readonly role: 'tool';
      readonly content: readonly (LanguageModelToolResultPart | ToolApprovalResponsePart)[];
    };

export type LanguageModelTool =
  | {
      readonly type: 'function';
      readonly name: string;
      readonly description?: string;
      readonly inputSchema: object | boolean;
      readonly strict?: boolean;
    }
  | { readonly type: 'provider'; readonly id: string; readonly name: string };

/** One request of the SDK. */
export interface LanguageModelCallOptions {
  readonly prompt: readonly LanguageModelMessage[];
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly topP?: number;
  readonly topK?: number;
  readonly presencePenalty?: number;
  readonly frequencyPenalty?: number;
  readonly responseFormat?:
    | { readonly type: 'text' }
    | {
        readonly type: 'json';
        readonly schema?: object | boolean;
        readonly name?: string;
        readonly description?: string;
      };
  readonly seed?: number;
  readonly tools?: readonly LanguageModelTool[];
  readonly toolChoice?:
    | { readonly type: 'auto' | 'none' | 'required' }
    | { readonly type: 'tool'; readonly toolName: string };
  readonly abortSignal?: AbortSignal;
  readonly providerOptions?: ByProvider;
}

/** Something that was asked for and is not done. */
export type LanguageModelWarning =
  | { type: 'unsupported'; feature: string; details?: string }
  | { type: 'other'; message: string };

export interface LanguageModelToolCall {
  type: 'tool-call';
  toolCallId: string;
  toolName: string;
  /** The arguments as the model wrote them. */
  input: string;
}

export type LanguageModelContent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | LanguageModelToolCall;

export interface LanguageModelFinishReason {
  unified: 'stop' | 'length' | 'content-filter' | 'tool-calls';
  /** As the rollout engine said it. */
  raw: string | undefined;
}

/** Undefined: not known. */
export interface LanguageModelUsage {
  inputTokens: {
    total: number | undefined;
    noCache: number | undefined;
    cacheRead: number | undefined;
    cacheWrite: number | undefined;
  };
  outputTokens: {
    total: number | undefined;
    text: number | undefined;
    reasoning: number | undefined;
  };
}

export interface LanguageModelResult {
  content: LanguageModelContent[];
  finishReason: LanguageModelFinishReason;
  usage: LanguageModelUsage;
  warnings: LanguageModelWarning[];
  response: { id: string; timestamp: Date; modelId: string };
}

export type LanguageModelStreamPart =
  | { type: 'stream-start'; warnings: LanguageModelWarning[] }
  | { type: 'response-metadata'; id: string; timestamp: Date; modelId: string }
  | { type: 'text-start' | 'text-end' | 'reasoning-start' | 'reasoning-end'; id: string }
  | { type: 'text-delta' | 'reasoning-delta' | 'tool-input-delta'; id: string; delta: string }
  | { type: 'tool-input-start'; id: string; toolName: string }
  | { type: 'tool-input-end'; id: string }
  | LanguageModelToolCall
  | { type: 'finish'; usage: LanguageModelUsage; finishReason: LanguageModelFinishReason };
