import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCases } from '../parity/frameworks/records.ts';
import { describeExternal, oracleDir } from '../support/external.ts';
import { agentLightning } from './frameworks/agent-lightning.ts';
import { areal } from './frameworks/areal.ts';
import { art } from './frameworks/art.ts';
import { easyr1 } from './frameworks/easyr1.ts';
import { nemoRl } from './frameworks/nemo-rl.ts';
import { oat } from './frameworks/oat.ts';
import { openInstruct } from './frameworks/open-instruct.ts';
import { openrlhf } from './frameworks/openrlhf.ts';
import outcomes from './frameworks/outcomes.json' with { type: 'json' };
import { primeRl } from './frameworks/prime-rl.ts';
import { check, type Framework } from './frameworks/replay.ts';
import { roll } from './frameworks/roll.ts';
import { skyrl } from './frameworks/skyrl.ts';
import { slime } from './frameworks/slime.ts';
import { trl } from './frameworks/trl.ts';
import { tunix } from './frameworks/tunix.ts';
import { verl } from './frameworks/verl.ts';

const frameworks: readonly Framework[] = [
  agentLightning,
  areal,
  art,
  easyr1,
  nemoRl,
  oat,
  openInstruct,
  openrlhf,
  primeRl,
  roll,
  skyrl,
  slime,
  trl,
  tunix,
  verl,
];

/** How many records of a function had which outcome; see `check` for what they mean. */
type Tally = Readonly<Record<string, number>>;
type Tallies = Readonly<Record<string, Readonly<Record<string, Tally>>>>;

const sum = (counts: readonly number[]): number => counts.reduce((total, n) => total + n, 0);

function replays(dir: string, expected: Tallies): void {
  const functions = frameworks.flatMap((framework) =>
    Object.keys(framework.functions).map((name) => {
      const tally = expected[framework.file]?.[name] ?? {};
      const title = `${framework.file}, ${name}: ${tally.same} of ${sum(Object.values(tally))} records give its numbers`;
      return [title, framework, name, tally] as const;
    }),
  );

  it.each(functions)('%s', (_, framework, name, tally) => {
    const found: Record<string, number> = {};
    for (const record of readCases(dir, framework.file, [name])) {
      const outcome = check(framework, record);
      found[outcome] = (found[outcome] ?? 0) + 1;
    }
    expect(found).toEqual(tally);
  });
}

const met = (tallies: Tallies): number =>
  sum(Object.values(tallies).flatMap((of) => Object.values(of).map(({ same = 0 }) => same)));

describe('what the functions of frameworks gave, a part', () => {
  replays(join(import.meta.dirname, 'golden'), outcomes.committed);

  it('is 758 records that are met', () => {
    expect(met(outcomes.committed)).toBe(758);
  });
});

const outside = join(oracleDir(), 'frameworks/golden');

describeExternal('what the functions of frameworks gave, all of it', outside, () => {
  replays(outside, outcomes.all);

  it('is 2802 records that are met', () => {
    expect(met(outcomes.all)).toBe(2802);
  });
});
