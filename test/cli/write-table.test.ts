import { describe, expect, it } from 'vitest';
import type { Result } from '../../ts/cli/result.ts';
import { StreamSink } from '../../ts/cli/sink.ts';
import { styleFor } from '../../ts/cli/style.ts';
import { writeTable } from '../../ts/cli/write-table.ts';
import { zeroCounts } from '../../ts/rollouts/counts.ts';
import { RolloutColumns } from '../../ts/rollouts/table/rollout-columns.ts';

describe('writeTable', () => {
  it('writes any number of metrics, aligned by the longest name', async () => {
    const names = Array.from({ length: 200_000 }, (_, i) => `reward/r${i}/mean`);
    const result: Result = {
      settings: {
        estimators: ['grpo'],
        estimatorMap: {},
        normAdvByStdInGrpo: true,
        epsilon: null,
        kernels: 'js',
      },
      scores: {
        metrics: Object.fromEntries(names.map((name) => [name, 0.5])),
        otherMetrics: [],
        columns: new RolloutColumns(),
        *rows() {},
        *rollouts() {},
      },
      severalSources: false,
      problems: [],
      warnings: [],
      counts: zeroCounts(),
    };
    const decoder = new TextDecoder();
    let out = '';
    const stream = {
      write(text: string | Uint8Array, done: () => void) {
        out += typeof text === 'string' ? text : decoder.decode(text, { stream: true });
        done();
      },
    };
    const sink = new StreamSink(stream);
    await writeTable(result, sink, { forPeople: true, style: styleFor(stream, {}) });
    await sink.finish();
    const lines = out.trimEnd().split('\n');
    expect(lines[2]).toBe('reward/r0/mean       0.5');
    expect(lines).toHaveLength(200_002);
  });
});
