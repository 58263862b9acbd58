// Trains an agent that was written with the Vercel AI SDK: `npx tsx examples/ai-sdk-agent/train.ts`, with `--stream`
// for the one that streams, `--updates 40` and `--seed 1`. The agent stays as it is; it gets another model.

import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';
import { readFlags, wholeNumber } from '../flags.ts';
import { answer } from './agent.ts';
import { question, rightReply, type ShopTask, shopTasks } from './shop.ts';
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
const test = shopTasks(100, 'test', seed);
let streamed = 0;

const trainer = new UnifiedTrainer<ShopTask>({
  backend: new LocalBackend({
    model: { layers: 1, context: 320, seed },
    training: { learningRate: 2e-3 },
    warmUp: {
      demonstrations: noisyConversations(BATCH * steps, seed),
      steps,
      batchSize: BATCH,
      learningRate: 3e-3,
      seed,
    },
  }),
  workflow: async (task, ctx) => {
    const onText = values.stream ? () => void streamed++ : undefined;
    const said = await answer(ctx.languageModel, question(task), task.shelf, onText);
    ctx.log({ looked: ctx.model.steps.length > 1 ? 1 : 0 });
    return said === rightReply(task);
  },
  trainDataset: shopTasks(TASKS * updates, 'train', seed),
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
      const { 'reward/agent/mean': reward, 'batch/looked': looked } = event.metrics;
      console.log(
        `update ${event.step}: reward ${reward?.toFixed(2)}, looked at the shelf by ${looked?.toFixed(2)}`,
      );
    }
  },
  print: () => {},
});

await trainer.fit();
await trainer.shutdown();
if (values.stream) console.log(`${streamed} pieces of text were streamed`);
