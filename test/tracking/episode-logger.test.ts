import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJsonValues } from '../../ts/rollouts/json-values.ts';
import { EpisodeLogger } from '../../ts/tracking/episode-logger.ts';
import type { EpisodeBatch } from '../../ts/tracking/episode-sink.ts';
import { createEpisode, type Episode, type EpisodeInit } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'upperhand-episodes-'));
});
afterEach(() => rmSync(base, { recursive: true }));

const batch: EpisodeBatch = { step: 3, mode: 'train', epoch: 0 };
const folder = (name = 'train_step_3_epoch_0') => join(base, 'episodes', name);
const filesOf = (name?: string) =>
  readdirSync(folder(name)).filter((file) => file !== 'batch_summary.json');
const read = (file: string, name?: string) =>
  JSON.parse(readFileSync(join(folder(name), file), 'utf8'));
const episodeOf = (id: string, init: EpisodeInit = {}) =>
  createEpisode({ id, task: 'plain', ...init });

async function log(episodes: readonly Episode[], of: EpisodeBatch = batch): Promise<void> {
  await new EpisodeLogger(base).logEpisodes(episodes, of);
}

/** The id that each file holds, sorted. */
const loggedIds = () =>
  filesOf()
    .map((file) => read(file).episode_id as string)
    .sort();

describe('EpisodeLogger', () => {
  it('writes all that belongs to an episode, and no tokens', async () => {
    const timing = { llm_time: 0.5 };
    const step = createStep({
      promptIds: [1],
      responseIds: [2],
      logprobs: [-0.1],
      advantage: [0.3],
      chatCompletions: [{ role: 'user', content: 'é' }],
      observation: { board: [1] },
      thought: 'hm',
      action: 'left',
      modelResponse: 'go left',
      reward: 0.25,
      done: true,
      metadata: { timing },
    });
    const trajectory = createTrajectory({ uid: 'u', name: 'solver', reward: 1, steps: [step] });
    const episode = episodeOf('task:0', {
      task: { id: 'task' },
      isCorrect: true,
      terminationReason: 'env_done',
      sessionId: 's',
      metrics: { score: 0.5 },
      metadata: { timing, data_source: 'x' },
      trajectories: [trajectory],
    });
    await log([episode]);
    const [file = ''] = filesOf();
    const text = readFileSync(join(folder(), file), 'utf8');
    expect(text.endsWith('}\n')).toBe(true);
    expect(text).toContain('"content": "\\u00e9"');
    const expected = {
      training_step: 3,
      epoch: 0,
      episode_id: 'task:0',
      session_id: 's',
      task: { id: 'task' },
      task_hash: file.slice('episode_hash'.length, 'episode_hash'.length + 8),
      is_correct: true,
      termination_reason: 'env_done',
      metrics: { score: 0.5 },
      metadata: { timing, data_source: 'x' },
      timing,
      trajectories: [
        {
          name: 'solver',
          uid: 'u',
          reward: 1,
          num_steps: 1,
          timing: {},
          steps: [
            {
              observation: { board: [1] },
              thought: 'hm',
              action: 'left',
              reward: 0.25,
              done: true,
              model_response: 'go left',
              chat_completions: [{ role: 'user', content: 'é' }],
              timing,
            },
          ],
        },
      ],
    };
    expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(expected));
  });

  it('writes booleans as booleans, and NaN bare, which the readers of this package take', async () => {
    await log([episodeOf('t:0', { isCorrect: true, metrics: { loss: NaN, worst: -Infinity } })]);
    const text = readFileSync(join(folder(), filesOf()[0] as string), 'utf8');
    expect(text).toContain('"is_correct": true');
    expect(readJsonValues(text).values).toMatchObject([
      { metrics: { loss: NaN, worst: -Infinity } },
    ]);
  });

  it('replaces the file of the same id, task and step only', async () => {
    const logger = new EpisodeLogger(base);
    await logger.logEpisodes([episodeOf('t:0', { isCorrect: false })], batch);
    await logger.logEpisodes([episodeOf('t:0', { isCorrect: true })], batch);
    await logger.logEpisodes([episodeOf('t:0', { task: 'other' })], batch);
    await logger.logEpisodes([episodeOf('t:0')], { ...batch, step: 4 });
    expect(
      filesOf()
        .map((file) => [read(file).task, read(file).is_correct])
        .sort(),
    ).toEqual([
      ['other', false],
      ['plain', true],
    ]);
    expect(filesOf('train_step_4_epoch_0')).toHaveLength(1);
  });

  it.each([
    ['colons and slashes', ['a:b', 'a/b', 'a_b', 'a\\b']],
    ['case', ['Task:0', 'task:0', 'ας', 'ασ', 'ſ', 's', 'ß', 'ẞ', 'SS']],
    ['composed letters', ['\u00e9', 'e\u0301']],
    ['way out of the folder', ['../../x', '..:..:x', '/etc/passwd', 'C:\\x']],
    ['what Windows refuses', ['a<b', 'a>b', 'a|b', 'a?b', 'a*b', 'a"b', 'CON', 'a.']],
    ['control characters', ['a\0b', 'a\nb', 'a\u0085b']],
    ['halves of characters', ['a\ud800b', 'a\udc00b', 'a\ufffdb']],
    ['nothing', ['', ' ', '.', '..']],
    ['length', ['x'.repeat(1000), `${'x'.repeat(1000)}y`, 'x'.repeat(227), 'x'.repeat(228)]],
    ['length in bytes', ['é'.repeat(500), `${'é'.repeat(500)}x`, '😀'.repeat(56), '😀'.repeat(57)]],
    ['names of others', ['a:b', 'a_b~c14cddc033f64b9d', 'a/b', 'a_b~4135f2c2948f818a']],
  ])('keeps ids apart that differ in %s', async (_, ids) => {
    await log(ids.map((id) => episodeOf(id)));
    expect(loggedIds()).toEqual([...ids].sort());
    const names = filesOf();
    expect(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size).toBe(ids.length);
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).toMatch(/^episode_hash945603a8_id[^:/\\<>"|?*\p{Cc}]*\.json$/u);
    }
    // Nothing was written beside them.
    expect(readdirSync(base)).toEqual(['episodes']);
  });

  it('keeps any ids apart, also over two runs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'A', ':', '/', '_', '~', '\\') }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.nat(5),
        async (ids, first) => {
          await log(ids.slice(0, first).map((id) => episodeOf(id)));
          await log(ids.map((id) => episodeOf(id)));
          expect(loggedIds()).toEqual([...ids].sort());
          rmSync(folder(), { recursive: true });
        },
      ),
      { numRuns: 30 },
    );
  });

  it('takes a file that cannot be read for none', async () => {
    const name = 'episode_hash945603a8_idt_0.json';
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), name), '{"training_step": 3, "epi');
    await log([episodeOf('t:0')]);
    expect(filesOf()).toEqual([name]);
    expect(read(name).episode_id).toBe('t:0');
  });

  it('adds the batches of a step up in one summary', async () => {
    const logger = new EpisodeLogger(base);
    const of: EpisodeBatch = { step: 5, mode: 'val', epoch: 1 };
    const solved = (id: string) =>
      episodeOf(id, { isCorrect: true, trajectories: [createTrajectory(), createTrajectory()] });
    // Not waited for, one after the other all the same.
    const first = logger.logEpisodes([solved('a'), episodeOf('b')], of);
    const second = logger.logEpisodes([episodeOf('c'), solved('d')], of);
    const train = logger.logEpisodes([episodeOf('e')], { ...of, mode: 'train' });
    const again = logger.logEpisodes([episodeOf('d')], of);
    await Promise.all([first, second, train, again]);
    expect(read('batch_summary.json', 'val_step_5_epoch_1')).toEqual({
      training_step: 5,
      epoch: 1,
      mode: 'val',
      num_episodes: 4,
      episode_files: ['a', 'b', 'c', 'd'].map((id) => `episode_hash945603a8_id${id}.json`),
      summary_stats: {
        total_correct: 1,
        total_incorrect: 3,
        accuracy: 0.25,
        avg_trajectories_per_episode: 0.5,
      },
    });
    expect(read('batch_summary.json', 'train_step_5_epoch_1').num_episodes).toBe(1);
  });

  it('writes nothing for an empty batch', async () => {
    await log([]);
    expect(readdirSync(base)).toEqual([]);
  });

  it('writes the others when one cannot be, and names it', async () => {
    const bad = episodeOf('bad', {
      task: {
        get secret(): string {
          throw new Error('not to be read');
        },
      },
    });
    await expect(log([episodeOf('a'), bad, episodeOf('b')])).rejects.toMatchObject({
      code: 'episode-log',
      message: `1 of 3 episodes were not written to ${folder()}: "bad": not to be read`,
    });
    expect(loggedIds()).toEqual(['a', 'b']);
    expect(read('batch_summary.json').num_episodes).toBe(2);
  });

  it('says when the summary cannot be written, beside what else could not', async () => {
    mkdirSync(join(folder(), 'batch_summary.json'), { recursive: true });
    await expect(log([episodeOf('a')])).rejects.toMatchObject({
      code: 'episode-log',
      message: expect.stringMatching(
        /^the summary was not written to .*"batch_summary.json": EISDIR/,
      ),
    });
    mkdirSync(join(folder(), 'episode_hash945603a8_idb.json'));
    await expect(log([episodeOf('a'), episodeOf('b')])).rejects.toThrow(
      /^1 of 2 episodes were not written to .*"b": EISDIR.*; "batch_summary.json": EISDIR/,
    );
    expect(read('episode_hash945603a8_ida.json').episode_id).toBe('a');
  });

  it('leaves no half of a file when it cannot be put in place', async () => {
    const name = 'episode_hash945603a8_idt.json';
    mkdirSync(join(folder(), name), { recursive: true });
    await expect(log([episodeOf('t')])).rejects.toMatchObject({ code: 'episode-log' });
    expect(readdirSync(folder())).toEqual([name]);
  });

  it('says when its folder cannot be made, and goes on once it can', async () => {
    const logger = new EpisodeLogger(base);
    writeFileSync(join(base, 'episodes'), '');
    await expect(logger.logEpisodes([episodeOf('a')], batch)).rejects.toThrow(/cannot be made: /);
    rmSync(join(base, 'episodes'));
    await logger.logEpisodes([episodeOf('a')], batch);
    expect(loggedIds()).toEqual(['a']);
  });

  it.each<[object, RegExp]>([
    [{ mode: '../x' }, /mode must be 'train' or 'val', got "..\/x"/],
    [{ step: -1 }, /step must be a whole number/],
    [{ step: '1/..' }, /step must be a whole number/],
    [{ epoch: 0.5 }, /epoch must be a whole number/],
  ])('refuses %j', async (wrong, message) => {
    await expect(log([episodeOf('a')], { ...batch, ...wrong })).rejects.toThrow(message);
    expect(readdirSync(base)).toEqual([]);
  });

  it('refuses a folder without a name', () => {
    expect(() => new EpisodeLogger('')).toThrow(/baseDir must be a path, got ""/);
    expect(() => new EpisodeLogger(base, { subdirectory: '' })).toThrow(/subdirectory must be a/);
  });
});
