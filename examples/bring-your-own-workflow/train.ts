// Your own task in ten lines, from random weights: `npx tsx examples/bring-your-own-workflow/train.ts`.
import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';

await using trainer = new UnifiedTrainer({
  backend: new LocalBackend({ model: { characters: 'abcd' }, training: { learningRate: 4e-3 } }),
  workflow: async (letter: string, ctx) => (await ctx.model.complete(letter)).content === letter,
  trainDataset: [...'abcd'.repeat(16)],
  config: { rollout: { train: { maxTokens: 1 } }, trainer: { totalEpochs: 30, saveFreq: 0 } },
  tracking: { log: (metrics) => console.log(`reward: ${metrics['reward/agent/mean']}`) },
});
await trainer.fit();
