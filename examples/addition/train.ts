// Teaches a small language model to add two digits: `npx tsx examples/addition/train.ts`, with `--updates 250`,
// `--seed 1` and `--out runs/addition` as you like.

import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';
import { readFlags, wholeNumber } from '../flags.ts';
import { additionRun } from './run.ts';

const values = readFlags({
  options: {
    updates: { type: 'string', default: '250' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const run = additionRun({
  seed: wholeNumber('seed', values.seed, 0),
  updates: wholeNumber('updates', values.updates, 1),
});
const { length } = run.backend.warmUp.demonstrations;
console.log(
  `warm-up: ${length} demonstrations, of which ${(100 * run.right).toFixed(0)} % are right`,
);

const trainer = new UnifiedTrainer({
  ...run.trainer,
  backend: new LocalBackend({ ...run.backend, workers: 2 }),
  config: {
    ...run.config,
    trainer: {
      ...run.config.trainer,
      logger: values.out === undefined ? [] : ['file', 'tensorboard'],
      saveFreq: -1,
      resumeMode: 'disable',
    },
  },
  ...(values.out !== undefined && { runFolder: values.out }),
  onProgress: (event) => {
    if (event.type !== 'validation') return;
    const right = Math.round(100 * (event.metrics['val/unknown/pass@1'] ?? 0));
    console.log(`after ${event.step} updates: ${right} of 100 sums right`);
  },
  print: () => {},
});

await trainer.fit();
await trainer.shutdown();
