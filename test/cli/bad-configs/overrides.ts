import type { Bad } from './bad.ts';

export const BAD_OVERRIDES: readonly Bad[] = [
  {
    kind: 'an override without a value',
    overrides: ['rllm.rollout.n'],
    says: ['override "rllm.rollout.n"', 'has no value; write rllm.rollout.n=VALUE'],
  },
  { kind: 'an override of no key', overrides: ['=1'], says: ['override "=1"', 'has no key'] },
  {
    kind: 'an override of a misspelt key',
    overrides: ['rllm.rolout.n=1'],
    says: [
      'rllm.rolout.n',
      'is not in the config',
      'did you mean rllm.rollout.n?',
      '+rllm.rolout.n=1 adds it',
    ],
  },
  {
    kind: 'an addition of what is there',
    overrides: ['+rllm.rollout.n=1'],
    says: ['rllm.rollout.n', 'is there already and is 2', '++rllm.rollout.n=1 sets it'],
  },
  {
    kind: 'a removal of what is not there',
    overrides: ['~rllm.trainer.total_epoch'],
    says: [
      'rllm.trainer.total_epoch',
      'cannot be removed: it is not in the config',
      'did you mean ~rllm.trainer.total_epochs?',
    ],
  },
  {
    kind: 'a removal of another value',
    overrides: ['~rllm.rollout.n=3'],
    says: ['rllm.rollout.n', 'cannot be removed: it is 2 and not 3'],
  },
  {
    kind: 'an unclosed list on the command line',
    overrides: ['rllm.trainer.logger=[console'],
    says: ['override "rllm.trainer.logger=[console"', 'expected , or ]', 'got the end of the text'],
  },
  {
    kind: 'an unclosed quote on the command line',
    overrides: ["rllm.trainer.project_name='a"],
    says: ['override "rllm.trainer.project_name=\'a"', "the quote ' at column 27 is not closed"],
  },
  {
    kind: 'a sweep',
    overrides: ['rllm.rollout.n=1,2'],
    says: ['override "rllm.rollout.n=1,2"', 'several values', 'a list is rllm.rollout.n=[1,2]'],
  },
  {
    kind: 'a function that sweeps',
    overrides: ['rllm.rollout.n=choice(1,2)'],
    says: ['override "rllm.rollout.n=choice(1,2)"', 'choice() stands for several values'],
  },
  {
    kind: 'a group that there is not',
    overrides: ['model/size=small'],
    says: [
      'override "model/size=small"',
      'looks like a choice for config group model/size',
      'there is no folder',
    ],
  },
  {
    kind: 'a list in the place of a mapping',
    overrides: ['rllm.rollout=[1]'],
    says: [
      'rllm.rollout',
      'must be a mapping as in run.yaml:5',
      'got a list in override "rllm.rollout=[1]"',
    ],
  },
];
