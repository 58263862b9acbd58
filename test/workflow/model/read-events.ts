interface Delta {
  readonly role?: string;
  readonly content?: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly type?: string;
    readonly function: { readonly name?: string; readonly arguments: string };
  }[];
}

interface Chunk {
  readonly id: string;
  readonly choices: readonly {
    readonly delta: Delta;
    readonly logprobs: unknown;
    readonly finish_reason: string | null;
  }[];
  readonly usage?: unknown;
}

/** The chunks of a streamed completion, and whether it was ended. */
export async function readEvents(
  response: Response,
): Promise<{ readonly events: Chunk[]; readonly ended: boolean }> {
  const lines = (await response.text()).split('\n\n').filter((line) => line !== '');
  const data = lines.map((line) => line.replace(/^data: /, ''));
  const ended = data.at(-1) === '[DONE]';
  return { events: data.slice(0, ended ? -1 : undefined).map((line) => JSON.parse(line)), ended };
}

/** The chunks put together, as clients do it. */
export function assemble(chunks: readonly Chunk[]): {
  readonly message: Record<string, unknown>;
  readonly finishReason: string | null;
  readonly logprobs: unknown;
  readonly usage: unknown;
} {
  const message: Record<string, unknown> & { tool_calls?: Record<string, unknown>[] } = {};
  let finishReason: string | null = null;
  let logprobs: unknown = null;
  let usage: unknown;
  for (const chunk of chunks) {
    usage = chunk.usage ?? usage;
    for (const choice of chunk.choices) {
      finishReason = choice.finish_reason ?? finishReason;
      logprobs = choice.logprobs ?? logprobs;
      const { role, content, reasoning_content: reasoning, tool_calls: calls = [] } = choice.delta;
      if (role !== undefined) Object.assign(message, { role, content: null });
      if (typeof content === 'string') message.content = (message.content ?? '') + content;
      if (reasoning !== undefined)
        message.reasoning_content = (message.reasoning_content ?? '') + reasoning;
      for (const { index, id, type, function: part } of calls) {
        message.tool_calls ??= [];
        message.tool_calls[index] ??= { id, type, function: { name: part.name, arguments: '' } };
        (message.tool_calls[index].function as { arguments: string }).arguments += part.arguments;
      }
    }
  }
  return { message, finishReason, logprobs, usage };
}
