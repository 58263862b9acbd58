// A run that was cut off goes on as if nothing had been.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finalHash, type Mode, openCheckpoint, smallRun } from './small-run.ts';

const work = mkdtempSync(join(tmpdir(), 'upperhand-checkpoints-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe.each<Mode>(['none', 'episode'])('rejection mode %s', (mode) => {
  const whole = join(work, `${mode}-whole`);
  beforeAll(async () => {
    const { result } = await smallRun(whole, mode);
    expect(result).toMatchObject({
      steps: 9,
      stopReason: 'epochs',
      resumedFrom: null,
      checkpoint: `${whole}/global_step_9`,
    });
  });

  it('gives the same twice', async () => {
    const twin = join(work, `${mode}-twin`);
    await smallRun(twin, mode);
    expect(finalHash(twin, mode)).toBe(finalHash(whole, mode));
  });

  it('goes on from each step to the same end', async () => {
    for (let stop = 1; stop <= 9; stop++) {
      const folder = join(work, `${mode}-stop-${stop}`);
      const controller = new AbortController();
      const { result } = await smallRun(folder, mode, {
        signal: controller.signal,
        onProgress: (event) => {
          if (event.type === 'step' && event.step === stop) controller.abort();
        },
      });
      expect(result).toMatchObject({
        stopReason: 'aborted',
        checkpoint: `${folder}/global_step_${stop}`,
      });
      const more = await smallRun(folder, mode);
      expect(more.result).toMatchObject({ steps: 9 - stop, resumedFrom: stop });
      expect(more.warnings.map(({ kind }) => kind)).toContain('run-resumed');
      // That one differs: the whole run has none there, or has validated by then.
      const hash = finalHash(folder, mode, stop);
      expect([stop, hash]).toEqual([stop, finalHash(whole, mode, stop)]);
    }
  });

  it('does nothing more when it is done, and leaves the same', async () => {
    const before = finalHash(whole, mode);
    const metrics = readFileSync(join(whole, 'metrics.jsonl'));
    const { result, warnings } = await smallRun(whole, mode);
    expect(result).toMatchObject({ steps: 0, stopReason: 'epochs', resumedFrom: 9 });
    expect(warnings).toContainEqual({
      kind: 'nothing-to-train',
      message: expect.stringMatching(
        /^nothing was trained: step 9 was the last one; trainer: \{ resumeMode: 'disable' \} starts anew$/,
      ),
    });
    expect(finalHash(whole, mode)).toBe(before);
    // Not validated again: nothing is written, and nothing moved.
    expect(result.valMetrics).toBeNull();
    expect(warnings.map(({ kind }) => kind)).not.toContain('tracker-resumed');
    expect(readFileSync(join(whole, 'metrics.jsonl'))).toEqual(metrics);
  });

  it('makes up for a last validation that it died in', async () => {
    const path = join(whole, 'metrics.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, -2).join('\n')}\n`);
    const { result } = await smallRun(whole, mode);
    expect(result.valMetrics).not.toBeNull();
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(lines.length);
  });
});

it('holds groups back over the end of a run', async () => {
  const held = [2, 4, 6, 8].map((step) => {
    const { rejection } = openCheckpoint(join(work, 'episode-whole'), step);
    const { accumulatedGroups, accumulatedEpisodes } = rejection;
    const [first] = accumulatedGroups;
    const owner = accumulatedEpisodes.flatMap(({ trajectories }) => trajectories);
    if (first) expect(owner).toContain(first.trajectories[0]);
    return accumulatedGroups.length;
  });
  expect(Math.max(...held)).toBeGreaterThan(0);
});
