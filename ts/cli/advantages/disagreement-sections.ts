import { Cells } from '../inspect/cells.ts';
import { numberText } from '../number-text.ts';
import { cellText } from '../printable.ts';
import type { Result } from '../result.ts';
import type { Section } from '../sections.ts';

/** Where estimators disagree: how often and how much, role by role, and at which rollouts. */
export function disagreementSections(
  { disagreements = [], severalSets = false }: Result,
  forPeople: boolean,
): Section[] {
  const cells = new Cells(forPeople);
  const first = cellText(disagreements[0]?.first ?? '');
  return [
    {
      title: `where others disagree with ${first}`,
      columns: [
        { name: 'estimator' },
        { name: 'role' },
        { name: 'rollouts', right: true },
        { name: 'equal', right: true },
        { name: 'opposite signs', right: true },
        { name: 'zero in one', right: true },
        { name: 'not finite', right: true },
        { name: 'mean difference', right: true },
        { name: 'largest difference', right: true },
        { name: 'correlation', right: true },
      ],
      rows: disagreements.flatMap(({ other, roles }) =>
        roles.map((one) => [
          cellText(other),
          cells.name(one.role),
          `${one.rollouts}`,
          `${one.equal}`,
          `${one.oppositeSigns}`,
          `${one.zeroInOne}`,
          `${one.notFinite}`,
          cells.number(one.meanDifference),
          cells.number(one.largestDifference),
          cells.number(one.correlation),
        ]),
      ),
    },
    {
      title: 'first of each kind, and largest differences',
      columns: [
        { name: 'estimator' },
        { name: 'kind' },
        { name: 'place' },
        ...(severalSets ? [{ name: 'set' }] : []),
        { name: 'group' },
        { name: 'role' },
        { name: 'reward', right: true },
        { name: `advantage/${first}`, right: true },
        { name: 'its advantage', right: true },
      ],
      rows: disagreements.flatMap(({ other, places }) =>
        places.map(({ kind, rollout, first: one, other: another }) => [
          cellText(other),
          kind,
          cells.place(rollout),
          ...(severalSets ? [cells.name(rollout.set ?? '')] : []),
          cells.name(rollout.group),
          cells.name(rollout.role),
          numberText(rollout.reward),
          numberText(one),
          numberText(another),
        ]),
      ),
      whole: true,
    },
  ];
}
