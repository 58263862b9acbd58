// Teaches a small language model to cross a frozen lake: `npx tsx examples/frozen-lake/train.ts`, with `--updates 80`,
// `--seed 1`, `--estimator rloo` and `--out runs/lake` as you like. `npm run demo` is the same with a picture.

import { LocalBackend } from 'upperhand/local';
import { InMemoryStore, UnifiedTrainer } from 'upperhand/trainer';
import { readFlags, wholeNumber } from '../flags.ts';
import { STARTS } from './lake.ts';
import { lakeRun } from './run.ts';

const values = readFlags({
  options: {
    updates: { type: 'string', default: '80' },
    seed: { type: 'string', default: '1' },
    estimator: { type: 'string', default: 'grpo' },
    out: { type: 'string' },
  },
});
const run = lakeRun({
  seed: wholeNumber('seed', values.seed, 0),
  updates: wholeNumber('updates', values.updates, 1),
  estimator: values.estimator,
  store: new InMemoryStore(),
});

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
  onStep: (metrics) => run.trainer.trainDataset.learn(metrics),
  onProgress: (event) => {
    if (event.type === 'step') {
      console.log(`update ${event.step}: reward ${event.metrics['reward/agent/mean']?.toFixed(3)}`);
    } else if (event.type === 'validation') {
      const won = Math.round((event.metrics['val/unknown/pass@1'] ?? 0) * STARTS.length);
      console.log(`after ${event.step} updates: the goal from ${won} of ${STARTS.length} starts`);
    }
  },
  print: () => {},
});

await trainer.fit();
await trainer.shutdown();
