import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CELLS,
  cellName,
  isMove,
  LAKE,
  MOVES,
  moved,
  SIDE,
  STARTS,
} from '../../examples/frozen-lake/lake.ts';
import { MOST_MOVES, play } from '../../examples/frozen-lake/play.ts';
import { drawIndex, randomNumbers } from '../../examples/frozen-lake/random.ts';
import { lakeRun } from '../../examples/frozen-lake/run.ts';
import { HardStarts } from '../../examples/frozen-lake/starts.ts';
import { randomGames } from '../../examples/frozen-lake/warm-up.ts';
import { LocalBackend } from '../../ts/backends/local/local-backend.ts';
import { UnifiedTrainer } from '../../ts/trainer/unified-trainer.ts';
import { InMemoryStore } from '../../ts/workflow/in-memory-store.ts';
import { createWorkflowContext } from '../../ts/workflow/rollout-context.ts';
import type { RolloutEngine } from '../../ts/workflow/rollout-engine.ts';

/** An engine that writes the moves of a list, one after the other, and keeps what it was asked. */
function scripted(moves: readonly string[]): { engine: RolloutEngine; asked: string[] } {
  const asked: string[] = [];
  const complete: RolloutEngine['complete'] = async (prompt) => {
    const text = moves[asked.length] ?? '';
    asked.push(String(prompt));
    const ids = { promptIds: [1], completionIds: [2], logprobs: [-1] };
    const parts = { text, content: text, reasoning: null, toolCalls: [], weightVersion: null };
    return { ...ids, ...parts, finishReason: 'stop' };
  };
  const engine: RolloutEngine = {
    getModelResponse: () => Promise.reject(new Error('not asked')),
    complete,
  };
  return { engine, asked };
}

function playedBy(moves: readonly string[], start: number) {
  const { engine, asked } = scripted(moves);
  const ctx = createWorkflowContext({ rolloutEngine: engine });
  return { reward: play({ id: 'a', start }, ctx), asked };
}

describe('the frozen lake', () => {
  it('has eleven starts, four holes and a goal that all starts reach in time', () => {
    expect(STARTS).toHaveLength(11);
    expect([...LAKE].filter((kind) => kind === 'H')).toHaveLength(4);
    const distance = new Map([[LAKE.indexOf('G'), 0]]);
    for (let steps = 1; steps <= MOST_MOVES; steps++)
      for (const cell of STARTS)
        if (
          !distance.has(cell) &&
          MOVES.some((move) => distance.get(moved(cell, move)) === steps - 1)
        )
          distance.set(cell, steps);
    expect([...distance.keys()].sort((a, b) => a - b)).toEqual([...STARTS, 15]);
  });

  it('moves by one cell at most, and never over the edge', () => {
    for (const cell of CELLS)
      for (const move of MOVES) {
        const to = moved(cell, move);
        expect(CELLS).toContain(to);
        const rows = Math.abs(Math.floor(to / SIDE) - Math.floor(cell / SIDE));
        const columns = Math.abs((to % SIDE) - (cell % SIDE));
        expect(rows + columns).toBe(to === cell ? 0 : 1);
      }
  });
});

describe('a game', () => {
  it('is one growing text, and rewarded at the goal', async () => {
    const { reward, asked } = playedBy(['L', 'D', 'D', 'D', 'R'], 3);
    expect(await reward).toBe(1);
    expect(asked).toEqual(['d', 'dLc', 'dLcDg', 'dLcDgDk', 'dLcDgDkDo']);
  });

  it.each([
    ['in a hole', ['D'], 1],
    ['with what is no move', ['?'], 1],
    ['when the moves are used up', Array(20).fill('U'), MOST_MOVES],
  ])('ends %s', async (_, moves, turns) => {
    const { reward, asked } = playedBy(moves, 3);
    expect(await reward).toBe(0);
    expect(asked).toHaveLength(turns);
  });
});

describe('the warm-up', () => {
  it('shows games of moves that are legal and uniformly random, from everywhere', () => {
    const turns = randomGames(2000, 1).map((game) => game.turns);
    const moves = turns.flat().map(([, move]) => move);
    expect(moves.every(isMove)).toBe(true);
    for (const move of MOVES)
      expect(moves.filter((one) => one === move).length / moves.length).toBeCloseTo(0.25, 1);
    expect(new Set(turns.map(([first]) => first?.[0]))).toEqual(new Set(STARTS.map(cellName)));
    for (const game of turns) expect(game.length).toBeLessThanOrEqual(MOST_MOVES);
  });
});

describe('the starts', () => {
  it('are drawn by need, the same for the same seed', async () => {
    const store = new InMemoryStore();
    const starts = new HardStarts(3000, store, 7);
    const drawn = async (set: HardStarts) =>
      (await Promise.all(Array.from({ length: 3000 }, (_, i) => set.get(i)))).map(
        ({ start }) => start,
      );
    const first = await drawn(starts);
    expect(await drawn(new HardStarts(3000, new InMemoryStore(), 7))).toEqual(first);
    for (const cell of STARTS)
      expect(first.filter((start) => start === cell).length / 3000).toBeCloseTo(1 / 11, 1);

    // All but one is learned.
    const won = Object.fromEntries(
      STARTS.slice(1).map((cell) => [`batch/success_${cellName(cell)}`, 1]),
    );
    for (let step = 0; step < 20; step++) await starts.learn(won);
    const later = await drawn(starts);
    expect(later.filter((start) => start === STARTS[0]).length / 3000).toBeCloseTo(1 / 1.5, 1);
    // Another run on the same store goes on from there.
    expect(await drawn(new HardStarts(3000, store, 7))).toEqual(later);
  });

  it('draws every index by its weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (weights, uniform) => {
          fc.pre(weights.some((weight) => weight > 0));
          expect(weights[drawIndex(weights, uniform)]).toBeGreaterThan(0);
        },
      ),
    );
    const random = randomNumbers(1, 2);
    const values = Array.from({ length: 1000 }, random);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(values.reduce((sum, value) => sum + value) / 1000).toBeCloseTo(0.5, 1);
  });
});

describe('training on it', () => {
  it('is the real loop, and gives the same numbers for the same seed', async () => {
    const runs = [];
    for (let i = 0; i < 2; i++) {
      const options = { seed: 3, updates: 2, tasks: 4, warmUpSteps: 4, store: new InMemoryStore() };
      const run = lakeRun(options);
      const rewards: (number | undefined)[] = [];
      const backend = new LocalBackend({ ...run.backend, workers: 0 });
      const trainer = new UnifiedTrainer({
        ...run.trainer,
        backend,
        config: {
          ...run.config,
          trainer: { ...run.config.trainer, saveFreq: -1, resumeMode: 'disable' },
        },
        tracking: [],
        print: () => {},
        onStep: (metrics) => {
          expect(metrics['train/agent/sequences']).toBe(64);
          expect(metrics['train/kl_sample_train_v1']).toBeCloseTo(0, 5);
          rewards.push(metrics['reward/agent/mean']);
          return run.trainer.trainDataset.learn(metrics);
        },
      });
      const { valMetrics } = await trainer.fit();
      runs.push([
        rewards,
        valMetrics?.['val/unknown/pass@1'],
        await backend.policy.parametersHash(),
      ]);
      await trainer.shutdown();
    }
    expect(runs[0]?.[0]).toHaveLength(2);
    expect(runs[0]).toEqual(runs[1]);
  });
});
