import { describe, expect, it } from 'vitest';
import { fileContext } from '../../../ts/rollouts/file-context.ts';
import { formats } from '../../../ts/rollouts/formats/index.ts';
import { ObjectRecord } from '../../../ts/rollouts/record.ts';

/** What records of each format have at least, by which it is told from others. */
const least: Readonly<Record<string, object>> = {
  'nemo-gym': { responses_create_params: { input: [] }, response: {}, reward: 1 },
  rllm: { episode_id: 't:0', is_correct: true, trajectories: [] },
  'rllm-results': { agent: 'a', score: 1, items: [] },
  verl: { input: '', output: '', gts: null, score: 1, step: 1, reward: 1 },
  'ms-swift': { step: ['1'], prompt: ['p'], completion: [''], acc: [1], advantages: [0] },
  trl: { step: 1, prompt: 'p', completion: '', acc: 1, advantage: 0 },
  'verifiers-traces': { id: 'e', env: {}, task: {}, ok: true, errors: [], traces: [] },
  verifiers: { example_id: 0, prompt: [], completion: [], reward: 1, task: '', info: {} },
  skyrl: { input_prompt: '', output_response: '', score: 1, env_class: '', data_source: '' },
  'tinker-cookbook': { group_idx: 0, traj_idx: 0, total_reward: 1, iteration: 1, steps: [] },
  'tinker-benchmark': { idx: 0, benchmark: 'b', example_id: 'e', turns: [], reward: 1 },
  'nemo-rl': { content: [''], rewards: [1], token_ids: [[1]], advantages: [[0]], idx: 0 },
  areal: { task_id: 1, sample_idx: 0, version_rle: [], reward: 1, prompt: '', completion: '' },
  'open-instruct': { step: 1, prompt_idx: 0, sample_idx: 0, response_tokens: [], advantage: 0 },
  art: { trajectories: [{ reward: 1, messages_and_choices: [] }], metadata: {} },
  'art-parquet': { group_index: 0, reward: 1, messages: [], metadata: null },
  'agent-lightning': { rollout: {}, events: [], resources: null },
  'agent-lightning-trajectories': { rollout_id: 'r', reward: 1, prompt: '', response: '' },
  slime: { group_index: 0, index: 0, response_length: 1, status: 'completed', reward: 1 },
  openrlhf: { input: '', output: '', reward: 1 },
  jsonl: { task_id: 't', reward: 1 },
  csv: { task_id: 't', reward: 1 },
};

const plain = new Set(['jsonl', 'csv']);
const order = formats.map(({ name }) => name);

describe('formats', () => {
  it('are all in this table', () => {
    expect(Object.keys(least)).toEqual(order);
  });

  it.each(order)('%s is told by its fields, and no other takes them for its own', (name) => {
    const record = new ObjectRecord(least[name] as object, () => undefined);
    const file = fileContext('rollouts.jsonl');
    const found = formats.filter((format) => format.detect(record, file)).map((one) => one.name);
    const particular = found.filter((one) => !plain.has(one));
    expect(particular.length > 0 ? particular : found).toEqual(
      plain.has(name) ? [...plain] : [name],
    );
  });

  it('take no record without fields, or with those of no format', () => {
    for (const object of [{}, { reward: 1 }, { prompt: '', completion: '' }, { messages: [] }]) {
      const record = new ObjectRecord(object, () => undefined);
      const file = fileContext('12.jsonl');
      expect(formats.filter((format) => format.detect(record, file))).toEqual([]);
    }
  });
});
