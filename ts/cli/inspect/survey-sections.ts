import type { Distribution } from '../../rollouts/survey/distribution.ts';
import type { RoleSurvey, RolloutSurvey } from '../../rollouts/survey/survey.ts';
import { bar } from '../demo/sparkline.ts';
import { cellText } from '../printable.ts';
import type { Section, SectionColumn } from '../sections.ts';
import { type Cells, counted } from './cells.ts';

const BAR = 24;
/** So many roles have a histogram of their own for people. */
const MOST_ROLES = 6;

const text = (name: string): SectionColumn => ({ name });
const right = (name: string): SectionColumn => ({ name, right: true });

/** What files hold, as tables. */
export function surveySections(title: string, survey: RolloutSurvey, cells: Cells): Section[] {
  return [
    overview(title, survey, cells),
    roleSection(survey.roles, cells),
    partSection(survey, cells),
    numberSection(survey, cells),
    ...histograms(survey, cells),
    endingSection(survey, cells),
  ];
}

function overview(title: string, survey: RolloutSurvey, { forPeople }: Cells): Section {
  const { counts, formats, rollouts, groups, roles, files } = survey;
  const named = formats.map(({ format, version, title: what, rollouts: share }) => {
    const name = `${format}${version === null ? '' : ` ${version}`} (${what})`;
    return formats.length > 1 ? `${name}: ${counted(share, 'rollouts')}` : name;
  });
  const selected = rollouts < counts.rollouts ? `${rollouts} of ${counts.rollouts}` : `${rollouts}`;
  const rows: [string, string][] = [
    ['format', named.join(', ')],
    ['files', `${files}`],
    ['records', `${counts.records}`],
    ['skipped', `${counts.skipped}`],
    ['side files', `${counts.sideFiles}`],
    ['rollouts', selected],
    ['groups', `${groups}`],
    ['roles', `${roles.length}`],
    stepsRow(survey),
  ];
  // People need not be told that there is nothing.
  const told = rows.filter(([, value]) => value !== '' && !(forPeople && value === '0'));
  return {
    title,
    columns: [text(forPeople ? '' : 'field'), text(forPeople ? '' : 'value')],
    rows: told.map(([name, value]) => [name, cellText(value)]),
  };
}

/** One is no count of them. */
function stepsRow({ parts }: RolloutSurvey): [string, string] {
  // Some files write steps as text: "10" and 10 are one.
  const steps = [...new Set(parts.flatMap(({ step }) => (step === null ? [] : [`${step}`])))];
  if (steps.length < 2) return ['step', steps.join('')];
  const numbers = steps.map(Number).sort((a, b) => a - b);
  const ordered = numbers.every(Number.isFinite) ? numbers : steps;
  return ['steps', `${steps.length}, from ${ordered[0]} to ${ordered.at(-1)}`];
}

function roleSection(roles: readonly RoleSurvey[], cells: Cells): Section {
  const rows = roles.map(({ role, rollouts, groups, sizes, signal }) => [
    cells.name(role),
    `${rollouts}`,
    `${groups}`,
    sizesText(sizes),
    `${signal.informative}`,
    `${signal.tooEasy}`,
    `${signal.tooHard}`,
    `${signal.constant}`,
    cells.share(signal.informative, signal.total),
  ]);
  const columns = [
    text('role'),
    right('rollouts'),
    right('groups'),
    text('sizes'),
    right('informative'),
    right('too easy'),
    right('too hard'),
    right('constant'),
    right('effective'),
  ];
  return { title: 'roles', columns, rows };
}

/** `4, 2 × 8`: one group of four, two of eight. */
function sizesText(sizes: RoleSurvey['sizes']): string {
  const [first] = sizes;
  if (sizes.length === 1 && first) return `${first.size}`;
  if (sizes.length > 4) return `${first?.size} to ${sizes.at(-1)?.size}`;
  return sizes
    .map(({ size, groups }) => (groups === 1 ? `${size}` : `${groups} × ${size}`))
    .join(', ');
}

function partSection({ parts }: RolloutSurvey, cells: Cells): Section {
  const rows = parts.map((part) => [
    cells.name(part.set),
    `${part.rollouts}`,
    `${part.groups}`,
    cells.number(part.rewardMean),
    cells.share(part.signal.informative, part.signal.total),
    cells.number(part.tokensMean),
  ]);
  const columns = [
    text('step'),
    right('rollouts'),
    right('groups'),
    right('reward'),
    right('effective'),
    right('tokens'),
  ];
  return { title: 'steps', columns, rows };
}

function numberSection(survey: RolloutSurvey, cells: Cells): Section {
  const { roles, tokens, chars, age, weightVersion } = survey;
  const named: [string, Distribution | null][] = [
    ...roles.map(({ role, reward }): [string, Distribution] => [rewardOf(role, roles), reward]),
    ['tokens', tokens],
    ['characters', chars],
    ['age', age],
    ['weight version', weightVersion],
  ];
  const rows = named.flatMap(([name, numbers]) =>
    numbers && numbers.count > 0
      ? [
          [
            cells.name(name),
            `${numbers.count}`,
            ...statistics.map((key) => cells.number(numbers[key])),
          ],
        ]
      : [],
  );
  const columns = [text('number'), right('count'), ...statistics.map(right)];
  return { title: 'numbers', columns, rows };
}

const statistics = ['mean', 'std', 'min', 'p10', 'p50', 'p90', 'max'] as const;

function rewardOf(role: string, roles: readonly RoleSurvey[]): string {
  return roles.length === 1 ? 'reward' : `reward of ${role}`;
}

function histograms({ roles, tokens, chars }: RolloutSurvey, cells: Cells): Section[] {
  const shown = cells.forPeople ? roles.slice(0, MOST_ROLES) : roles;
  return [
    ...shown.map(({ role, reward }) => histogram(rewardOf(role, roles), reward, cells)),
    histogram('tokens', tokens, cells),
    histogram('characters', chars, cells),
  ];
}

/** Of one value alone there is nothing to see. */
function histogram(title: string, numbers: Distribution | null, cells: Cells): Section {
  const bins = numbers && numbers.bins.length > 1 ? numbers.bins : [];
  const most = Math.max(...bins.map(({ count }) => count));
  const rows = bins.map(({ from, to, count }) => [
    cells.name(title),
    cells.number(from),
    cells.number(to),
    from === to ? cells.number(from) : `${cells.number(from)} …`,
    bar(count / most, BAR).replaceAll('░', ' '),
    `${count}`,
  ]);
  const columns: SectionColumn[] = [
    { name: 'histogram', only: 'programs' },
    { name: 'from', only: 'programs' },
    { name: 'to', only: 'programs' },
    { name: '', right: true, only: 'people' },
    { name: '', only: 'people' },
    { name: cells.forPeople ? '' : 'count', right: true },
  ];
  return { title: cellText(title), columns, rows };
}

/** Only where files say how rollouts ended. */
function endingSection({ endings }: RolloutSurvey, cells: Cells): Section {
  const isTold = endings.some(
    ({ reason, truncated, failed }) => reason !== null || truncated + failed > 0,
  );
  const rows = endings.map(({ reason, rollouts, truncated, failed, rewardMean }) => [
    reason === null ? (cells.forPeople ? '(not said)' : '') : cells.name(reason),
    `${rollouts}`,
    `${truncated}`,
    `${failed}`,
    cells.number(rewardMean),
  ]);
  const columns = [
    text('ended'),
    right('rollouts'),
    right('truncated'),
    right('failed'),
    right('reward'),
  ];
  return { title: 'how they ended', columns, rows: isTold ? rows : [] };
}
