import { LocalBackend } from 'upperhand/local';
import { InMemoryStore, UnifiedTrainer } from 'upperhand/trainer';
import { beforeAll, describe, expect, it } from 'vitest';
import { LAKE, MOVES, moved, STARTS } from '../../examples/frozen-lake/lake.ts';
import { lakeRun } from '../../examples/frozen-lake/run.ts';
import type { LakeSnapshot } from '../../ts/web/lake-snapshot.ts';
import { wonStarts } from '../../ts/web/numbers-table.ts';
import { trainLake } from '../../ts/web/train-lake.ts';

const settings = { seed: 3, updates: 5, tasks: 2, warmUpSteps: 4 };

/** The same run without anybody who looks on: rewards by update, starts won by validation, the parameters. */
async function unseen() {
  const { seed, updates, tasks, warmUpSteps } = settings;
  const run = lakeRun({ seed, updates, tasks, warmUpSteps, store: new InMemoryStore() });
  const backend = new LocalBackend({ ...run.backend, workers: 0 });
  const rewards: (number | undefined)[] = [];
  const won = new Map<number, number>();
  const trainer = new UnifiedTrainer({
    ...run.trainer,
    backend,
    config: {
      ...run.config,
      trainer: { ...run.config.trainer, logger: [], saveFreq: -1, resumeMode: 'disable' },
    },
    onStep: (metrics) => run.trainer.trainDataset.learn(metrics),
    onProgress: (event) => {
      if (event.type === 'step') rewards.push(event.metrics['reward/agent/mean']);
      else if (event.type === 'validation')
        won.set(event.step, Math.round((event.metrics['val/unknown/pass@1'] ?? 0) * STARTS.length));
    },
    print: () => {},
  });
  await trainer.fit();
  const parametersHash = await backend.policy.parametersHash();
  await trainer.shutdown();
  return { rewards, won, parametersHash };
}

describe('the run of the page', () => {
  const snapshots: LakeSnapshot[] = [];
  const warmUp: string[] = [];
  let hash = '';
  let plain: Awaited<ReturnType<typeof unseen>>;

  beforeAll(async () => {
    hash = await trainLake(settings, {
      onWarmUp: (step, steps) => warmUp.push(`${step}/${steps}`),
      onSnapshot: (snapshot) => {
        snapshots.push(snapshot);
      },
      onWarning: (message) => {
        throw new Error(message);
      },
    });
    plain = await unseen();
  });

  it('comes to the parameters and the rewards of one that nobody looks at', () => {
    expect(hash).toBe(plain.parametersHash);
    expect(snapshots.map(({ reward }) => reward)).toEqual([null, ...plain.rewards]);
  });

  it('tells of the warm-up, and of every update from none to the last', () => {
    expect(warmUp).toEqual(['1/4', '2/4', '3/4', '4/4']);
    expect(snapshots.map(({ update }) => update)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(snapshots.map(({ played }) => played)).toEqual([0, 32, 64, 96, 128, 160]);
  });

  it('plays the games that validation plays', () => {
    expect([...plain.won.keys()]).toEqual([0, 5]);
    for (const [update, won] of plain.won)
      expect([update, wonStarts(snapshots[update] as LakeSnapshot)]).toEqual([update, won]);
  });

  it('shows games by the rules of the lake', () => {
    for (const { games } of snapshots) {
      expect(games.map(({ start }) => start)).toEqual(STARTS);
      for (const { start, moves, isWon } of games) {
        let cell = start;
        for (const move of moves) {
          expect(LAKE[cell]).toBe('F');
          cell = MOVES.includes(move.text as never) ? moved(cell, move.text as never) : cell;
          expect(move.cell).toBe(cell);
        }
        expect(isWon).toBe(LAKE[cell] === 'G');
      }
    }
  });

  it('shows chances, of which the first move of a game has the largest', () => {
    for (const { probabilities, games } of snapshots)
      for (const [i, chances] of probabilities.entries()) {
        expect(chances).toHaveLength(MOVES.length);
        const sum = chances.reduce((total, chance) => total + chance, 0);
        expect(sum).toBeGreaterThan(0);
        expect(sum).toBeLessThanOrEqual(1 + 1e-6);
        const [first] = games[i]?.moves ?? [];
        const chance = chances[MOVES.indexOf(first?.text as never)];
        if (chance === undefined) continue;
        expect(chance).toBe(Math.max(...chances));
        expect(first?.probability).toBe(chance);
      }
  });

  it('has a share of games won for the starts that were drawn, and none for the others', () => {
    for (const { update, success } of snapshots) {
      const known = success.filter((share) => share !== null);
      expect(success).toHaveLength(STARTS.length);
      expect(known.length).toBeLessThanOrEqual(settings.tasks);
      expect(known.length > 0).toBe(update > 0);
    }
  });

  it('stands still while a snapshot is not done with', async () => {
    const seen: number[] = [];
    let goOn = (): void => {};
    const stands = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let reached = (): void => {};
    const atFirst = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const trained = trainLake(settings, {
      onWarmUp: () => {},
      onWarning: () => {},
      onSnapshot: ({ update }) => {
        seen.push(update);
        if (update !== 1) return;
        reached();
        return stands;
      },
    });
    await atFirst;
    // Long enough for all that is left, as nothing here waits for anything but itself.
    for (let turn = 0; turn < 2000; turn++) await new Promise(setImmediate);
    expect(seen).toEqual([0, 1]);
    goOn();
    expect(await trained).toBe(hash);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
