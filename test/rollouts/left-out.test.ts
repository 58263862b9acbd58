import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteRecord } from '../../ts/rollouts/byte-record.ts';
import { LINE_ENTRY } from '../../ts/rollouts/projection/lines.ts';
import { wasmTape } from '../../ts/rollouts/projection/make-tape.ts';
import type { WasmTape } from '../../ts/rollouts/projection/wasm-tape.ts';
import {
  getRecord,
  getRecords,
  type RolloutRecord,
  visitRecords,
} from '../../ts/rollouts/record.ts';
import { samples } from './formats/samples.ts';
import { readAll, toBytes } from './read.ts';

type Told = Record<string, unknown>;

/** What a record tells, member by member, and those that are objects, or arrays of some, as records. */
function tell(record: RolloutRecord): Told {
  return Object.fromEntries(record.names.map((name) => [name, tellMember(record, name)]));
}

function tellMember(record: RolloutRecord, name: string): unknown {
  const inside = getRecord(record, name);
  if (inside) return tell(inside);
  const all = getRecords(record, name);
  if (!all) return record.get(name);
  const visited: Told[] = [];
  visitRecords(record, name, (one) => visited.push(tell(one)));
  const found = all.map((one) => one && tell(one));
  expect(visited).toEqual(found.filter((one) => one !== undefined));
  const value = record.get(name) as unknown[];
  return found.map((one, i) => one ?? value[i]);
}

const word = fc.constantFrom('a', 'reward', 'messages', 'text of some length, as they have');
const { object } = fc.letrec<{ object: Told; value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(0, 1, true, null),
    word,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(word, tie('value'), { maxKeys: 4 }),
}));

describe('what a tape leaves out', () => {
  it.each([0, 1, 2])('is read all the same, at depth %d', (depth) => {
    const tape = wasmTape() as WasmTape;
    const check = (value: Told, pad: number): void => {
      const bytes = toBytes(`${JSON.stringify({ ...value, pad: 'x'.repeat(pad) })}\n`);
      tape.room(bytes.length).set(bytes);
      // Twice: what stood there before is left out too.
      for (let times = 0; times < 2; times++) {
        const block = tape.walk(0, bytes.length, depth);
        const { pad: _, ...told } = tell(new ByteRecord(block, block.lines[LINE_ENTRY] as number));
        expect(told).toEqual(value);
      }
    };
    fc.assert(fc.property(object, fc.nat({ max: 300 }), check), { numRuns: 300 });
  });

  it.each(Object.entries(samples))('changes no reward of %s', async (format, record) => {
    const lines = toBytes(`${JSON.stringify(record)}\n`.repeat(3));
    const [full, quick] = await Promise.all(
      [true, false].map((facts) => readAll({ name: 'a.jsonl', chunks: lines }, { format, facts })),
    );
    const keys = ({ rows }: typeof full = { rows: [] } as never) =>
      rows.map(({ group, role, reward, rolloutIndex }) => [group, role, reward, rolloutIndex]);
    expect(keys(quick)).toEqual(keys(full));
    expect(quick?.counts).toEqual(full?.counts);
  });
});
