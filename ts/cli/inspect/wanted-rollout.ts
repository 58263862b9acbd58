import type { RolloutRow } from '../../rollouts/row.ts';

/**
 * The rollouts that a text names: `12` or `12.2` (a line, and which rollout of it), `file:12`, `task:attempt`, a task, or an
 * attempt by itself where that is no number, which would be a line.
 *
 * @example
 * const isWanted = toWanted('fix-login:2');
 * isWanted({ source: 'a.jsonl', line: 9, offset: 0, group: 'fix-login', role: 'solver', reward: 1, rolloutIndex: '2' }); // true
 */
export function toWanted(text: string): (row: RolloutRow) => boolean {
  const isNumber = /^[\d.]+$/.test(text);
  return ({ source, line, item, group, rolloutIndex }) => {
    const place = item === undefined ? `${line}` : `${line}.${item + 1}`;
    return (
      text === place ||
      text === `${line}` ||
      text === `${source}:${place}` ||
      text === `${source}:${line}` ||
      text === group ||
      (rolloutIndex !== null &&
        (text === `${group}:${rolloutIndex}` || (text === rolloutIndex && !isNumber)))
    );
  };
}
