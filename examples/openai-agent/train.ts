// Trains an agent that was written with the `openai` package: `npx tsx examples/openai-agent/train.ts`, with `--stream`
// for the one that streams, `--updates 40` and `--seed 1`. The agent stays as it is; its client gets another `fetch`.

import OpenAI from 'openai';
import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';
import { readFlags, wholeNumber } from '../flags.ts';
import { answer } from './agent.ts';
import { type OrderTask, orderTasks, question, reply } from './orders.ts';
import { noisyConversations } from './warm-up.ts';

const TASKS = 12;
const BATCH = 32;

const values = readFlags({
  options: {
    stream: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    updates: { type: 'string', default: '40' },
    'warm-up': { type: 'string', default: '250' },
  },
});
const seed = wholeNumber('seed', values.seed, 0);
const updates = wholeNumber('updates', values.updates, 1);
const steps = wholeNumber('warm-up', values['warm-up'], 1);
const test = orderTasks(100, 'test', seed);
let streamed = 0;

const trainer = new UnifiedTrainer<OrderTask>({
  backend: new LocalBackend({
    model: { layers: 1, context: 96, seed },
    training: { learningRate: 2e-3 },
    warmUp: {
      demonstrations: noisyConversations(BATCH * steps, seed),
      steps,
      batchSize: BATCH,
      learningRate: 3e-3,
      seed,
    },
  }),
  workflow: async ({ order, towns }, ctx) => {
    const client = new OpenAI({ fetch: ctx.fetch, apiKey: 'unused' });
    const onText = values.stream ? () => void streamed++ : undefined;
    const said = await answer(client, question(order), (id) => towns[id], onText);
    ctx.log({ looked_up: ctx.model.steps.length > 1 ? 1 : 0 });
    return said === reply(towns[order] as string);
  },
  trainDataset: orderTasks(TASKS * updates, 'train', seed),
  valDataset: test,
  config: {
    data: { trainBatchSize: TASKS, seed },
    rollout: {
      n: 16,
      train: { temperature: 1, maxTokens: 24 },
      val: { temperature: 0, maxTokens: 24 },
    },
    workflow: { nParallelTasks: 16 * TASKS },
    trainer: {
      totalEpochs: 1,
      testFreq: 10,
      valBeforeTrain: true,
      saveFreq: -1,
      resumeMode: 'disable',
    },
  },
  tracking: [],
  onProgress: (event) => {
    if (event.type === 'validation') {
      const right = Math.round(test.length * (event.metrics['val/unknown/pass@1'] ?? 0));
      console.log(`after ${event.step} updates: ${right} of ${test.length} new questions right`);
    } else if (event.type === 'step') {
      const { 'reward/agent/mean': reward, 'batch/looked_up': lookedUp } = event.metrics;
      console.log(
        `update ${event.step}: reward ${reward?.toFixed(2)}, looked up by ${lookedUp?.toFixed(2)}`,
      );
    }
  },
  print: () => {},
});

await trainer.fit();
await trainer.shutdown();
if (values.stream) console.log(`${streamed} pieces of text were streamed`);
