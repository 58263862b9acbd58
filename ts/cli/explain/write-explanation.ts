import { Cells, counted } from '../inspect/cells.ts';
import type { Io } from '../io.ts';
import { cellText, toJsonLines } from '../printable.ts';
import { type Section, writeSections } from '../sections.ts';
import { StreamSink } from '../sink.ts';
import { styleFor } from '../style.ts';
import type { Explanation, OtherAdvantage } from './explanation.ts';
import type { ScoredPool } from './scored-pool.ts';

/** Writes an explanation to stdout: the group, the formula with the numbers in it, and what others would give. */
export async function writeExplanation(
  explanation: Explanation,
  pool: ScoredPool,
  json: boolean,
  io: Io,
): Promise<void> {
  const sink = new StreamSink(io.stdout);
  if (json) sink.write(`${toJsonLines(told(explanation, pool))}\n`);
  else {
    const forPeople = io.stdout.isTTY === true;
    const cells = new Cells(forPeople);
    const sections = [
      formulaSection(explanation, pool, forPeople),
      groupSection(explanation, cells),
      othersSection(explanation.others, cells),
    ];
    await writeSections(sections, sink, { forPeople, style: styleFor(io.stdout, io.env) });
    if (forPeople) for (const note of notesOn(explanation.others)) sink.write(`\n${note}\n`);
  }
  await sink.finish();
}

function notesOn(others: readonly OtherAdvantage[]): string[] {
  const refused = others.filter(({ advantage }) => advantage === null);
  const hasMeans = others.some(({ advantage, meanOfTokens }) => meanOfTokens && advantage !== null);
  return [
    ...(hasMeans
      ? ['Of estimators that give each token a number of its own it is the mean over the tokens.']
      : []),
    ...(refused.length > 0
      ? [
          `${counted(refused.length, 'estimators')} cannot be computed of this file; --json says why.`,
        ]
      : []),
  ];
}

function formulaSection(explanation: Explanation, pool: ScoredPool, forPeople: boolean): Section {
  const { estimator, formula, groupMean, groupStd, members, groupOfOne } = explanation;
  const { unscored, rewards, role, rows, place } = pool;
  const group = `${cellText(rows[place]?.group ?? '')}: ${counted(members.length, 'rollouts')} with a reward${unscored > 0 ? `, ${unscored} without` : ''}, mean ${six(groupMean)}, std ${six(groupStd)}`;
  return {
    title: `Why ${cellText(estimator)} gives it ${six(explanation.advantage)}`,
    columns: [{ name: forPeople ? '' : 'field' }, { name: forPeople ? '' : 'value' }],
    rows: [
      // People read it in the title.
      ...(forPeople ? [] : [['estimator', cellText(estimator)]]),
      ['formula', formula],
      ['its group', group],
      [
        'its pool',
        `role ${cellText(role)}: ${counted(rewards.numTrajectories, 'rollouts')} in ${counted(rewards.numGroups, 'groups')}`,
      ],
      ['with its numbers', withNumbers(explanation)],
      ...(groupOfOne === null ? [] : [['a group of one gets', groupOfOne]]),
    ],
    whole: true,
  };
}

/** The formula with the numbers in it: `(1 − 0.5) / 0.500001 = 0.999998`. */
export function withNumbers({ reward, baseline, divisor, scaled, advantage }: Explanation): string {
  // What is 0 whatever it is divided by does not tell by what.
  const isDivided = divisor !== 1 && !(Number.isNaN(divisor) && scaled === 0);
  const residual = `${six(reward)} − ${baseline < 0 ? `(${six(baseline)})` : six(baseline)}`;
  const quotient = isDivided ? `(${residual}) / ${six(divisor)}` : residual;
  const after = Object.is(scaled, advantage) ? '' : `, then ${six(advantage)}`;
  return `${quotient} = ${six(scaled)}${after}`;
}

function groupSection({ members }: Explanation, cells: Cells): Section {
  return {
    title: 'Its group',
    columns: [
      { name: cells.forPeople ? '' : 'explained' },
      { name: 'rollout' },
      { name: 'reward', right: true },
      { name: 'advantage', right: true },
    ],
    rows: members.map(({ row, advantage, isIt }) => [
      isIt ? '→' : '',
      cells.place(row),
      cells.reward(row.reward),
      cells.forPeople ? six(advantage) : String(advantage),
    ]),
    whole: true,
  };
}

function othersSection(others: readonly OtherAdvantage[], cells: Cells): Section {
  return {
    title: 'What other estimators would give',
    columns: [
      { name: 'estimator' },
      { name: 'advantage', right: true },
      { name: 'refused', only: 'programs' },
    ],
    rows: others
      .filter(({ advantage }) => advantage !== null || !cells.forPeople)
      .map(({ estimator, advantage, refused }) => [
        cellText(estimator),
        advantage === null ? '' : cells.forPeople ? six(advantage) : String(advantage),
        cellText(refused ?? ''),
      ]),
    whole: true,
  };
}

/** Six digits after the point show an epsilon; a whole number needs none. */
function six(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  return value !== 0 && Math.abs(value) < 1e-3
    ? value.toPrecision(7)
    : String(Number(value.toFixed(6)));
}

/** What is written as JSON. */
function told({ members, ...rest }: Explanation, { role, unscored, rows, place }: ScoredPool) {
  const placeOf = ({ source, line, item }: (typeof rows)[number]) => ({
    source,
    line,
    ...(item !== undefined && { item: item + 1 }),
  });
  const row = rows[place] as (typeof rows)[number];
  return {
    rollout: { ...placeOf(row), group: row.group, role },
    ...rest,
    unscored,
    members: members.map(({ row: member, advantage, isIt }) => ({
      ...placeOf(member),
      reward: member.reward,
      advantage,
      ...(isIt && { explained: true }),
    })),
  };
}
