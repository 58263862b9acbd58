// Rollout files of real writers, as the commands show them.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dataDir, describeExternal } from '../support/external.ts';
import { run } from './run.ts';

const folder = dataDir();

/** Every file and folder there, but for what is no rollout file by its name. */
function placesIn(part: string): string[] {
  const place = join(folder, part);
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !/^LICENSE|\.md$|^expected\.json$/.test(name))
    .map(({ name }) => join(part, name));
}

describeExternal('inspect of real files', folder, () => {
  const places = ['nemo-gym', 'verifiers', 'agent-lightning', 'writers'].flatMap(placesIn);

  it.each(places)('%s: all that was read is accounted for', async (place) => {
    const { code, out, err } = await run(['inspect', join(folder, place), '--content', '--json']);
    const { counts, rollouts, findings, roles, endings, contentChecked } = JSON.parse(out);
    expect(counts.records).toBe(counts.rollouts + counts.skipped);
    expect(rollouts).toBe(counts.rollouts);
    const sum = (parts: readonly { rollouts: number }[]) =>
      parts.reduce((all, part) => all + part.rollouts, 0);
    expect([sum(roles), sum(endings)]).toEqual([rollouts, rollouts]);
    const missing = findings.find(({ kind }: { kind: string }) => kind === 'missing')?.count ?? 0;
    expect(missing).toBe(counts.missingRewards);
    const lost = counts.skipped - counts.doubles + counts.refusedFiles;
    expect(code).toBe(rollouts === 0 ? 1 : lost > 0 ? 3 : 0);
    expect(err === '').toBe(code === 0);
    expect(contentChecked).toBe(true);
  });

  it.each(places)('%s: the first rollout can be shown', async (place) => {
    const path = join(folder, place);
    const whole = await run(['inspect', path, '--json']);
    const { rollouts } = JSON.parse(whole.out);
    const { code, out } = await run(['inspect', path, '--show', '1']);
    if (rollouts === 0) expect([code, out]).toEqual([1, '']);
    else {
      const shown = expect.stringMatching(/\nstep 1 of |\n {2}place /);
      expect([code, out]).toEqual([whole.code, shown]);
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would obey
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it('the two steps of prime-rl are compared, task by task', async () => {
    const args = ['compare', join(folder, 'verifiers/prime_rl_run'), '--steps', '0,1', '--json'];
    const { code, out } = await run(args);
    const { roles } = JSON.parse(out);
    expect(code).toBe(0);
    expect(roles).toMatchObject([
      {
        tasks: {
          wins: 2,
          losses: 0,
          changes: [
            { task: '0', a: 0.5, b: 1, change: 0.5 },
            { task: '1', a: 0.5, b: 0.75, change: 0.25 },
          ],
        },
      },
    ]);
  });
});
