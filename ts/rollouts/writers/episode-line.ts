import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { pythonJson } from '../../tracking/python-json.ts';
import { checkCount, checkText } from '../../types/check.ts';
import { createEpisode, type Episode } from '../../types/episode.ts';
import { createStep } from '../../types/step.ts';
import { createTrajectory } from '../../types/trajectory.ts';
import { FORMAT_VERSION, LEFT_OUT, type LineFields, VERSION_FIELD } from './line-fields.ts';

/**
 * An episode as a line of this package's own format, with its line end: an object of `upperhand`, which is the version of the
 * format, of `step` and `split` where they are told, and of the fields of the episode, its trajectories and their steps under
 * the names that they have in code, but for those that hold what they hold by default. `openRollouts` gives the very same
 * episode back, with `step` and `split`.
 *
 * Numbers keep all their bits: NaN and infinities stand bare, as Python writes and reads them, and −0 is `-0.0`. What JSON
 * has no word for is written as what it holds (a Map as its entries, a Date as its text), and read back as that.
 *
 * @param fields - before what the episode tells of them
 * @throws UpperhandError `invalid-argument` for what is no episode, as one whose log probabilities are not as many as its
 *   response tokens, or is nested too deeply; and for an option that there is not
 * @example
 * const episode = createEpisode({ id: 'sum:0', trajectories: [createTrajectory({ uid: 'u', reward: -0 })] });
 * episodeLine(episode, { step: 3 }).startsWith('{"upperhand":1,"step":3,"id":"sum:0",'); // true
 */
export function episodeLine(episode: Episode & LineFields, fields: LineFields = {}): string {
  checkOptions(fields, { step: true, split: true });
  const line = { ...episode, ...fields };
  const { step, split, ...rest } = line;
  if (typeof step === 'number') checkCount('step', step);
  else if (step !== undefined) checkText('step', step);
  if (split !== undefined) checkText('split', split);
  checkEpisode(rest);
  return lineOf(line);
}

/** {@link episodeLine} of what is known to be an episode, as one that was read. */
export function lineOf(episode: Episode & LineFields): string {
  const { step, split, ...rest } = episode;
  try {
    const fields = pythonJson(
      { step, split, ...lean(rest) },
      { ensureAscii: false, compact: true },
    );
    return `{"${VERSION_FIELD}":${FORMAT_VERSION},${fields.slice(1)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse('Episode', 'nested less deeply', episode.id);
  }
}

/** What cannot be read again is not written. */
function checkEpisode(episode: Episode): void {
  const { trajectories } = createEpisode(episode);
  for (const [i, trajectory] of trajectories.entries()) {
    try {
      for (const step of createTrajectory(trajectory).steps) createStep(step);
    } catch (error) {
      if (!(error instanceof UpperhandError)) throw error;
      const place = `episode ${JSON.stringify(episode.id)}, trajectory ${i}`;
      throw new UpperhandError('invalid-argument', `${place}: ${error.message}`, { cause: error });
    }
  }
}

/** Without what reading makes again. */
function lean(episode: Episode): object {
  const trajectories = episode.trajectories.map((trajectory) => ({
    ...without(LEFT_OUT.trajectory, trajectory),
    steps: trajectory.steps.map((step) => without(LEFT_OUT.step, step)),
  }));
  return { ...without(LEFT_OUT.episode, episode), trajectories };
}

function without<T extends object>(defaults: Partial<T>, value: T): Partial<T> {
  const kept: Partial<T> = {};
  for (const key of Object.keys(value) as (keyof T)[]) {
    if (!(Object.hasOwn(defaults, key) && isSame(value[key], defaults[key])))
      kept[key] = value[key];
  }
  return kept;
}

/** Whether both are the same text or number, or a default that is an array or object and another that holds nothing either. */
function isSame(value: unknown, byDefault: unknown): boolean {
  if (typeof byDefault !== 'object' || byDefault === null) return Object.is(value, byDefault);
  if (Array.isArray(byDefault)) return Array.isArray(value) && value.length === 0;
  if (typeof value !== 'object' || value === null) return false;
  // A Map may hold something.
  return Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0;
}
