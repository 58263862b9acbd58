import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { detectFormat, openRollouts, readGroups } from '../../../ts/rollouts/index.ts';
import { readAll, readText, toBytes } from '../read.ts';

const root = mkdtempSync(join(tmpdir(), 'upperhand-rllm-'));

afterAll(() => {
  rmSync(root, { recursive: true });
});

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function put(path: string, content: string): void {
  const place = join(root, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
}

function step(fields: object): object {
  return { observation: 'How many?', action: '3', reward: 0, done: false, ...fields };
}

/** An episode as rLLM's EpisodeLogger writes it. */
function logged(id: string, trajectories: readonly object[], fields: object = {}): object {
  return {
    training_step: 5,
    epoch: 0,
    episode_id: id,
    session_id: null,
    task: { q: 'How many?' },
    task_hash: '0a1b2c3d',
    is_correct: true,
    termination_reason: 'env_done',
    metrics: {},
    metadata: {},
    timing: {},
    trajectories,
    ...fields,
  };
}

function solver(reward: number | null, steps: readonly object[] = []): object {
  return { name: 'solver', uid: 'u', reward, num_steps: steps.length, steps };
}

const judge = { name: 'judge', uid: 'j', reward: 0.5, steps: [step({ model_response: 'fine' })] };

describe('rLLM episodes', () => {
  it('give a row for each trajectory, of one step and split', async () => {
    const ended = { termination_reason: 'max_turns_exceeded' };
    put('train_step_5_epoch_0/episode_hash0_ida_0.json', pretty(logged('a:0', [solver(1), judge])));
    put(
      'train_step_5_epoch_0/episode_hash0_ida_1.json',
      pretty(logged('a:1', [solver(null, [step({ reward: 0.25 })])], ended)),
    );
    put('val_step_5_epoch_0/episode_hash0_ida_0.json', pretty(logged('a:0', [solver(null)])));
    const { rows, found, counts } = await readAll(root);
    expect(
      rows.map(({ set, group, role, reward, rolloutIndex, item }) => [
        set,
        group,
        role,
        reward,
        rolloutIndex,
        item,
      ]),
    ).toEqual([
      ['step 5 · train', 'a', 'solver', 1, '0', 0],
      ['step 5 · train', 'a', 'judge', 0.5, '0', 1],
      ['step 5 · train', 'a', 'solver', 0.25, '1', 0],
      ['step 5 · val', 'a', 'solver', null, '0', 0],
    ]);
    expect(rows[2]).toMatchObject({ termination: 'max_turns_exceeded', truncated: true });
    expect(rows[1]).toMatchObject({ responseChars: 4 });
    expect(found).toEqual(['1: guessed', '1: missing-reward']);
    expect(counts).toMatchObject({ files: 3, records: 4, rollouts: 4, skipped: 0 });
  });

  it('refuse one trajectory alone, and an episode without any', async () => {
    const bad = { name: 7, reward: 1, steps: [] };
    const { rows, problems, counts } = await readText(
      `${JSON.stringify(logged('a:0', [solver(1), bad]))}\n${JSON.stringify(logged('a:1', [], { termination_reason: 'timeout' }))}\n`,
    );
    expect(rows).toHaveLength(1);
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['invalid-role', 'name must be text, got 7'],
      ['not-a-rollout', 'is an episode without any trajectory, ended by timeout'],
    ]);
    expect(counts).toMatchObject({ records: 3, rollouts: 1, skipped: 2 });
  });

  it('are none of a task where their id names none, and of no attempt where it names none', async () => {
    const ids = [':0', ':', 'a:', 'a:1', ''];
    const text = ids.map((id) => `${JSON.stringify(logged(id, [solver(1)]))}\n`).join('');
    const { rows, found } = await readText(text);
    expect(rows.map(({ line, group, rolloutIndex }) => [line, group, rolloutIndex])).toEqual([
      [3, 'a', null],
      [4, 'a', '1'],
    ]);
    expect(found).toEqual([1, 2, 5].map((line) => `${line}: missing-group`));
  });

  it('may hold several trajectories of one role, which are no rollout written twice', async () => {
    const two = JSON.stringify(logged('t:0', [solver(1), solver(0)]));
    const once = await readText(`${two}\n`);
    expect(once.found).toEqual([]);
    expect(once.rows.map(({ role, item, rolloutIndex }) => [role, item, rolloutIndex])).toEqual([
      ['solver', 0, '0'],
      ['solver', 1, '0'],
    ]);
    const twice = await readText(`${two}\n${two}\n`);
    expect(twice.found).toEqual(['2: repeated-rollout', '2: repeated-rollout']);
  });

  it('are missed where the summary beside them counts more', async () => {
    const episodes = { num_episodes: 2, episode_files: [] };
    put('summed/batch_summary.json', pretty(episodes));
    put('summed/episode_hash0_ida_0.json', pretty(logged('a:0', [solver(1)])));
    const { problems } = await readAll(join(root, 'summed'));
    expect(problems.map(({ message }) => message)).toEqual([
      "batch_summary.json is passed over: rLLM's summary of the episodes beside it",
      'batch_summary.json: counts 2 episodes, and 1 files lie beside it; ids that differ in ":" and "/" alone overwrite each other',
    ]);
    const given = await readAll(join(root, 'summed', 'batch_summary.json'));
    expect(given.problems).toMatchObject([{ kind: 'not-a-rollout' }]);
  });

  it('of an eval store keep tokens and advantages; results beside it are passed over', async () => {
    const steps = [
      step({
        prompt_ids: [1, 2],
        response_ids: [3, 4],
        logprobs: [-0.25, -0.5],
        advantage: [0.5, 1],
      }),
      step({ response_ids: [5], advantage: null, weight_version: 3, model_response: 'x' }),
    ];
    const stored = {
      id: 'a:0',
      task: { id: 'task-a', instruction: 'How many?' },
      termination_reason: 'env_done',
      is_correct: true,
      session_id: 's',
      trajectories: [{ ...solver(1, steps), signals: { accuracy: 1 } }],
      artifacts: {},
      metrics: { kl: null },
      metadata: {},
      eval_idx: 12,
    };
    put('store/demo_1/meta.json', '{}');
    put('store/demo_1/episodes/episode_000012_a.json', JSON.stringify(stored));
    put('store/demo_1.json', pretty({ agent: 'x', score: 1, items: [] }));
    const path = join(root, 'store');
    const { rows, counts } = await readAll(path);
    expect(rows).toMatchObject([{ group: 'task-a', role: 'solver', responseTokens: 3 }]);
    expect(counts).toMatchObject({ files: 1, sideFiles: 2 });
    expect(await detectFormat(path)).toMatchObject({ format: 'rllm', version: 'eval store' });

    const [episode] = await all(openRollouts(path, { onProblem: () => {} }));
    expect(episode).toMatchObject({ id: 'task-a:0', isCorrect: true, sessionId: 's' });
    const trajectory = episode?.trajectories[0];
    expect(trajectory).toMatchObject({ name: 'solver', reward: 1, signals: { accuracy: 1 } });
    expect(trajectory?.steps.map(({ advantage }) => advantage)).toEqual([[0.5, 1], null]);
    expect(trajectory?.steps[0]?.logprobs).toEqual([-0.25, -0.5]);
    expect(trajectory?.steps[1]).toMatchObject({ weightVersion: 3, modelResponse: 'x' });
    expect(trajectory?.metadata).toMatchObject({ line: 1, item: 0, termination: 'env_done' });
  });

  it('are one episode of all their trajectories', async () => {
    const text = [logged('a:0', [solver(1), judge]), logged('a:1', [solver(0)])]
      .map((episode) => JSON.stringify(episode))
      .join('\n');
    const episodes = await all(openRollouts({ name: 'x.jsonl', chunks: [toBytes(text)] }));
    expect(episodes.map(({ id, trajectories }) => [id, trajectories.length])).toEqual([
      ['step 5/a:0', 2],
      ['step 5/a:1', 1],
    ]);
  });

  it('make groups that know what became of their episodes', async () => {
    const text = JSON.stringify(logged('a:0', [solver(1, [step({ model_response: '3' })])]));
    const [group] = await readGroups({ name: 'x', chunks: [toBytes(text)] });
    expect(group).toMatchObject({
      groupId: 'step 5/a:solver',
      metadata: [{ taskId: 'a', rolloutIdx: '0', terminationReason: 'env_done', isCorrect: true }],
      trajectories: [{ reward: 1, steps: [{ modelResponse: '3' }] }],
    });
  });

  it('with content that is no step are skipped where content is wanted, and read where not', async () => {
    const broken = [step({ response_ids: [1, 2], logprobs: [-1] })];
    const text = JSON.stringify(logged('a:0', [solver(1, broken), judge]));
    expect((await readText(text)).rows).toHaveLength(2);
    const found: string[] = [];
    const reader = openRollouts(
      { name: 'x', chunks: [toBytes(text)] },
      { onProblem: ({ kind, message }) => found.push(`${kind}: ${message}`) },
    );
    const [episode] = await all(reader);
    expect(episode?.trajectories.map(({ name }) => name)).toEqual(['judge']);
    expect(found).toEqual([expect.stringMatching(/^invalid-content: .*as long as responseIds/)]);
    expect(reader.counts).toMatchObject({ records: 2, rollouts: 1, skipped: 1 });
  });

  it('are told from lines of the metrics log', async () => {
    const { problems } = await readText('{"step": 1, "data": {"loss": NaN}}\n');
    expect(problems).toMatchObject([
      { kind: 'not-a-rollout', message: expect.stringContaining('metrics log') },
    ]);
  });
});

describe('rLLM results', () => {
  it('are rows of items; what failed says so', async () => {
    const results = {
      dataset_name: 'demo',
      agent: 'x',
      score: 0.5,
      attempts: 2,
      pass_at: { '1': 0.5 },
      items: [
        { idx: 0, attempt: 0, reward: 1, is_correct: true, error: null, signals: {} },
        { idx: 0, attempt: 1, reward: 0, is_correct: false, error: 'ValueError', signals: {} },
        { idx: 1, reward: true, error: null },
        7,
      ],
    };
    const { rows, found, counts } = await readText(pretty(results), { name: 'demo.json' });
    expect(
      rows.map(({ group, role, reward, rolloutIndex, failed }) => [
        group,
        role,
        reward,
        rolloutIndex,
        failed,
      ]),
    ).toEqual([
      ['0', 'x', 1, '0', undefined],
      ['0', 'x', 0, '1', true],
      ['1', 'x', 1, '0', undefined],
    ]);
    expect(found).toEqual(['1: guessed', '1: malformed-json']);
    expect(counts).toMatchObject({ records: 4, rollouts: 3, skipped: 1 });
  });
});

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const held: T[] = [];
  for await (const value of values) held.push(value);
  return held;
}
