import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { RolloutFormat } from '../../../ts/rollouts/format.ts';
import { nemoGym } from '../../../ts/rollouts/formats/nemo-gym.ts';
import { cut, type Read, readAll, toBytes } from '../read.ts';
import { readInBlocks } from './read-in-blocks.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-blocks-'));
const path = join(folder, 'rollouts.jsonl');
afterAll(() => rmSync(folder, { recursive: true }));

/** In pieces so small that every line is read by itself. */
function readOneByOne(bytes: Uint8Array): Promise<Read> {
  return readAll({ name: path, chunks: cut(bytes, [7, 3, 11]) });
}

const tools = [{ name: 'search', parameters: { query: 'x'.repeat(600), é: 1 } }];
const outputs = [
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a "b" é' }] },
  { type: 'function_call', arguments: '{"q": 1}', name: 'search' },
  { type: 'message', role: 'user', content: 'not counted' },
];

const id = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 3 }) },
  fc.constantFrom<unknown>('a', 'é', '', 'a"b', -0, 1.5, 1e300, null, true, 'x'.repeat(50), {}),
);
const reward = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 1000 }).map((x) => x / 1000) },
  fc.constantFrom<unknown>(-1, -0, 1e-7, 1e21, null, true, '1', undefined, 0.1 + 0.2),
);
const agent = fc.oneof(
  { weight: 4, arbitrary: fc.constant<unknown>({ type: 'agents', name: 'solver' }) },
  fc.constantFrom<unknown>('solver', { name: '' }, { name: 7 }, {}, null, undefined, [1]),
  fc.constant<unknown>({ name: 'judge', more: 'y'.repeat(700) }),
);
/** Now and then a name is missing, or another is there. */
const record = fc
  .record({
    input: fc.constantFrom('1+1?', [{ role: 'user', content: 'Who? '.repeat(150) }]),
    id,
    index: id,
    reward,
    agent,
    output: fc.subarray(outputs),
    others: fc.constantFrom<object>({}, {}, {}, { upperhand: 1 }, { truncated: true }, { é: 'ü' }),
    without: fc.constantFrom('', '', '', '', 'reward', 'responses_create_params', 'agent_ref'),
  })
  .map(({ input, id, index, reward, agent, output, others, without }) => {
    const all = {
      responses_create_params: { input, tools },
      response: { output, tools, model: 'm' },
      reward,
      _ng_task_index: id,
      _ng_rollout_index: index,
      agent_ref: agent,
      ...others,
    };
    return Object.fromEntries(Object.entries(all).filter(([name]) => name !== without));
  });

const good = record.map((one) => JSON.stringify(one));
const line = fc.oneof(
  { weight: 12, arbitrary: good },
  record.map((one) => JSON.stringify(one, null, 1).replaceAll('\n', '')),
  fc
    .tuple(good, fc.nat(), fc.constantFrom('', '"', '\\', '{', ',', 'é', '\u0001'))
    .map(([text, at, by]) => {
      const cutAt = at % text.length;
      return text.slice(0, cutAt) + by + text.slice(cutAt + 1);
    }),
  good.map((text) => text + text),
  good.map((text) => `${text.slice(0, -1)},"reward":0.5,"\\u0072eward":0.25}`),
  fc.constantFrom('', ' ', '{}', '[1]', 'null', 'NaN', `{"pad": "${'p'.repeat(3000)}"}`),
);
const file = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n'), fc.boolean(), good)
  .map(([lines, end, isEnded, first]) => [first, ...lines].join(end) + (isEnded ? end : ''))
  .map((text) => toBytes(text));

/** Now and then a byte that is no UTF-8. */
const bytes = fc.tuple(file, fc.nat(), fc.nat({ max: 9 })).map(([all, at, chance]) => {
  if (chance === 0) all[at % all.length] = 0xff;
  return all;
});

describe('lines that are walked over together', () => {
  it('give what they give one by one, in whatever pieces they come', async () => {
    const check = async (all: Uint8Array, size: number): Promise<void> => {
      const expected = await readOneByOne(all);
      expect(await readAll({ name: path, chunks: all })).toEqual(expected);
      expect(await readAll({ name: path, chunks: cut(all, [size, 2 * size]) })).toEqual(expected);
    };
    await fc.assert(fc.asyncProperty(bytes, fc.integer({ min: 500, max: 9000 }), check), {
      numRuns: 150,
    });
  });

  it('give the same in blocks of a file, wherever those begin', async () => {
    const check = async (all: Uint8Array, size: number): Promise<void> => {
      writeFileSync(path, all);
      expect(await readInBlocks(path, 8 * size, 0)).toEqual(await readOneByOne(all));
    };
    await fc.assert(fc.asyncProperty(bytes, fc.integer({ min: 8, max: 2000 }), check), {
      numRuns: 150,
    });
  });

  it('give the same where their format has no simple form', async () => {
    const { simple, ...plain } = nemoGym;
    const slow: RolloutFormat = plain;
    const check = async (all: Uint8Array): Promise<void> => {
      const source = { name: path, chunks: all };
      for (const facts of [true, false]) {
        const expected = await readAll(source, { format: slow, facts });
        expect(await readAll(source, { format: nemoGym, facts })).toEqual(expected);
      }
    };
    await fc.assert(fc.asyncProperty(bytes, check), { numRuns: 150 });
  });
});

describe('threads', () => {
  const lines = fc.sample(line, { numRuns: 400, seed: 1 });
  const all = toBytes(`${fc.sample(good, { numRuns: 1, seed: 2 })[0]}\n${lines.join('\n')}`);

  it('change nothing, however many help', async () => {
    writeFileSync(path, all);
    const expected = await readOneByOne(all);
    for (const threads of [1, 2]) expect(await readInBlocks(path, 4096, threads)).toEqual(expected);
  });

  it('tell lines that are no UTF-8 as those are told that are read one by one', async () => {
    const before = toBytes('{"task_id":"é","reward":1,"note":"');
    const after = toBytes('"}\n');
    const notes = [[0xff], [0xc3], [0xc3, 0xa9], [0xed, 0xa0, 0x80], [0xe6, 0xbc], []];
    const rows = Array.from({ length: 600 }, (_, i) => [
      ...before,
      ...(notes[i % notes.length] as number[]),
      ...after,
    ]);
    const some = Uint8Array.from(rows.flat());
    writeFileSync(path, some);
    const expected = await readOneByOne(some);
    expect(expected.counts.problems['invalid-utf8']).toBe(400);
    for (const threads of [0, 1]) expect(await readInBlocks(path, 4096, threads)).toEqual(expected);
  });

  it('are no loss where they hand over nothing, one sooner and one later', async () => {
    writeFileSync(path, all);
    const read = await readInBlocks(path, 4096, 2, { worker: './vain-worker.mjs' });
    expect(read).toEqual(await readOneByOne(all));
  });

  it('are no loss where a line is longer than many blocks', async () => {
    const long = JSON.stringify({ task_id: 't', reward: 1, pad: 'x"'.repeat(1_500_000) });
    const text = toBytes(`${long}\n{"task_id":"t","reward":0}\n${long}\n${long}`);
    writeFileSync(path, text);
    expect(await readInBlocks(path, 1 << 16, 1)).toEqual(
      await readAll({ name: path, chunks: text }),
    );
  });
});
