import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, it } from 'vitest';
import { detectFormat, openRollouts } from '../../../ts/rollouts/index.ts';
import { cut, readAll } from '../read.ts';

const folder = mkdtempSync(join(tmpdir(), 'upperhand-trl-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A file as TRL writes it, in row groups of two. */
function completions(rewards: Readonly<Record<string, readonly (number | null)[]>>): Uint8Array {
  const columnData = [
    { name: 'step', data: [3n, 3n, 3n, 3n], type: 'INT64' as const },
    { name: 'prompt', data: ['p', 'p', 'q', 'q'], type: 'STRING' as const },
    { name: 'completion', data: ['a', 'bc', 'é', ''], type: 'STRING' as const },
    ...Object.entries(rewards).map(([name, data]) => ({
      name,
      data: [...data],
      type: 'DOUBLE' as const,
      nullable: true,
    })),
    { name: 'solution', data: ['1', '1', '2', '2'], type: 'STRING' as const },
    { name: 'advantage', data: [0.7, -0.7, 0, 0], type: 'DOUBLE' as const },
  ];
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 2 }));
}

describe('TRL', () => {
  const plain = completions({ accuracy_reward: [1, 0, 0.1, 0.5] });

  it('reads a row a record, whether from a file or a stream', async () => {
    const path = join(folder, 'completions_00003.parquet');
    writeFileSync(path, plain);
    for (const source of [path, { name: path, chunks: cut(plain, [50]) }]) {
      const { rows, found, counts } = await readAll(source);
      expect(rows.map(({ line, set, reward }) => [line, set, reward])).toEqual([
        [1, 'step 3', 1],
        [2, 'step 3', 0],
        [3, 'step 3', 0.1],
        [4, 'step 3', 0.5],
      ]);
      expect(rows[0]?.group).toBe(rows[1]?.group);
      expect(rows[1]?.group).not.toBe(rows[2]?.group);
      expect(found).toEqual(['1: guessed']);
      expect(counts).toMatchObject({ files: 1, records: 4, rollouts: 4 });
    }
    expect(await detectFormat(path)).toMatchObject({
      format: 'trl',
      container: 'parquet',
      fields: ['step', 'prompt', 'completion', 'accuracy_reward', 'solution', 'advantage'],
    });
  });

  it('sums the functions that apply; where none does there is no reward', async () => {
    const bytes = completions({ right: [1, 0, 0.1, null], style: [0.5, null, 0.2, null] });
    const { rows } = await readAll(bytes);
    expect(rows.map(({ reward }) => reward)).toEqual([1.5, 0, 0.1 + 0.2, null]);
    const one = await readAll(bytes, { rewardKey: 'style' });
    expect(one.rows.map(({ reward }) => reward)).toEqual([0.5, null, 0.2, null]);
  });

  it('gives completions and the advantages that TRL computed', async () => {
    const steps: unknown[] = [];
    for await (const { trajectories } of openRollouts(plain, { onProblem: () => {} })) {
      const [step] = trajectories[0]?.steps ?? [];
      steps.push([step?.observation, step?.modelResponse, step?.advantage]);
    }
    expect(steps.slice(0, 3)).toEqual([
      ['p', 'a', 0.7],
      ['p', 'bc', -0.7],
      ['q', 'é', 0],
    ]);
  });

  it('is refused where the file is cut off', async () => {
    const { problems } = await readAll(plain.subarray(0, plain.length - 5));
    expect(problems).toMatchObject([{ kind: 'malformed-parquet', line: null }]);
  });
});
