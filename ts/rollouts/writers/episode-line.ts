import { checkOptions } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { pythonJson } from '../../tracking/python-json.ts';
import { checkCount, checkText } from '../../types/check.ts';
import { createEpisode, type Episode } from '../../types/episode.ts';
import { createStep } from '../../types/step.ts';
import { createTrajectory } from '../../types/trajectory.ts';
import { FORMAT_VERSION, type LineFields, VERSION_FIELD } from './line-fields.ts';

/**
 * An episode as a line of this package's own format, with its line end: an object of `upperhand`, which is the version of the
 * format, of `step` and `split` where they are told, and of all fields of the episode, its trajectories and their steps under
 * the names that they have in code. `openRollouts` gives the very same episode back, with `step` and `split`.
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
  const { step, split, ...rest } = { ...episode, ...fields };
  if (typeof step === 'number') checkCount('step', step);
  else if (step !== undefined) checkText('step', step);
  if (split !== undefined) checkText('split', split);
  const line = { [VERSION_FIELD]: FORMAT_VERSION, step, split, ...checkedEpisode(rest) };
  try {
    return `${pythonJson(line, { ensureAscii: false, compact: true })}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refuse('Episode', 'nested less deeply', episode.id);
  }
}

/** What cannot be read again is not written. */
function checkedEpisode(episode: Episode): Episode {
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
  return episode;
}
