import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Warning } from '../../ts/errors/warning.ts';
import { readJsonValues } from '../../ts/rollouts/json-values.ts';
import { FileTracker } from '../../ts/tracking/file-tracker.ts';

let folder: string;
let warnings: Warning[];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'upperhand-file-')), 'run');
  warnings = [];
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

const path = () => join(folder, 'metrics.jsonl');
const text = (name = 'metrics.jsonl') => readFileSync(join(folder, name), 'utf8');
const superseded = () => text('metrics.superseded.jsonl');
const line = (step: number, value = step) => `{"step": ${step}, "data": {"x": ${value}}}\n`;
const at = (step: number) => ({ step, episodes: [], groups: [] });
const open = () => new FileTracker(folder, { onWarning: (warning) => warnings.push(warning) });

/** A run of these steps; the tracker stays open, as after a crash. */
async function run(steps: readonly number[], from?: number, value?: number): Promise<FileTracker> {
  const tracker = open();
  if (from !== undefined) await tracker.resumeFrom(from);
  for (const step of steps) await tracker.log({ x: value ?? step }, at(step));
  return tracker;
}

describe('FileTracker', () => {
  it('has a line in the file after each step', async () => {
    const tracker = open();
    await tracker.log({ 'reward/solver/mean': 0.5, n: 8 }, at(1));
    expect(text()).toBe('{"step": 1, "data": {"reward/solver/mean": 0.5, "n": 8}}\n');
    await tracker.log({}, at(2));
    await tracker.finish();
    expect(text().split('\n')[1]).toBe('{"step": 2, "data": {}}');
    expect(warnings).toEqual([]);
  });

  it('ends without a file where a run that starts anew logged nothing', async () => {
    const tracker = await run([], 0);
    await tracker.finish();
    expect(existsSync(path())).toBe(false);
  });

  it('keeps NaN, infinities, −0 and whatever else comes', async () => {
    const metrics = { nan: NaN, inf: -Infinity, zero: -0, tiny: 1e-7, flag: true, big: 2n ** 60n };
    await open().log(metrics as never, at(1));
    expect(text()).toBe(
      '{"step": 1, "data": {"nan": NaN, "inf": -Infinity, "zero": -0.0, "tiny": 1e-07, "flag": true, "big": 1152921504606846976}}\n',
    );
    const [read] = readJsonValues(text()).values as { data: Record<string, number> }[];
    expect(read?.data).toMatchObject({ nan: NaN, inf: -Infinity, zero: -0 });
  });

  it('adds to what is there', async () => {
    await run([1, 2]);
    await run([3]);
    expect(text()).toBe(line(1) + line(2) + line(3));
  });

  it('goes on from a step: later ones are moved, since what made them is gone', async () => {
    await run([0, 1, 2, 2, 3, 4]);
    await run([3, 4], 2, 7);
    expect(text()).toBe(line(0) + line(1) + line(2) + line(2) + line(3, 7) + line(4, 7));
    expect(superseded()).toBe(line(3) + line(4));
    expect(warnings).toEqual([
      {
        kind: 'tracker-resumed',
        message: `${path()}: moved 2 lines to metrics.superseded.jsonl beside it (of steps after 2, or cut off)`,
      },
    ]);
    await run([4], 3, 8);
    expect(text()).toBe(line(0) + line(1) + line(2) + line(2) + line(3, 7) + line(4, 8));
    expect(superseded()).toBe(line(3) + line(4) + line(4, 7));
  });

  it('goes on from the middle of a step: of its lines as many stay as were written by then', async () => {
    await run([0, 1, 2, 2, 2, 3]);
    const tracker = open();
    await tracker.resumeFrom(2, 1);
    await tracker.log({ x: 7 }, at(2));
    expect(text()).toBe(line(0) + line(1) + line(2) + line(2, 7));
    expect(superseded()).toBe(line(2) + line(2) + line(3));
    await open().resumeFrom(2, 2);
    expect(text()).toBe(line(0) + line(1) + line(2) + line(2, 7));
  });

  it('tells how many lines of a step there are, and changes nothing', async () => {
    expect(await open().loggedBefore(2)).toBe(0);
    await run([0, 1, 2, 2, 20]);
    appendFileSync(path(), '{"step": 2, "da');
    const before = text();
    expect(await open().loggedBefore(2)).toBe(2);
    expect(await open().loggedBefore(3)).toBe(0);
    expect(text()).toBe(before);
  });

  it('starts anew: all lines of an earlier run are moved', async () => {
    await run([0, 1]);
    await run([0], 0, 7);
    expect(text()).toBe(line(0, 7));
    expect(superseded()).toBe(line(0) + line(1));
    expect(warnings[0]?.message).toMatch(/moved 2 lines .*of an earlier run/);
  });

  it('says nothing when there is nothing to move', async () => {
    await run([1], 0);
    await run([2], 1);
    expect(text()).toBe(line(1) + line(2));
    expect(existsSync(join(folder, 'metrics.superseded.jsonl'))).toBe(false);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['torn', '{"step": 2, "da', line(1) + line(3), '{"step": 2, "da\n'],
    ['without its line end', line(2).trim(), line(1) + line(2) + line(3), ''],
    [
      'torn in a character',
      '{"step": 2, "data": {"\ufffd',
      line(1) + line(3),
      '{"step": 2, "data": {"\ufffd\n',
    ],
  ])('repairs a last line that is %s', async (_, last, expected, aside) => {
    await run([1]);
    appendFileSync(path(), last);
    await run([3]);
    expect(text()).toBe(expected);
    expect(aside === '' ? warnings : superseded()).toEqual(aside === '' ? [] : aside);
    if (aside !== '') expect(warnings[0]?.message).toMatch(/moved 1 line .*\(cut off\)$/);
  });

  it('leaves lines alone that are not its own', async () => {
    await run([1]);
    appendFileSync(path(), '# mine\n\n{"note": 1}\n');
    await run([1], 0, 7);
    expect(text()).toBe(`# mine\n\n{"note": 1}\n${line(1, 7)}`);
  });

  it('goes on in a sound file after a failure', async () => {
    const tracker = open();
    writeFileSync(folder, 'in the way');
    await expect(tracker.log({ x: 1 }, at(1))).rejects.toThrow();
    rmSync(folder);
    await tracker.log({ x: 2 }, at(2));
    expect(text()).toBe(line(2));
  });

  it('loses no line when nobody waits, also while it repairs the file', async () => {
    await run([1]);
    appendFileSync(path(), '{"st');
    const tracker = open();
    await Promise.all([2, 3, 4, 5].map((step) => tracker.log({ x: step }, at(step))));
    expect(text()).toBe([1, 2, 3, 4, 5].map((step) => line(step)).join(''));
    expect(superseded()).toBe('{"st\n');
  });

  it.each([Number.NaN, -1, 1.5, undefined, '1'])('refuses the step %s', async (step) => {
    const tracker = await run([1]);
    const message = /step must be a whole number, 0 or more/;
    await expect(tracker.log({}, at(step as number))).rejects.toThrow(message);
    await expect(tracker.resumeFrom(step as number)).rejects.toThrow(message);
    expect(text()).toBe(line(1));
  });

  it('refuses a folder without a name', () => {
    expect(() => new FileTracker('')).toThrow(/folder must be a path, got ""/);
  });

  it('moves the lines of later steps when it can, if it could not at first', async () => {
    await run([1, 2, 3]);
    const inTheWay = join(folder, 'metrics.superseded.jsonl');
    mkdirSync(inTheWay);
    const tracker = open();
    await expect(tracker.resumeFrom(1)).rejects.toThrow();
    await expect(tracker.log({ x: 7 }, at(2))).rejects.toThrow();
    expect(text()).toBe(line(1) + line(2) + line(3));
    rmSync(inTheWay, { recursive: true });
    await tracker.log({ x: 8 }, at(3));
    expect(text()).toBe(line(1) + line(3, 8));
    expect(superseded()).toBe(line(2) + line(3));
  });

  it('can be finished without a step, and twice', async () => {
    const tracker = open();
    await tracker.finish();
    await tracker.finish();
    expect(existsSync(folder)).toBe(false);
  });
});
