import { closeSync, openSync, statSync, writeSync } from 'node:fs';

/** Rollouts of one task. */
export const GROUP_SIZE = 8;

/**
 * A file of NeMo Gym rollouts as its servers write them: agents that think, call tools and answer, with all the small members
 * that an API puts around each text. Lines of 4 to 20 kB, a quotation mark about every 15 bytes, every fourth line with letters
 * beyond ASCII; every byte the same at every run.
 *
 * @returns how many rollouts it holds, and its size
 */
export function makeFile(path, bytes) {
  const writer = new Writer();
  const file = openSync(path, 'w');
  let written = 0;
  let rollouts = 0;
  for (let lines = []; written < bytes; ) {
    lines.push(JSON.stringify(writer.rollout(rollouts++)));
    if (lines.length < 64) continue;
    written += writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  }
  closeSync(file);
  return { rollouts, bytes: statSync(path).size };
}

class Writer {
  #next = mulberry32(1);
  #prose = makeText(this.#next, 400_000, ' ');
  #foreign = makeText(this.#next, 40_000, ' – “é” ');
  #input = [];

  rollout(number) {
    const next = this.#next;
    const text = next() % 4 === 0 ? this.#foreign : this.#prose;
    if (number % GROUP_SIZE === 0) {
      this.#input = [
        { content: this.#take(this.#prose, 400, 800), role: 'system', type: 'message' },
        { content: this.#take(this.#prose, 100, 600), role: 'user', type: 'message' },
      ];
    }
    const output = Array.from({ length: 1 + (next() % 8) }, () => this.#turn(text)).flat();
    output.push(this.#thought(text), this.#answer(text));
    const tokens = JSON.stringify(output).length >> 2;
    return {
      responses_create_params: { ...request, input: this.#input, tools },
      response: {
        id: `resp_${this.#hex()}`,
        created_at: 1_774_554_000 + number,
        error: null,
        incomplete_details: null,
        instructions: null,
        metadata: null,
        model: 'policy',
        object: 'response',
        output,
        ...request,
        tools,
        usage: {
          input_tokens: 4 * tokens,
          input_tokens_details: { cached_tokens: 3 * tokens },
          output_tokens: tokens,
          output_tokens_details: { reasoning_tokens: tokens >> 1 },
          total_tokens: 5 * tokens,
        },
      },
      reward: (next() % 1001) / 1000,
      expected_answer: this.#take(this.#prose, 10, 20),
      num_tool_calls: output.length / 3,
      accuracy: next() / 2 ** 32,
      _ng_task_index: Math.floor(number / GROUP_SIZE),
      _ng_rollout_index: number % GROUP_SIZE,
      agent_ref: { type: 'responses_api_agents', name: 'simple_agent' },
    };
  }

  #turn(text) {
    const call_id = `call-${this.#hex()}`;
    const { name } = tools[this.#next() % tools.length];
    const query = this.#take(text, 10, 60);
    return [
      this.#thought(text),
      {
        arguments: JSON.stringify({ query, limit: this.#next() % 20 }),
        call_id,
        name,
        type: 'function_call',
        id: `fc_${this.#hex()}`,
        status: 'completed',
      },
      {
        call_id,
        output: JSON.stringify({ found: this.#take(text, 50, 500), score: this.#next() / 2 ** 32 }),
        type: 'function_call_output',
        id: null,
        status: null,
      },
    ];
  }

  #thought(text) {
    const summary = [{ text: this.#take(text, 50, 400), type: 'summary_text' }];
    return { id: `rs_${this.#hex()}`, summary, type: 'reasoning', encrypted_content: null };
  }

  #answer(text) {
    const part = { annotations: [], text: this.#take(text, 100, 800), type: 'output_text' };
    return {
      id: `msg_${this.#hex()}`,
      content: [{ ...part, logprobs: null }],
      role: 'assistant',
      status: 'completed',
      type: 'message',
    };
  }

  #take(text, least, most) {
    const length = least + (this.#next() % (most - least));
    const start = this.#next() % (text.length - length);
    return text.slice(start, start + length);
  }

  #hex() {
    return this.#next().toString(16).padStart(8, '0').repeat(4);
  }
}

const tools = ['search_documents', 'read_page', 'run_python'].map((name) => ({
  name,
  parameters: {
    properties: {
      query: { description: 'What is looked for, in words', title: 'Query', type: 'string' },
      limit: { default: 10, description: 'How many at most', title: 'Limit', type: 'integer' },
    },
    required: ['query'],
    title: `${name}Arguments`,
    type: 'object',
    additionalProperties: false,
  },
  strict: true,
  type: 'function',
  description: `Calls ${name} and gives what it says, as JSON`,
}));

const request = {
  background: null,
  include: null,
  instructions: null,
  max_output_tokens: 4096,
  max_tool_calls: null,
  metadata: null,
  model: null,
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt: null,
  reasoning: null,
  service_tier: null,
  store: null,
  temperature: 1,
  top_logprobs: null,
  top_p: 1,
  tool_choice: 'auto',
  truncation: null,
  user: null,
  stream: null,
};

/** Words, with a line end or a quotation about once a line of print. */
function makeText(next, length, gap) {
  const words = Array.from({ length: 2000 }, () =>
    Array.from({ length: 2 + (next() % 9) }, () => String.fromCharCode(97 + (next() % 26))).join(
      '',
    ),
  );
  let text = '';
  while (text.length < length) {
    const odd = next() % 24;
    text += words[next() % words.length];
    text += odd === 0 ? '\n' : odd === 1 ? ' "x" ' : odd === 2 ? gap : ' ';
  }
  return text;
}

function mulberry32(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z ^= z + Math.imul(z ^ (z >>> 7), 61 | z);
    return (z ^ (z >>> 14)) >>> 0;
  };
}
