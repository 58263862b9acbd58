import { AGENT } from '../train-project.ts';
import { type Bad, rllm } from './bad.ts';

export const BAD_MODULES: readonly Bad[] = [
  {
    kind: 'no module',
    files: { 'run.yaml': 'rllm: {}\n' },
    says: [
      'config',
      'must name a module that exports a workflow',
      'got nothing',
      'export const workflow',
    ],
  },
  {
    kind: 'a module that is no text',
    overrides: ['config=5'],
    says: ['config', 'must name a module that exports a workflow', 'got 5'],
  },
  {
    kind: 'a module without a workflow',
    files: { 'agent.mjs': 'export const trainDataset = [];\nexport const respond = () => "";\n' },
    says: ['./agent.mjs', 'must export workflow', 'got "trainDataset", "respond"'],
  },
  {
    kind: 'no backend',
    files: { 'agent.mjs': AGENT.replace('respond', 'reply') },
    says: [
      'rllm.backend',
      'must be "local" or "scripted", or the module must export a backend',
      'got nothing',
    ],
  },
  {
    kind: 'a backend that is not there yet',
    files: { 'run.yaml': rllm('  backend: tinker\n') },
    says: [
      'rllm.backend',
      'must be "local" or "scripted", or the module must export a backend',
      'got "tinker"',
      'run.yaml:4',
    ],
  },
  {
    kind: 'a backend that lacks methods',
    files: { 'agent.mjs': `${AGENT}export const backend = { name: 'x' };` },
    says: ['backend', 'lacks the methods initRolloutEngine'],
  },
  {
    kind: 'a scripted backend without a script',
    files: {
      'run.yaml': rllm('  backend: scripted\n'),
      'agent.mjs': AGENT.replace('respond', 'reply'),
    },
    says: ['rllm.backend', 'the module must export respond', 'got undefined'],
  },
  {
    kind: 'no tasks',
    files: { 'agent.mjs': AGENT.replace('trainDataset', 'tasks') },
    says: [
      'data.train_files',
      'must name files of tasks, or the module must export trainDataset',
      'got neither',
    ],
  },
  {
    kind: 'tasks from two places',
    yaml: 'data: {train_files: x.jsonl}\n',
    files: { 'x.jsonl': '{"a": 1}\n' },
    says: ['data.train_files', 'must be null while the module exports trainDataset', 'got files'],
  },
  {
    kind: 'a file of tasks that is not there',
    yaml: 'data: {val_files: nope.jsonl}\n',
    says: ['data.val_files', 'nope.jsonl', 'no such file'],
  },
  {
    kind: 'a file of tasks that is no JSON',
    yaml: 'data: {val_files: x.jsonl}\n',
    files: { 'x.jsonl': 'hello\n' },
    says: ['data.val_files', 'x.jsonl', 'hello'],
  },
  {
    kind: 'a Parquet file',
    yaml: 'data: {val_files: x.parquet}\n',
    says: ['data.val_files', 'must be JSON lines', 'got "x.parquet"', 'to_json'],
  },
  {
    kind: 'files that are no paths',
    yaml: 'data: {val_files: [1]}\n',
    says: [
      'data.val_files.0',
      'must be the path of a JSON-lines file, or a list of paths',
      'got 1',
    ],
  },
  {
    kind: 'fewer tasks than a batch',
    overrides: ['rllm.data.train_batch_size=5'],
    says: ['trainDataset', 'the tasks of a batch at least, 5', 'got 4'],
  },
  {
    kind: 'a hook that is no function',
    files: { 'agent.mjs': `${AGENT}export const trajGroupingHook = 5;` },
    says: ['trajGroupingHook', 'must be a function', 'got 5'],
  },
];
