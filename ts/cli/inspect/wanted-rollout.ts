import type { RolloutRow } from '../../rollouts/row.ts';

type Choice = (row: RolloutRow) => boolean;

/**
 * The rollouts that a text names: `12` or `12.2` (a line, and which rollout of it), `file:12`, `task:attempt`, a task, or an
 * attempt by itself where that is no number, which would be a line.
 *
 * @returns what tells them; and what tells those that it names where there are none of these: of lines of which the path ends so
 * @example
 * const [isWanted, isNext] = toWanted('a.jsonl:9');
 * const row = { source: 'run/a.jsonl', line: 9, offset: 0, group: 'fix', role: 'solver', reward: 1, rolloutIndex: '2' };
 * [isWanted(row), isNext(row)]; // [false, true]
 */
export function toWanted(text: string): readonly [isWanted: Choice, isNext: Choice] {
  const isNumber = /^[\d.]+$/.test(text);
  const isWanted: Choice = (row) => {
    const { line, group, rolloutIndex } = row;
    return (
      text === placeIn(row) ||
      text === `${line}` ||
      placesOf(row).includes(text) ||
      text === group ||
      (rolloutIndex !== null &&
        (text === `${group}:${rolloutIndex}` || (text === rolloutIndex && !isNumber)))
    );
  };
  const end = slashed(text.replace(/^(\.[/\\])+/, ''));
  const isNext: Choice = (row) => placesOf(row).some((place) => slashed(place).endsWith(end));
  return [isWanted, isNext];
}

/** Says that the path in a text is the end of several. Undefined where it is that of one. */
export function severalFiles(text: string, sources: ReadonlySet<string>): string | undefined {
  if (sources.size < 2) return undefined;
  const [a, b, ...others] = sources;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `"${text}" may be of ${a}, of ${b}${more}; give more of the path`;
}

/** How a line of a file is named, by one that there is. */
export function howToName({ source, line }: RolloutRow): string {
  return `FILE is a path or the end of one, as in ${source}:${line}`;
}

/** So that the end of a path begins with a name. */
function slashed(path: string): string {
  return `/${path.replaceAll('\\', '/')}`;
}

function placeIn({ line, item }: RolloutRow): string {
  return item === undefined ? `${line}` : `${line}.${item + 1}`;
}

function placesOf(row: RolloutRow): readonly string[] {
  return [`${row.source}:${placeIn(row)}`, `${row.source}:${row.line}`];
}
