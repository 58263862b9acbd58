import { expect, it } from 'vitest';
import { untilIdle } from '../../ts/cli/until-idle.ts';

it('waits as long as the process works, and not for ever', async () => {
  const asked = async (times: readonly number[]): Promise<number> => {
    let count = 0;
    await untilIdle(() => times[count++] ?? count * 1e6);
    return count;
  };
  expect(await asked([0, 900])).toBe(2);
  expect(await asked([0, 5000, 9000, 9500])).toBe(4);
  expect(await asked([])).toBe(51);
});
