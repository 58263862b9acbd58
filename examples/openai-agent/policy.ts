// Stands in for a language model: a model under training would be here, and would learn what this one only plays.
// The more updates there were, the more of its rollouts look things up before they answer.

interface Message {
  readonly role: string;
  readonly content?: unknown;
}

interface Request {
  /** Names the rollout: `{task id}:{rollout index}`. */
  readonly uid: string;
  /** Of the weights that answer: the number of updates. */
  readonly weightVersion: number;
}

export function respond(messages: readonly Message[], request: Request) {
  const rollout = Number(request.uid.split(':').at(-1));
  if (rollout > request.weightVersion) return 'They cost 40 euros, I think.';
  const question = String(messages.find(({ role }) => role === 'user')?.content);
  const ids = question.match(/\d+/g) ?? [];
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  if (results.length === 0) {
    const toolCalls = ids.map((id) => ({ name: 'look_up_order', arguments: `{ "id": "${id}" }` }));
    return { reasoning: `I need the prices of ${ids.length} orders.`, toolCalls };
  }
  if (results.length === ids.length) {
    const numbers = results.map((result) => JSON.parse(String(result)).euros);
    return { content: 'Now the sum.', toolCalls: [{ name: 'add', arguments: { numbers } }] };
  }
  return `Together they cost ${results.at(-1)} euros.`;
}
