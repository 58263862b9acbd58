// A small run of the trainer, as every runtime is put to it: the model is asked by messages, through `fetch` and as the
// AI SDK does. Adds to the report what it checked and what was wrong.

import { ScriptedBackend, UnifiedTrainer } from 'upperhand/trainer';

const STEPS = 3;
const ROLLOUTS = 4;

export async function train(report) {
  const failures = [];
  let cases = 0;
  const check = (what, is, expected) => {
    cases++;
    if (JSON.stringify(is) !== JSON.stringify(expected))
      failures.push(
        `training, ${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(expected)}`,
      );
  };
  const sent = [];
  const trained = [];
  const backend = new ScriptedBackend({
    respond: (messages, { uid, weightVersion }) =>
      messages.at(-1).content === 'sum?' && uid.endsWith('0') ? 'no' : `v${weightVersion}`,
    onEvent(event) {
      if (event.type === 'answer') sent.push(event.output.logprobs);
      if (event.type === 'update') trained.push(...event.batch.rows);
    },
  });
  const trainer = new UnifiedTrainer({
    backend,
    config: {
      data: { trainBatchSize: 1 },
      rollout: { n: ROLLOUTS },
      trainer: { totalEpochs: STEPS, testFreq: -1, logger: [] },
    },
    workflow: play,
    trainDataset: ['sum?'],
    print: () => {},
  });
  const { steps, stopReason, metrics } = await trainer.fit();
  await trainer.shutdown();
  check('steps', [steps, stopReason], [STEPS, 'epochs']);
  check('reward', metrics['reward/agent/mean'], (ROLLOUTS - 1) / ROLLOUTS);
  check('advantage', metrics['advantage/agent/max'] > 0.57, true);
  check('rows', trained.length, STEPS * ROLLOUTS * 3);
  const sorted = (lists) => lists.map((list) => list.join()).sort();
  check('logprobs', sorted(trained.map(({ logprobs }) => logprobs)), sorted(sent));
  return { ...report, cases: report.cases + cases, failures: [...report.failures, ...failures] };
}

async function play(task, ctx) {
  const messages = [{ role: 'user', content: task }];
  const { content } = await ctx.model.chat(messages);
  // Without WebAssembly Node itself has no Request and no Response.
  if (typeof WebAssembly === 'undefined') await ctx.model.chat(messages);
  else await askThroughFetch(ctx);
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'and again' }] }];
  const { finishReason } = await ctx.languageModel.doGenerate({ prompt });
  if (finishReason.unified !== 'stop')
    throw new Error(`the answer ended with ${finishReason.unified}`);
  return content !== 'no';
}

async function askThroughFetch(ctx) {
  const response = await ctx.fetch('https://model.invalid/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify({
      model: 'policy',
      messages: [{ role: 'user', content: 'again' }],
      stream: true,
    }),
  });
  const events = (await response.text()).split('\n\n').filter((event) => event !== '');
  if (events.at(-1) !== 'data: [DONE]') throw new Error(`the stream ends with ${events.at(-1)}`);
}
