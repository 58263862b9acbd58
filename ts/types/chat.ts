/** Part of a message that is not plain text: `{ type: 'text', text }`, `{ type: 'image_url', … }`, … */
export interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly [key: string]: unknown;
}

/** A call of a tool, as the chat completions API has it. */
export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  /** `arguments` is JSON text, exactly as the model wrote it. */
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A tool that the model may call, as the chat completions API has it. */
export interface ToolDefinition {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    /** JSON Schema of the arguments. */
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly strict?: boolean | null;
  };
}

/** One message of a conversation, with the keys of the chat completions API, so that agents pass theirs as they are. */
export interface ChatMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  readonly content?: string | readonly ContentPart[] | null;
  readonly name?: string;
  /** Of an assistant's message. */
  readonly tool_calls?: readonly ToolCall[];
  /** Of a tool's message: the call that it answers. */
  readonly tool_call_id?: string;
  /** Of an assistant's message: what it thought before it answered. */
  readonly reasoning_content?: string;
}
