import { show } from '../../errors/show.ts';
import { refuseRecord } from '../fields.ts';
import type { RolloutFormat } from '../format.ts';
import { isPlain, plainDetails, plainFields, readPlain, rewardOf } from './plain-fields.ts';

/** CSV (RFC 4180) with a header: `task_id,name,reward`. An empty cell is a missing value. */
export const plainCsv: RolloutFormat = {
  name: 'csv',
  title: 'plain CSV',
  containers: ['csv'],
  describe: plainFields,
  namedReward: true,
  detect: (header, { rewardKey = 'reward' }) =>
    isPlain(header) && (header.has('reward') || header.has(rewardKey)),
  read: (record, file) => readPlain(record, readCell(rewardOf(record, file), file.rewardKey), file),
  details: plainDetails,
};

const special: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
};

/** A decimal number as it is usually written; nothing that `Number` would guess (hex, blanks, true). */
function readCell(cell: unknown, column = 'reward'): number | null {
  if (cell === null || cell === undefined) return null;
  const text = String(cell).trim();
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  const name = text.toLowerCase();
  if (Object.hasOwn(special, name)) return special[name] as number;
  return refuseRecord('invalid-reward', `${column} must be a number or empty, got ${show(cell)}`);
}
