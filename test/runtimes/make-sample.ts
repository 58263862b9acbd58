/**
 * Writes golden/sample.json, what the suite of the runtimes matrix holds every runtime against: records of the golden
 * files in a form that needs no decoding but numbers from their bits. `npx tsx test/runtimes/make-sample.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jsKernels } from '../../ts/kernels/js/js-kernels.ts';
import { same } from '../parity/compare.ts';
import { decodeArray, decodeNumber } from '../parity/decode.ts';
import type { GoldenRecord, Topic } from '../parity/topic.ts';
import { collect } from '../parity/topics/collect.ts';
import { estimators } from '../parity/topics/estimators.ts';

const dir = join(import.meta.dirname, '../parity/golden');

/** A custom estimator needs code of its own in the suite, which has these two. */
const CUSTOM = /custom_(?!double|list)/;

/** The records of a file that our code meets exactly, with the expected values as the topic reads them. */
function* exactRecords(topic: Topic): Generator<{ record: GoldenRecord; expected: Expected }> {
  for (const line of readFileSync(join(dir, `${topic.name}.jsonl`), 'utf8').split('\n')) {
    if (line === '') continue;
    const record: GoldenRecord = JSON.parse(line);
    const comparison = topic.run(record, jsKernels);
    if (!comparison || record.version === 'seed') continue;
    const { expected, actual } = comparison;
    if (same(expected, actual)) yield { record, expected: expected as Expected };
  }
}

interface Expected {
  error?: true;
  advantages?: unknown;
  metrics?: [string, number][];
  warned?: string[];
}

/** Numbers, alone or in arrays, as their bits; all else as it is. */
function toBits(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toBits);
  if (typeof value !== 'number') return value;
  if (Number.isNaN(value)) return 'nan';
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** Every case made by hand, and of the others every `STRIDE`th of each kind and estimator. */
function estimatorCases(): object[] {
  const STRIDE = 12;
  const inputs = new Map<string, GoldenRecord>();
  for (const line of readFileSync(join(dir, 'estimators.jsonl'), 'utf8').split('\n')) {
    if (line.startsWith('{"record":"input"')) {
      const input: GoldenRecord = JSON.parse(line);
      inputs.set(input.id, input);
    }
  }
  const seen = new Map<string, number>();
  const cases: object[] = [];
  for (const { record, expected } of exactRecords(estimators)) {
    const input = inputs.get(record.input as string) as GoldenRecord;
    const key = `${input.kind} ${record.estimator} ${Object.keys(record.args as object)}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    if (input.kind !== 'hand' && nth % STRIDE > 0) continue;
    const { norm_adv_by_std_in_grpo, epsilon } = record.args as Record<string, unknown>;
    cases.push({
      id: record.id,
      estimator: record.estimator,
      rewards: (input.rewards as unknown[]).map(decodeArray).map(toBits),
      options: {
        ...(norm_adv_by_std_in_grpo === undefined
          ? {}
          : { normAdvByStdInGrpo: norm_adv_by_std_in_grpo }),
        ...(epsilon === undefined ? {} : { epsilon: decodeNumber(epsilon) }),
      },
      expected: expected.error ? 'refused' : toBits(expected.advantages),
    });
  }
  return cases;
}

/** The records that are not long. */
function collectCases(): object[] {
  const LONGEST = 2500;
  const cases: object[] = [];
  for (const { record, expected } of exactRecords(collect)) {
    const text = JSON.stringify(record);
    if (text.length > LONGEST || CUSTOM.test(text)) continue;
    const config = record.config as Record<string, unknown>;
    const map = Object.entries((config.estimator_map ?? {}) as Record<string, MapEntry>);
    const fields = {
      estimator: config.estimator,
      estimatorMap: Object.fromEntries(
        map.map(([role, { tuple, enum: member, raw }]) => [role, tuple ?? member ?? raw]),
      ),
      normAdvByStdInGrpo: config.norm_adv_by_std_in_grpo,
      usePrecomputedAdvantage: config.use_precomputed_advantage,
      stepwiseAdvantageMode: config.stepwise_advantage_mode,
    };
    cases.push({
      id: `${record.id}@${record.version}`,
      groups: (record.groups as EncodedGroup[]).map(({ group_id, trajectories }) => ({
        groupId: group_id,
        trajectories: trajectories.map(({ name, reward, steps }) => ({
          name,
          reward: reward === null ? null : toBits(decodeNumber(reward)),
          steps: steps.map((step) => ({
            length: step.response_len,
            reward: toBits(decodeNumber(step.reward)),
            advantage: encodeAdvantage(step.advantage),
          })),
        })),
      })),
      config: fields,
      ...(config.force_mode ? { forcedMode: config.force_mode } : {}),
      collectAdvantage: record.collect_advantage,
      expected: expected.error
        ? 'refused'
        : {
            metrics: (expected.metrics as [string, number][]).map(([k, x]) => [k, toBits(x)]),
            advantages: toBits(expected.advantages),
          },
    });
  }
  return cases;
}

interface MapEntry {
  readonly enum?: string;
  readonly raw?: string;
  readonly tuple?: readonly string[];
}
interface EncodedGroup {
  readonly group_id: string;
  readonly trajectories: readonly {
    readonly name: string;
    readonly reward: unknown;
    readonly steps: readonly { advantage: unknown; response_len: number; reward: unknown }[];
  }[];
}

function encodeAdvantage(encoded: unknown): unknown {
  if (encoded === null) return null;
  if (Array.isArray(encoded)) return encoded.map((x) => toBits(decodeNumber(x)));
  return toBits(
    typeof encoded === 'object' && 'dtype' in encoded
      ? decodeArray(encoded).map(Number)
      : decodeNumber(encoded),
  );
}

const lines = (cases: readonly object[]): string => cases.map((c) => JSON.stringify(c)).join(',\n');

/** The text of the sample. */
export function makeSample(): string {
  const [estimated, collected] = [estimatorCases(), collectCases()];
  return `{"estimators":[\n${lines(estimated)}\n],"collect":[\n${lines(collected)}\n]}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(join(import.meta.dirname, 'golden', 'sample.json'), makeSample());
}
