import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../ts/rollouts/index.ts';
import { makeZip } from '../make-zip.ts';
import { readAll } from '../read.ts';
import { episodesOf, lines, readText, rewardsOf } from './lines.ts';

function choice(content: string, finish_reason = 'stop'): object {
  return { finish_reason, index: 0, message: { role: 'assistant', content } };
}

function trajectory(reward: unknown, fields: object = {}): object {
  return {
    reward,
    metrics: { right: 1, note: 'x' },
    metadata: { role: 'solver' },
    messages_and_choices: [{ role: 'user', content: '1+1' }, choice('two')],
    tools: null,
    additional_histories: [],
    logs: ['start'],
    ...fields,
  };
}

const folder = '.art/demo/models/m1/trajectories/train';

describe('ART', () => {
  const text = lines([
    { trajectories: [trajectory(1), trajectory(0), trajectory(null)] },
    { trajectories: [trajectory(Number.NaN)] },
  ]);

  it('has a group in each line', async () => {
    const { rows, found, counts } = await readText(text, { name: `${folder}/0003.jsonl` });
    expect(rewardsOf(rows)).toEqual({
      'step 3 · train/m1/0': [1, 0, null],
      'step 3 · train/m1/1': [Number.NaN],
    });
    expect(rows[1]).toMatchObject({ line: 1, item: 1, rolloutIndex: '1', responseChars: 3 });
    expect(found).toEqual(['1: missing-reward', '2: non-finite-reward']);
    expect(counts).toMatchObject({ records: 4, rollouts: 4 });
    const plain = await readText(text);
    expect(plain.rows.map(({ group, set }) => [group, set])).toEqual([
      ['0', undefined],
      ['0', undefined],
      ['0', undefined],
      ['1', undefined],
    ]);
  });

  it('has a group in each entry of a YAML document', async () => {
    const yaml = `- metadata: {scenario: a}
  trajectories:
  - reward: 1.0
    messages_and_choices:
    - {role: user, content: 1+1}
    - finish_reason: length
      message: {role: assistant, content: "tw\\L"}
  - reward: .inf
    messages_and_choices: []
- trajectories: []
- trajectories:
  - reward: "1"
    messages_and_choices: []
  - null
`;
    const { rows, problems, counts } = await readText(yaml, { name: `${folder}/0003.yaml` });
    expect(rewardsOf(rows)).toEqual({ 'step 3 · train/m1/0': [1, Number.POSITIVE_INFINITY] });
    expect(rows[0]).toMatchObject({ truncated: true, termination: 'length', responseChars: 3 });
    expect(problems.map(({ line, kind, message }) => [line, kind, message])).toEqual([
      [1, 'non-finite-reward', 'reward is Infinity; it is kept as it is'],
      [2, 'not-a-rollout', 'is a group without trajectories'],
      [3, 'invalid-reward', 'reward must be a number, a boolean or null, got "1"'],
      [3, 'malformed-json', 'a trajectory is no object'],
    ]);
    expect(counts).toMatchObject({ records: 5, rollouts: 2, skipped: 3 });
  });

  it('gives a step for each choice, with the conversation up to it', async () => {
    const conversation = [
      { role: 'assistant', content: 'an example' },
      choice('more?'),
      { role: 'user', content: 'yes' },
      choice('two'),
    ];
    const [episode] = await episodesOf(
      lines([{ trajectories: [trajectory(1, { messages_and_choices: conversation })] }]),
    );
    const [held] = episode?.trajectories ?? [];
    expect(
      held?.steps.map(({ chatCompletions, modelResponse, done }) => [
        chatCompletions.length,
        modelResponse,
        done,
      ]),
    ).toEqual([
      [2, 'more?', false],
      [4, 'two', true],
    ]);
    expect(held).toMatchObject({
      reward: 1,
      signals: { right: 1 },
      metadata: { role: 'solver', logs: ['start'], group: {} },
    });
  });
});

interface Row {
  readonly group: bigint;
  readonly reward: number | null;
  /** Null: a group without trajectories. */
  readonly trajectory: number | null;
}

/** A file as ART writes it; version 2 has the columns that version 1 has not. */
function parquet(rows: readonly Row[], version: 1 | 2, withMessages = true): Uint8Array {
  const messages = [
    { role: 'user', content: '1+1', trainable: false },
    { role: 'assistant', content: 'two', tool_calls: '[{"id": "c"}]', trainable: true },
  ];
  const held = (value: unknown): unknown[] =>
    rows.map(({ trajectory: t }) => (t === null ? null : value));
  const columns = [
    { name: 'group_index', data: rows.map(({ group }) => group), type: 'INT64' as const },
    ...(version === 2
      ? [
          { name: 'format_version', data: rows.map(() => 2), type: 'INT32' as const },
          {
            name: 'trajectory_index',
            data: rows.map(({ trajectory: t }) => (t === null ? null : BigInt(t))),
            type: 'INT64' as const,
            nullable: true,
          },
          { name: 'group_json', data: rows.map(() => '{}'), type: 'STRING' as const },
          {
            name: 'trajectory_json',
            data: held(JSON.stringify(trajectory(1))) as (string | null)[],
            type: 'STRING' as const,
            nullable: true,
          },
        ]
      : []),
    {
      name: 'reward',
      data: rows.map(({ reward }) => reward),
      type: 'DOUBLE' as const,
      nullable: true,
    },
    {
      name: 'metrics',
      data: held('{"right": 1, "bad": NaN}'),
      type: 'STRING' as const,
      nullable: true,
    },
    {
      name: 'messages',
      data: held(withMessages ? messages : null),
      type: 'JSON' as const,
      nullable: true,
    },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData: columns }));
}

describe('ART Parquet', () => {
  const rows: Row[] = [
    { group: 0n, reward: 1, trajectory: 0 },
    { group: 0n, reward: 0.3, trajectory: 1 },
    { group: 1n, reward: null, trajectory: null },
    { group: 2n, reward: Number.POSITIVE_INFINITY, trajectory: 0 },
  ];
  const name = `${folder}/0003.parquet`;

  it.each([1, 2] as const)('is read by its columns, version %i', async (version) => {
    const source = { name, chunks: [parquet(rows, version)] };
    expect(await detectFormat(source)).toMatchObject({
      format: 'art-parquet',
      version: `v${version}`,
    });
    const read = await readAll(source);
    expect(rewardsOf(read.rows)).toEqual({
      'step 3 · train/m1/0': [1, 0.3],
      'step 3 · train/m1/2': [Number.POSITIVE_INFINITY],
    });
    expect(read.rows.map(({ rolloutIndex }) => rolloutIndex)).toEqual(
      version === 1 ? [null, null, null] : ['0', '1', '0'],
    );
    expect(read.found).toEqual(['3: not-a-rollout', '4: non-finite-reward']);
  });

  it.each([
    [1, 'mixed-tasks', 'group "0" holds different tasks; "b.parquet" is not its first'],
    [2, 'repeated-rollout', 'rollout "0" of group "0", role "all_groups", was there before'],
  ] as const)(
    'of two files whose paths tell nothing says that they are one, version %i',
    async (version, kind, message) => {
      const file = (name: string) => ({ name, chunks: [parquet(rows, version)] });
      const [alone, both] = [
        await readAll(file('a.parquet')),
        await readAll([file('a.parquet'), file('b.parquet')]),
      ];
      expect(alone.problems.map((one) => one.kind)).not.toContain(kind);
      const found = both.problems.filter((one) => one.kind === kind);
      expect(found.map(({ source }) => source)).toEqual(['b.parquet', 'b.parquet', 'b.parquet']);
      expect(found[0]?.message).toContain(message);
      const apart = [file('trajectories/train/1.parquet'), file('trajectories/train/2.parquet')];
      expect((await readAll(apart)).problems.map((one) => one.kind)).not.toContain(kind);
    },
  );

  it('stands for the older file of the same name beside it', async () => {
    const older = lines([{ trajectories: [trajectory(7)] }]);
    const archive = makeZip([
      { name: 'm1/train/0003.jsonl', content: older },
      { name: 'm1/train/0003.parquet', content: parquet(rows, 1) },
      { name: 'm1/train/0004.jsonl', content: older },
    ]);
    const read = await readAll({ name: 'art.zip', chunks: [archive] });
    expect(rewardsOf(read.rows)).toEqual({
      'step 3 · train/0': [1, 0.3],
      'step 3 · train/2': [Number.POSITIVE_INFINITY],
      'step 4 · train/0': [7],
    });
    expect(read.problems[0]).toMatchObject({
      kind: 'side-file',
      message: expect.stringMatching(/^m1\/train\/0003\.jsonl is passed over: the trajectories of/),
    });
  });

  it('gives the messages of the columns, or of version 2 those of its JSON text', async () => {
    for (const bytes of [parquet(rows, 1), parquet(rows, 2), parquet(rows, 2, false)]) {
      const [episode] = await episodesOf(bytes, name);
      expect(episode?.trajectories[0]).toMatchObject({
        reward: 1,
        signals: { right: 1 },
        steps: [{ modelResponse: 'two', done: true }],
      });
      expect(episode?.trajectories[0]?.steps[0]?.chatCompletions).toHaveLength(2);
    }
    const [first] = await episodesOf(parquet(rows, 1), name);
    expect(first?.trajectories[0]?.steps[0]?.chatCompletions[1]).toMatchObject({
      tool_calls: [{ id: 'c' }],
    });
  });
});
