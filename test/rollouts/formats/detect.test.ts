import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileContext } from '../../../ts/rollouts/file-context.ts';
import { formats } from '../../../ts/rollouts/formats/index.ts';
import { openRollouts } from '../../../ts/rollouts/index.ts';
import { ObjectRecord } from '../../../ts/rollouts/record.ts';
import { toBytes } from '../read.ts';
import { lines } from './lines.ts';
import { samples } from './samples.ts';

const plain = new Set(['jsonl', 'csv']);
const order = formats.map(({ name }) => name);
const file = fileContext('rollouts.jsonl');

describe('formats', () => {
  it('have each a sample here, and a row in the list for people', () => {
    expect(Object.keys(samples)).toEqual(order);
    const table = readFileSync(new URL('../../../docs/formats.md', import.meta.url), 'utf8');
    const rows = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(rows.sort()).toEqual([...order].sort());
  });

  it.each(order)('%s is told by its fields, and no other takes them for its own', (name) => {
    const record = new ObjectRecord(samples[name] as object, () => undefined);
    const found = formats.filter((format) => format.detect(record, file)).map((one) => one.name);
    const particular = found.filter((one) => !plain.has(one));
    expect(particular.length > 0 ? particular : found).toEqual(
      plain.has(name) ? [...plain] : [name],
    );
  });

  it('take no record without fields, or with those of no format', () => {
    for (const object of [{}, { reward: 1 }, { prompt: '', completion: '' }, { messages: [] }]) {
      const record = new ObjectRecord(object, () => undefined);
      expect(formats.filter((format) => format.detect(record, file))).toEqual([]);
    }
  });

  it.each(order)('%s reads its sample, with its content', async (name) => {
    const { rewards, problems } = await readAs(name, samples[name] as object);
    expect(rewards).toEqual([1]);
    expect(problems.filter((kind) => kind !== 'guessed')).toEqual([]);
  });

  it.each(order)('%s survives odd values in any place', async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), oddValues, async (place, odd) => {
        const record = structuredClone(samples[name]) as object;
        const places = placesOf(record);
        const [holder, key] = places[place % places.length] as Place;
        if (odd === undefined) delete (holder as Record<string | number, unknown>)[key];
        else (holder as Record<string | number, unknown>)[key] = odd;
        const { rewards, counts } = await readAs(name, record);
        expect(counts.records).toBe(counts.rollouts + counts.skipped);
        expect(rewards).toHaveLength(counts.rollouts - counts.missingRewards);
      }),
      { numRuns: 60 },
    );
  });
});

const oddValues = fc.constantFrom(
  undefined,
  null,
  true,
  0,
  -7.5,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  '',
  'x:y',
  [],
  [null],
  [[]],
  ['x', 7],
  {},
  { x: null },
);

type Place = readonly [holder: object, key: string | number];

/** All fields and entries in a value, those inside others too. */
function placesOf(value: object): Place[] {
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => {
    const inner: unknown = (value as Record<string | number, unknown>)[key];
    const below = typeof inner === 'object' && inner !== null ? placesOf(inner) : [];
    return [[value, key] as const, ...below];
  });
}

interface ReadAs {
  readonly rewards: readonly (number | null)[];
  readonly problems: readonly string[];
  readonly counts: ReturnType<typeof openRollouts>['counts'];
}

/** Reads one record as a format, in JSON whatever the format lies in. */
async function readAs(name: string, record: object): Promise<ReadAs> {
  const format = formats.find((one) => one.name === name);
  if (!format) throw new Error(`no format ${name}`);
  const problems: string[] = [];
  const source = { name: 'rollouts.jsonl', chunks: [toBytes(lines([record]))] };
  const reader = openRollouts(source, {
    format: { ...format, containers: ['jsonl'] },
    skipUnreadableSources: true,
    onProblem: ({ kind }) => problems.push(kind),
  });
  const rewards: (number | null)[] = [];
  for await (const { trajectories } of reader) {
    for (const { reward } of trajectories) if (reward !== null) rewards.push(reward);
  }
  return { rewards, problems, counts: reader.counts };
}
