import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRollouts } from '../../ts/rollouts/index.ts';
import { readJsonValues } from '../../ts/rollouts/json-values.ts';
import type { RolloutRow } from '../../ts/rollouts/row.ts';
import type { Episode } from '../../ts/types/episode.ts';
import { rewardsOf } from '../rollouts/formats/lines.ts';
import { samples } from '../rollouts/formats/samples.ts';
import { readAll } from '../rollouts/read.ts';
import { dataDir, describeExternal } from '../support/external.ts';
import { jsonLines, run } from './run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upperhand-convert-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string): string => join(folder, name);

function put(name: string, content: string | Uint8Array): string {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), content);
  return at(name);
}

const good = [
  { task_id: 'a', rollout_idx: 0, reward: 1, name: 'solver' },
  { task_id: 'a', rollout_idx: 1, reward: 0, name: 'solver' },
  { task_id: 'b:c', reward: -0.5, name: 'solver' },
];

/** These are not read from JSON. */
const tables = new Set(['csv', 'trl', 'art-parquet']);

/** What rows say, but for where they stand. */
function told(rows: readonly RolloutRow[]): object[] {
  return rows.map(({ source, line, offset, item, ...rest }) => rest);
}

async function episodes(path: string): Promise<Episode[]> {
  const all: Episode[] = [];
  for await (const episode of openRollouts(path, { onProblem: () => {} })) all.push(episode);
  return all;
}

describe('upperhand convert', () => {
  it('has help with examples and exit status', async () => {
    const { code, out, err } = await run(['convert', '--help']);
    expect([code, err]).toEqual([0, '']);
    for (const option of ['to', 'input-format', 'reward', 'strict', 'force'])
      expect(out).toMatch(new RegExp(`\\n {2}--${option} .*\\w`));
    expect(out).toMatch(/\nExamples:\n {2}upperhand convert/);
    expect(out).toContain('Exit status');
    expect((await run(['--help'])).out).toContain('convert');
  });

  it('writes lines from which the same is read, and says how much', async () => {
    const from = put('plain.jsonl', jsonLines(good));
    const { code, out, err } = await run(['convert', from, at('out.jsonl')]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      [
        'read: 3 records of 1 file, 3 rollouts',
        'skipped: 0, of which 0 are there in another record; 0 files not read to the end, 0 files passed over',
        `written: 3 rollouts in 3 episodes to ${at('out.jsonl')}; 0 not written`,
        '',
      ].join('\n'),
    );
    expect(rewardsOf((await readAll(at('out.jsonl'))).rows)).toEqual({
      'a/solver': [1, 0],
      'b:c/solver': [-0.5],
    });
    expect(await episodes(at('out.jsonl'))).toEqual(
      (await episodes(from)).map((episode) => ({
        ...episode,
        trajectories: episode.trajectories.map((one) => ({ ...one, uid: expect.any(String) })),
      })),
    );
    expect((await run(['convert', at('out.jsonl'), at('again.jsonl')])).code).toBe(0);
    expect(readFileSync(at('again.jsonl'), 'utf8')).toBe(readFileSync(at('out.jsonl'), 'utf8'));
  });

  it.each(Object.keys(samples).filter((name) => !tables.has(name)))(
    'converts a record of %s, and reads it alike',
    async (name) => {
      const from = put('run/step_7/12.jsonl', jsonLines([samples[name] as object]));
      const reward = name === 'slime' ? ['--reward', 'score'] : [];
      const { code } = await run([
        'convert',
        from,
        at('out.jsonl'),
        '--input-format',
        name,
        ...reward,
      ]);
      const before = await readAll(from, {
        format: name,
        ...(name === 'slime' && { rewardKey: 'score' }),
      });
      const after = await readAll(at('out.jsonl'));
      expect([code, after.problems]).toEqual([0, []]);
      expect(told(after.rows)).toEqual(told(before.rows));
    },
  );

  it('reads folders, packed files and standard input, and writes to standard output', async () => {
    put('in/a.jsonl.gz', gzipSync(jsonLines(good.slice(0, 2))));
    put('in/metadata.json', '{}');
    put('in/b.jsonl', jsonLines(good.slice(2)));
    const piped = await run(['convert', at('in'), '-']);
    expect([piped.code, piped.out.split('\n').length]).toEqual([0, 4]);
    expect(piped.err).toContain('read: 3 records of 2 files, 3 rollouts');
    expect(piped.err).toContain('1 file passed over');
    const again = await run(['convert', '-', '-'], { stdin: piped.out });
    expect([again.code, again.out]).toEqual([0, piped.out]);
  });

  it('counts what is skipped, and ends with 3; with --strict with 1, and writes nothing', async () => {
    const from = put('torn.jsonl', `${jsonLines(good)}{"task_id": "a", "rew`);
    const { code, out, err } = await run(['convert', from, at('out.jsonl')]);
    expect(code).toBe(3);
    expect(err).toContain('torn.jsonl:4: torn-record');
    expect(out).toContain('read: 4 records of 1 file, 3 rollouts\nskipped: 1, of which 0');
    for (const to of ['upperhand', 'rllm']) {
      const strict = await run(['convert', from, at('strict'), '--strict', '--to', to]);
      expect([strict.code, strict.out]).toEqual([1, '']);
    }
    expect(readdirSync(folder).sort()).toEqual(['out.jsonl', 'torn.jsonl']);
  });

  it('ends with 1 where there is nothing to convert, and leaves no file', async () => {
    const from = put('none.jsonl', '{"a": 1}\n');
    for (const to of ['upperhand', 'rllm']) {
      const { code, out, err } = await run(['convert', from, at('out'), '--to', to]);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('no rollout could be written');
      expect(err).toContain('written: nothing; 0 not written');
    }
    expect((await run(['convert', at('missing'), at('out')])).code).toBe(1);
    expect(readdirSync(folder)).toEqual(['none.jsonl']);
  });

  it('writes over nothing unless told to, and never over what is read', async () => {
    const from = put('in/plain.jsonl', jsonLines(good));
    put('out.jsonl', 'mine');
    put('full/mine.txt', 'mine');
    const refused: [string[], string][] = [
      [[from, at('out.jsonl')], 'is there; --force replaces it'],
      [[from, at('full'), '--to', 'rllm'], 'is there and holds files'],
      [[from, at('out.jsonl'), '--to', 'rllm', '--force'], 'is there and is no folder'],
      [[from, at('full'), '--force'], 'is a folder'],
      [[from, from, '--force'], 'which is read'],
      [[at('in'), at('in/new.jsonl'), '--force'], 'which is read'],
      [[from, '-', '--to', 'rllm'], 'standard output cannot take'],
      [[from, at('new'), '--to', 'parquet'], "'parquet' is invalid"],
      [[from], 'missing required argument'],
    ];
    for (const [args, message] of refused) {
      const { code, err } = await run(['convert', ...args]);
      expect([args, code]).toEqual([args, 2]);
      expect(err).toContain(message);
    }
    expect(readFileSync(at('out.jsonl'), 'utf8')).toBe('mine');
    expect((await run(['convert', from, at('out.jsonl'), '--force'])).code).toBe(0);
    expect((await run(['convert', from, at('full'), '--to', 'rllm', '--force'])).code).toBe(0);
    expect(readdirSync(at('full')).sort()).toEqual(['episodes', 'mine.txt']);
    expect((await readAll(at('out.jsonl'))).rows).toHaveLength(3);
    expect(existsSync(at('new'))).toBe(false);
  });

  it('says what rLLM has to have and rollouts have not', async () => {
    const { code, err } = await run([
      'convert',
      put('plain.jsonl', jsonLines(good)),
      at('out'),
      '--to',
      'rllm',
    ]);
    expect(code).toBe(0);
    const both = "now; rLLM's folders are named after both";
    expect(err).toBe(
      `warning: 3 episodes without a step are of step 0 ${both}\nwarning: 3 episodes without a split are of train ${both}\n`,
    );
    const { rows } = await readAll(at('out'));
    expect(rewardsOf(rows)).toEqual({
      'step 0 · train/a/solver': [1, 0],
      'step 0 · train/b:c/solver': [-0.5],
    });
  });

  it('writes what rLLM reads, apart what is not compared, and says what that cannot hold', async () => {
    const row = {
      prompt: [{ role: 'user', content: 'q' }],
      completion: 'a',
      reward: 1,
      example_id: 1,
    };
    put('run/step_1/train_rollouts.jsonl', jsonLines([row, { ...row, reward: 0 }]));
    put('run/step_2/train_rollouts.jsonl', jsonLines([row, { ...row, reward: null }]));
    put('run/step_2/eval/results.jsonl', jsonLines([{ ...row, reward: 0.5 }]));
    const { code, out, err } = await run(['convert', at('run'), at('out'), '--to', 'rllm']);
    expect(code).toBe(3);
    expect(err).toContain('left out: 1 rollout without a reward, where rLLM would read one of 0');
    expect(err).not.toMatch(/without a (step|split)/);
    expect(out).toContain('written: 4 rollouts in 4 episodes');
    expect(out).toContain('1 not written');
    expect(readdirSync(at('out/episodes')).sort()).toEqual([
      'train_step_1_epoch_0',
      'train_step_2_epoch_0',
      'val_step_2_epoch_0',
    ]);
    const { rows, problems } = await readAll(at('out'));
    expect(rewardsOf(rows)).toEqual({
      'step 1 · train/1': [1, 0],
      'step 2 · train/1': [1],
      'step 2 · val/eval/1': [0.5],
    });
    expect(problems.map(({ kind }) => kind)).toEqual(['side-file', 'side-file', 'side-file']);
  });
});

describeExternal('upperhand convert on files of real writers', join(dataDir(), 'writers'), () => {
  it('keeps groups, roles and rewards, and with its own format all that is told', async () => {
    const writers = join(dataDir(), 'writers');
    for (const { name } of readdirSync(writers, { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    )) {
      const from = at(name);
      cpSync(join(writers, name), from, { recursive: true });
      const read = await readAll(from, { rewardKey: 'score' });
      if (read.rows.length === 0) continue;
      const own = await run(['convert', from, at(`${name}.jsonl`), '--reward', 'score']);
      expect([name, own.code === 0 || own.code === 3]).toEqual([name, true]);
      const converted = await readAll(at(`${name}.jsonl`));
      expect(told(converted.rows)).toEqual(told(read.rows));
    }
  });

  it('keeps groups and rewards in what rLLM reads', async () => {
    const writers = join(dataDir(), 'writers');
    const folders = readdirSync(writers, { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    for (const { name } of folders) {
      const from = join(writers, name);
      const read = await readAll(from, { rewardKey: 'score' });
      const args = ['convert', from, at(name), '--to', 'rllm', '--reward', 'score'];
      expect([name, (await run(args)).code]).not.toEqual([name, 2]);
      const scored = read.rows.filter(({ reward }) => reward !== null);
      if (scored.length === 0) continue;
      const groups = (rows: readonly RolloutRow[]): string[] =>
        Object.values(rewardsOf(rows))
          .map((rewards) => String(rewards.sort()))
          .sort();
      expect([name, groups((await readAll(at(name))).rows)]).toEqual([name, groups(scored)]);
    }
  });

  it('gives the files of rLLM again, with where they stood', async () => {
    const from = join(dataDir(), 'writers/rllm/logs/demo/exp-a');
    expect((await run(['convert', from, at('again'), '--to', 'rllm'])).code).toBe(3);
    const step = 'episodes/train_step_3_epoch_0';
    const names = readdirSync(join(from, step)).filter((name) => name.startsWith('episode_'));
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      const parse = (path: string) => readJsonValues(readFileSync(path, 'utf8')).values[0];
      const before = parse(join(from, step, name)) as Logged;
      // As rLLM, and its reader here, take it.
      for (const one of before.trajectories) one.reward ??= one.steps.at(-1)?.reward ?? null;
      const after = parse(join(at('again'), step, name)) as Logged;
      expect(after).toEqual({ ...before, metadata: { ...before.metadata, ...placeOfEpisode } });
    }
  });
});

const placeOfEpisode = { source: expect.any(String), line: 1, set: expect.any(String) };

interface Logged {
  metadata: object;
  trajectories: { reward: number | null; steps: { reward: number }[] }[];
}
