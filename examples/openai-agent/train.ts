// Trains an agent that was written with the `openai` package: `npx tsx examples/openai-agent/train.ts`, with `--stream`
// for the one that streams. The agent stays as it is; only its client gets another `fetch`.

import OpenAI from 'openai';
import { ScriptedBackend, UnifiedTrainer } from 'upperhand/trainer';
import { answer } from './agent.ts';
import { respond } from './policy.ts';

const tasks = [
  { id: 'two', question: 'What do the orders 17 and 23 cost together?', euros: 47 },
  { id: 'three', question: 'What do the orders 17, 23 and 31 cost together?', euros: 71 },
];
const streams = process.argv.includes('--stream');
let streamed = 0;

const backend = new ScriptedBackend({
  respond,
  onEvent: (event) => {
    if (event.type !== 'update' || event.globalStep > 1) return;
    const rows = event.batch.rows.filter(({ groupId }) => groupId.startsWith('two'));
    console.log(`recorded in step 1 for the first task, of ${event.batch.rows.length} answers:`);
    for (const { tokens, promptLength, logprobs, advantages } of rows) {
      const said = backend.tokenizer.decode(tokens.slice(promptLength));
      const logprob = logprobs.reduce((sum, each) => sum + each, 0).toFixed(1);
      const numbers = `logprob ${logprob}, advantage ${advantages[0]?.toFixed(2)}`;
      console.log(`  ${promptLength} + ${logprobs.length} tokens, ${numbers}`);
      console.log(`    ${JSON.stringify(said)}`);
    }
  },
});

const trainer = new UnifiedTrainer<(typeof tasks)[number]>({
  backend,
  workflow: async ({ question, euros }, ctx) => {
    const client = new OpenAI({ fetch: ctx.fetch, apiKey: 'unused' });
    const said = await answer(client, question, streams ? () => void streamed++ : undefined);
    return said.includes(` ${euros} euros`);
  },
  trainDataset: tasks,
  config: {
    data: { trainBatchSize: 2 },
    rollout: { n: 4, train: { temperature: 1, maxTokens: 512 } },
    trainer: { totalEpochs: 3, testFreq: 0 },
  },
  tracking: {
    log: (metrics, { step }) =>
      console.log(`step ${step}: mean reward ${metrics['reward/agent/mean']}`),
  },
  print: () => {},
});

await trainer.fit();
await trainer.shutdown();
if (streams) console.log(`${streamed} pieces of text were streamed`);
