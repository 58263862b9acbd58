// The workflow that config.yaml trains, and what plays the model.

import type { ScriptedRequest, WorkflowContext } from 'upperhand/trainer';

interface Sum {
  readonly question: string;
  readonly answer: string;
}

/** Plays one task: asks the model, and tells whether it was right. */
export async function workflow({ question, answer }: Sum, ctx: WorkflowContext): Promise<boolean> {
  const { content } = await ctx.model.chat([{ role: 'user', content: question }]);
  return content === answer;
}

interface Message {
  readonly content?: unknown;
}

/** Stands in for a language model: the more updates there were, the more of its rollouts can add up. */
export function respond(messages: readonly Message[], { uid, weightVersion }: ScriptedRequest) {
  const [a = 0, b = 0] = (String(messages[0]?.content).match(/\d+/g) ?? []).map(Number);
  const rollout = Number(uid.split(':').at(-1));
  return String(rollout <= weightVersion ? a + b : a * b);
}
