// Trains a solver and a judge, one language model in two roles: `npx tsx examples/solver-judge/train.ts`, with
// `--updates 300`, `--seed 1` and `--out runs/judge` as you like.

import { LocalBackend } from 'upperhand/local';
import { UnifiedTrainer } from 'upperhand/trainer';
import { readFlags, wholeNumber } from '../flags.ts';
import { judgeRun } from './run.ts';

const values = readFlags({
  options: {
    updates: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
});
const run = judgeRun({
  seed: wholeNumber('seed', values.seed, 0),
  updates: wholeNumber('updates', values.updates, 1),
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
  onProgress: (event) => {
    if (event.type === 'step')
      console.log(`update ${event.step}: ${shares(event.metrics, 'reward')} right`);
    else if (event.type === 'validation')
      console.log(
        `after ${event.step} updates, unseen: ${shares(event.metrics, 'val/reward')} right`,
      );
  },
  print: () => {},
});

await trainer.fit();
await trainer.shutdown();

function shares(metrics: Readonly<Record<string, number>>, kind: string): string {
  return ['solver', 'judge']
    .map((role) => {
      const share = metrics[`${kind}/${role}/mean`];
      return `${role} ${share === undefined ? 'not asked' : `${(100 * share).toFixed(0)} %`}`;
    })
    .join(', ');
}
