// Files that the frameworks' own code wrote: what is read of them must give the groups, rewards and advantages of the table
// beside them, bit for bit, and the problems listed in table.ts, no more and no less.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { collectRewardAndAdvantageFromTrajectoryGroups } from '../../../ts/advantage/collect.ts';
import {
  detectFormat,
  openRollouts,
  readRollouts,
  toTrajectoryGroups,
} from '../../../ts/rollouts/index.ts';
import type { RolloutProblem } from '../../../ts/rollouts/problem.ts';
import type { RolloutRow } from '../../../ts/rollouts/row.ts';
import { dataDir, describeExternal } from '../../support/external.ts';
import { type Entry, table } from './table.ts';

type JsonNumber = number | string | null;

interface Expected {
  readonly file: string;
  readonly groups: readonly {
    readonly label: string;
    readonly rewards: readonly JsonNumber[];
    readonly grpo: readonly JsonNumber[];
  }[];
}

const folder = join(dataDir(), 'writers');
const expectedFile = join(folder, 'expected.json');
const expected: readonly Expected[] = existsSync(expectedFile)
  ? JSON.parse(readFileSync(expectedFile, 'utf8'))
  : [];

/** One of verifiers' rewards has a score that is null. */
function isMissing(reward: JsonNumber): boolean {
  return reward === null || reward === 'null score';
}

/** A name may stand for several files of a folder: `*.jsonl`. */
function pathsOf(file: string): string[] {
  const path = join(folder, file);
  if (!basename(path).startsWith('*')) return [path];
  const names = readdirSync(dirname(path)).filter((name) => name.endsWith(basename(path).slice(1)));
  return names.sort().map((name) => join(dirname(path), name));
}

/** Reward and advantage of each rollout, group by group; groups in an order that does not depend on the files'. */
type Group = readonly (readonly [reward: JsonNumber, advantage: JsonNumber])[];

function sorted(groups: readonly Group[]): Group[] {
  return [...groups].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

function toJson(value: number): JsonNumber {
  return Number.isFinite(value) ? value : String(value);
}

async function groupsOf(rows: readonly RolloutRow[]): Promise<Group[]> {
  const groups = await toTrajectoryGroups(rows);
  collectRewardAndAdvantageFromTrajectoryGroups(groups, {}, { onWarning: () => {} });
  return groups.map(({ trajectories }) =>
    trajectories.map(({ reward, steps }) => [
      toJson(reward as number),
      toJson(steps[0]?.advantage as number),
    ]),
  );
}

function expectedGroups({ groups }: Expected, except: RegExp | undefined): Group[] {
  return groups
    .filter(({ label }) => !except?.test(label))
    .map(({ rewards, grpo }) =>
      rewards.flatMap((reward, i) =>
        isMissing(reward) ? [] : [[reward, grpo[i] ?? null] as const],
      ),
    );
}

/** Of the same rollouts, read with their content. */
async function rewardsOfEpisodes(
  paths: readonly string[],
  { rewardKey }: Entry,
): Promise<(number | null)[]> {
  const rewards: (number | null)[] = [];
  const episodes = openRollouts(paths, {
    ...(rewardKey !== undefined && { rewardKey }),
    skipUnreadableSources: true,
    onProblem: () => {},
  });
  for await (const { trajectories } of episodes) {
    for (const { reward } of trajectories) rewards.push(reward);
  }
  return rewards;
}

describeExternal('files of real writers', folder, () => {
  it('are all in the table', () => {
    expect(Object.keys(table).sort()).toEqual(expected.map(({ file }) => file).sort());
  });

  for (const one of expected) {
    it(one.file, async () => {
      const entry = table[one.file];
      if (!entry) throw new Error('no entry');
      const rows: RolloutRow[] = [];
      const problems: RolloutProblem[] = [];
      const paths = pathsOf(one.file);
      if (entry.format !== null)
        expect((await detectFormat(paths[0] as string)).format).toBe(entry.format);
      const reader = readRollouts(paths, {
        ...(entry.rewardKey !== undefined && { rewardKey: entry.rewardKey }),
        skipUnreadableSources: true,
        onProblem: (problem) => problems.push(problem),
      });
      for await (const row of reader) rows.push(row);
      const rewards = rows.map(({ reward }) => reward);
      if (entry.byIndex) rows.sort((a, b) => Number(a.rolloutIndex) - Number(b.rolloutIndex));
      const groups = expectedGroups(one, entry.except);
      expect(sorted(await groupsOf(rows))).toEqual(sorted(groups));
      const missing = one.groups.flatMap(({ rewards }) => rewards.filter(isMissing));
      const { counts } = reader;
      expect(counts.problems).toEqual(entry.reported);
      expect([counts.missingRewards, counts.records]).toEqual([
        missing.length,
        counts.rollouts + counts.skipped,
      ]);
      expect(await rewardsOfEpisodes(paths, entry)).toEqual(rewards);
      const lost = problems.filter(({ line, skipped }) => skipped && line !== null);
      expect(lost).toHaveLength(counts.skipped);
    });
  }
});
