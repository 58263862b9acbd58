// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations are what is read here.

import { type Bad, rllm } from './bad.ts';

export const BAD_INTERPOLATIONS: readonly Bad[] = [
  {
    kind: 'a missing value',
    overrides: ['rllm.rollout.n=???'],
    says: ['rllm.rollout.n', 'has no value (???)'],
  },
  {
    kind: 'an interpolation to nothing',
    overrides: ['rllm.rollout.n=${rllm.rollout.m}'],
    says: ['rllm.rollout.n', '${rllm.rollout.m} leads nowhere', 'there is no rllm.rollout.m'],
  },
  {
    kind: 'a misspelt interpolation',
    overrides: ['rllm.data.max_prompt_length=${rllm.data.max_respons_length}'],
    says: [
      'rllm.data.max_prompt_length',
      'leads nowhere',
      'did you mean rllm.data.max_response_length?',
    ],
  },
  {
    kind: 'an interpolation to a missing value',
    yaml: 'data: {size: ???, train_batch_size: "${data.size}"}\n',
    says: ['data.train_batch_size', '${data.size} leads to data.size, which has no value (???)'],
  },
  {
    kind: 'a circle',
    overrides: ['rllm.rollout.n=${rllm.rollout.n_val}', 'rllm.rollout.n_val=${rllm.rollout.n}'],
    says: [
      'rllm.rollout.n',
      'goes in a circle: rllm.rollout.n → rllm.rollout.n_val → rllm.rollout.n',
    ],
  },
  {
    kind: 'an environment variable that is not set',
    overrides: ['rllm.trainer.project_name=${oc.env:PROJECT}'],
    says: [
      'rllm.trainer.project_name',
      'the environment variable PROJECT is not set, and there is no default',
    ],
  },
  {
    kind: 'text of the environment for a number',
    overrides: ['rllm.rollout.n=${oc.env:N,4}'],
    says: ['rllm.rollout.n', 'an integer ≥ 1', 'got "4"', '${oc.env:N,4}'],
  },
  {
    kind: 'a function that there is not',
    overrides: ['rllm.rollout.n=${sum:1,2}'],
    says: ['rllm.rollout.n', 'there is no function sum', 'there are oc.env, oc.select'],
  },
  {
    kind: 'an interpolation that is none',
    files: { 'run.yaml': rllm('  transform: {default_traj_name: "${a b}"}\n') },
    says: [
      'rllm.transform.default_traj_name',
      'is no interpolation',
      'expected a dot or } at column 4, got " "',
    ],
  },
  {
    kind: 'a mapping within a text',
    overrides: ['rllm.trainer.project_name=x-${rllm.data}'],
    says: [
      'rllm.trainer.project_name',
      '${rllm.data} is a mapping, which cannot stand within a text',
    ],
  },
];
