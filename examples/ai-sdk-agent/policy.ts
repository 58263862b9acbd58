// Stands in for a language model: a model under training would be here, and would learn what this one only plays.
// The more updates there were, the more of its rollouts look at the shelf before they answer.

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
  const question = String(messages.find(({ role }) => role === 'user')?.content);
  const [, count, item] = /(\d+) (cup|kettle)/.exec(question) ?? [];
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  if (results.length === 0) {
    const rollout = Number(request.uid.split(':').at(-1));
    // One that does not look how many there are sells what is not there.
    const names = rollout <= request.weightVersion ? ['price', 'stock'] : ['price'];
    const toolCalls = names.map((name) => ({ name, arguments: `{ "item": "${item}" }` }));
    return { reasoning: `They want ${count} of ${item}.`, toolCalls };
  }
  const [price, stock] = results.map((result) => JSON.parse(String(result)));
  if (stock !== undefined && stock.left < Number(count))
    return `There are only ${stock.left} left.`;
  return `That is ${Number(count) * price} crowns.`;
}
