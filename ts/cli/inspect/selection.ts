import type { RolloutRow } from '../../rollouts/row.ts';

/** Which rollouts a survey is about: whole groups, so that what is said of groups stays true. */
export interface Selection {
  readonly role?: readonly string[];
  readonly task?: readonly string[];
  readonly step?: readonly string[];
}

/** Undefined: all. */
export function toSelect({
  role,
  task,
  step,
}: Selection): ((row: RolloutRow) => boolean) | undefined {
  if (!role && !task && !step) return undefined;
  return (row) =>
    (role === undefined || role.includes(row.role)) &&
    (task === undefined || task.includes(row.group)) &&
    (step === undefined || (row.step !== undefined && step.includes(String(row.step))));
}

/** As on the command line. */
export function selectionText({ role = [], task = [], step = [] }: Selection): string {
  return [
    ...role.map((name) => `--role ${name}`),
    ...task.map((name) => `--task ${name}`),
    ...step.map((name) => `--step ${name}`),
  ].join(' ');
}
