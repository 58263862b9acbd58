import { expect, it } from 'vitest';
import { dataDir, oracleDir } from './external.ts';

it('finds the outside folders through the environment, else beside the project', () => {
  const { UPPERHAND_ORACLE, UPPERHAND_DATA } = process.env;
  try {
    process.env.UPPERHAND_ORACLE = '/somewhere/oracle';
    process.env.UPPERHAND_DATA = '';
    expect(oracleDir()).toBe('/somewhere/oracle');
    expect(dataDir()).toMatch(/[\\/]shared[\\/]data$/);
  } finally {
    process.env.UPPERHAND_ORACLE = UPPERHAND_ORACLE ?? '';
    process.env.UPPERHAND_DATA = UPPERHAND_DATA ?? '';
  }
});
