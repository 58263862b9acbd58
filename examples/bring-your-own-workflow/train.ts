// Your own task in ten lines, from random weights: `npx tsx examples/bring-your-own-workflow/train.ts`.
import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';

const trainer = new UnifiedTrainer({
  backend: new LocalBackend({
    model: { characters: 'abcdefgh' },
    training: { learningRate: 3e-3 },
  }),
  workflow: async (letter: string, ctx) => (await ctx.model.complete(letter)).content === letter,
  trainDataset: [...'abcdefgh'],
  config: {
    data: { trainBatchSize: 8 },
    rollout: { n: 32, train: { maxTokens: 1 } },
    trainer: { totalEpochs: 60, testFreq: -1, saveFreq: -1, resumeMode: 'disable' },
  },
  tracking: { log: (metrics) => console.log(metrics['reward/agent/mean']) },
  print: () => {},
});
await trainer.fit();
await trainer.shutdown();
