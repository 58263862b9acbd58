import { type FindingPlace, faultKinds } from '../../rollouts/survey/finding.ts';
import { findingText } from '../../rollouts/survey/finding-text.ts';
import type { SignalCounts } from '../../rollouts/survey/survey.ts';
import type { CutCounts, ReportData, ReportFinding } from '../report-data.ts';
import { counted, countText, el, numberText, shareText, table } from './elements.ts';

/** The numbers that one looks for first. */
export function overviewCards(data: ReportData): HTMLElement[] {
  const { rollouts, groups, reward, signal, missing, tokens, chars, endings, files } = data;
  const length = tokens ?? chars;
  const sum = (of: (ending: ReportData['endings'][number]) => number): number =>
    endings.reduce((total, ending) => total + of(ending), 0);
  const truncated = sum((ending) => ending.truncated);
  const failed = sum((ending) => ending.failed);
  const cards: [string, string, string][] = [
    ['rollouts', countText(rollouts), `in ${counted(groups, 'group')}, ${counted(files, 'file')}`],
    [
      'mean reward',
      numberText(reward.mean),
      missing > 0 ? `${counted(missing, 'rollout')} without one` : `std ${numberText(reward.std)}`,
    ],
    [
      'groups with signal',
      shareText(signal.informative, signal.total),
      `${countText(signal.informative)} of ${countText(signal.total)} that compare`,
    ],
    [
      tokens ? 'mean tokens' : 'mean characters',
      length ? numberText(Math.round(length.mean)) : '–',
      length ? `up to ${numberText(length.max)}` : 'the file does not tell',
    ],
    [
      'cut or failed',
      shareText(truncated + failed, rollouts),
      `${countText(truncated)} by a limit, ${countText(failed)} by an error`,
    ],
  ];
  return cards.map(([name, value, note]) =>
    el(
      'div',
      { class: 'card figure' },
      el('dt', {}, name),
      el('dd', { class: 'value' }, value),
      el('dd', { class: 'note' }, note),
    ),
  );
}

/** What the files are, in a sentence. */
export function describeFiles(data: ReportData): string[] {
  const { formats, selection, list, limits, groups, tokens, chars } = data;
  const hasTexts = tokens !== null || chars !== null;
  const named = formats.map(
    ({ title, version, rollouts }) =>
      `${title}${version === null ? '' : `, version ${version}`} (${counted(rollouts, 'rollout')})`,
  );
  const said = [`Read as ${named.join(', ')}.`];
  if (selection !== '') said.push(`Only ${selection}.`);
  if (limits.listedGroups < groups) {
    said.push(
      `${countText(limits.listedGroups)} of ${countText(groups)} groups are listed here (--max-mb ${limits.maxMb}); charts and findings are of all.`,
    );
  }
  if (hasTexts && limits.groupsWithTexts < list.groups.task.length) {
    said.push(
      `Messages of ${countText(limits.groupsWithTexts)} groups are here (--max-mb ${limits.maxMb}).`,
    );
  }
  return said;
}

/** What was cut of texts; empty where nothing was. */
export function describeCuts({ texts, characters, messages }: CutCounts, maxMb: number): string {
  const said = [
    texts > 0 && `${counted(characters, 'character')} of ${counted(texts, 'long text')}`,
    messages > 0 && counted(messages, 'message'),
  ].filter((one) => one !== false);
  return said.length === 0 ? '' : `Left out to keep to --max-mb ${maxMb}: ${said.join(' and ')}.`;
}

const shares: readonly [Exclude<keyof SignalCounts, 'total'>, string, string][] = [
  ['informative', 'informative', 'good'],
  ['tooEasy', 'too easy', 'easy'],
  ['tooHard', 'too hard', 'hard'],
  ['constant', 'constant', 'flat'],
];

/** How much signal each role's groups have, and how large they are. */
export function roleRows({ roles }: ReportData): HTMLElement {
  const lines = roles.map(({ role, rollouts, groups, sizes, reward, signal }) => [
    role,
    rollouts,
    groups,
    sizes
      .map(({ size, groups: count }) => `${count} × ${size}`)
      .slice(0, 4)
      .join(', ') + (sizes.length > 4 ? ', …' : ''),
    reward.mean,
    signalBar(signal),
  ]);
  return table(
    'Roles: groups and their signal',
    ['role', 'rollouts', 'groups', 'groups × size', 'mean reward', 'signal of groups that compare'],
    lines,
  );
}

function signalBar(signal: SignalCounts): HTMLElement {
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  for (const [key, , color] of shares) {
    const part = el('span', { class: color });
    part.style.flexGrow = String(signal[key]);
    if (signal[key] > 0) bar.append(part);
  }
  const said = shares
    .filter(([key]) => signal[key] > 0)
    .map(([key, label]) => `${countText(signal[key])} ${label}`);
  return el('span', { class: 'signal' }, bar, said.join(', ') || 'none');
}

/** Why rollouts ended. */
export function endingRows({ endings, rollouts }: ReportData): HTMLElement {
  return table(
    'Why rollouts ended',
    ['reason', 'rollouts', 'share', 'by a limit', 'by an error', 'mean reward'],
    endings.map((ending) => [
      ending.reason ?? '(not told)',
      ending.rollouts,
      share(ending.rollouts, rollouts),
      ending.truncated,
      ending.failed,
      ending.rewardMean,
    ]),
  );
}

function share(part: number, whole: number): HTMLElement {
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  const [full, empty] = [el('span', { class: 'c1' }), el('span', { class: 'empty' })];
  full.style.flexGrow = String(part);
  empty.style.flexGrow = String(whole - part);
  bar.append(full, empty);
  return el('span', { class: 'signal' }, bar, shareText(part, whole));
}

/** What is wrong or worth a look, each with its first places. */
export function findingItems(
  findings: readonly ReportFinding[],
  link: (rollout: number) => string,
): HTMLElement[] {
  if (findings.length === 0) return [el('li', {}, 'None.')];
  return findings.map(({ kind, unit, count, message, reasons, places }) => {
    const why = Object.entries(reasons ?? {}).map(([name, many]) => `${name} ${countText(many)}`);
    const item = el(
      'li',
      { class: faultKinds.has(kind) ? 'bad' : 'look' },
      el('strong', faultKinds.has(kind) ? { class: 'bad-kind' } : {}, kind),
      ` ${counted(count, unit.replace(/s$/, ''))} ${findingText(message, count)}`,
      why.length > 0 && ` (${why.join(', ')})`,
      '. ',
    );
    for (const place of places) {
      const text = placeText(place);
      const { rollout } = place;
      item.append(
        rollout === undefined
          ? el('span', { class: 'place' }, text)
          : el('a', { class: 'place', href: link(rollout) }, text),
        ' ',
      );
    }
    if (count > places.length) item.append(el('span', { class: 'place' }, '…'));
    return item;
  });
}

function placeText({ source, line, item, group, role, message }: FindingPlace): string {
  const name = source.split('/').at(-1) ?? source;
  const at = line === null ? name : `${name}:${line}${item === undefined ? '' : `:${item}`}`;
  const about = [group, role, message].filter((part) => part !== undefined);
  return about.length === 0 ? at : `${at} · ${about.join(' · ')}`;
}
