import { describe, expect, it } from 'vitest';
import {
  ANSWERS,
  HELD_OUT,
  isRight,
  type Pair,
  pairText,
  type Question,
  questionText,
  TRAINED,
  UNSEEN_PAIRS,
} from '../../examples/solver-judge/parity.ts';
import { judgeRun } from '../../examples/solver-judge/run.ts';
import { solveAndJudge } from '../../examples/solver-judge/solve-and-judge.ts';
import { randomAnswers } from '../../examples/solver-judge/warm-up.ts';
import { LocalBackend } from '../../ts/backends/local/local-backend.ts';
import { calculateGrpoAdvantages } from '../../ts/estimators/grpo.ts';
import { calculateRlooAdvantages } from '../../ts/estimators/rloo.ts';
import type { TrackedStep } from '../../ts/tracking/tracker.ts';
import { UnifiedTrainer } from '../../ts/trainer/unified-trainer.ts';
import type { ChatMessage } from '../../ts/types/chat.ts';
import { InMemoryStore } from '../../ts/workflow/in-memory-store.ts';
import { createWorkflowContext } from '../../ts/workflow/rollout-context.ts';
import type { RolloutEngine } from '../../ts/workflow/rollout-engine.ts';
import type { WorkflowContext } from '../../ts/workflow/workflow-context.ts';
import { runExample } from './agent-example.ts';

/** An engine that writes the texts of a list, one after the other, and keeps what it was asked. */
function scripted(texts: readonly string[]): { engine: RolloutEngine; asked: string[] } {
  const asked: string[] = [];
  const complete: RolloutEngine['complete'] = async (prompt) => {
    const text = texts[asked.length] ?? '';
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

const number = 37;
const question = { id: '37?', number };

async function played(
  texts: readonly string[],
  options: {
    readonly task?: Question | Pair;
    readonly store?: InMemoryStore;
    readonly rolloutIdx?: number;
    readonly isValidation?: boolean;
  } = {},
) {
  const { task = question, ...rest } = options;
  const { engine, asked } = scripted(texts);
  const ctx = createWorkflowContext({ rolloutEngine: engine, ...rest });
  const rewards = await solveAndJudge(task, ctx);
  const trained = (role: string) => ctx.agent(role).model.steps.map((step) => step.modelResponse);
  return { rewards, asked, solver: trained('solver'), judge: trained('judge') };
}

describe('the task of solver and judge', () => {
  it('holds 30 numbers out of all that is trained, the warm-up too', () => {
    const numbers = [...TRAINED, ...HELD_OUT].map((one) => one.number);
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect([TRAINED.length, HELD_OUT.length, UNSEEN_PAIRS.length]).toEqual([70, 30, 60]);
    for (let digit = 0; digit < 10; digit++)
      expect(HELD_OUT.filter((one) => one.number % 10 === digit)).toHaveLength(3);

    const shown = randomAnswers(5000, 1).map(({ turns }) => turns[0] as readonly [string, string]);
    expect(new Set(shown.map(([given]) => given.slice(0, 3)))).toEqual(
      new Set(TRAINED.map((one) => questionText(one.number))),
    );
  });

  it('has each unseen pair in both orders, with one right answer', () => {
    expect(new Set(UNSEEN_PAIRS.map((pair) => pairText(pair.number, pair.answers))).size).toBe(60);
    expect(UNSEEN_PAIRS.map(({ number }) => number)).toEqual(
      HELD_OUT.flatMap((one) => [one.number, one.number]),
    );
    for (const pair of UNSEEN_PAIRS)
      expect(pair.answers.filter((answer) => isRight(pair.number, answer))).toHaveLength(1);
    // What always says the same is right for half of them.
    expect(UNSEEN_PAIRS.filter((pair) => isRight(pair.number, pair.answers[0]))).toHaveLength(30);
  });

  it('warms up on answers and verdicts that say nothing', () => {
    const shown = randomAnswers(8000, 1).map(({ turns }) => turns[0] as readonly [string, string]);
    const solved = shown.filter(([given]) => given.length === 3);
    const judged = shown.filter(([given]) => given.length === 6);
    expect([solved.length, judged.length]).toEqual([4000, 4000]);
    const right = solved.filter(([given, answer]) => isRight(Number.parseInt(given, 10), answer));
    expect(right.length / 4000).toBeCloseTo(0.5, 1);
    const named = judged.filter(([given, verdict]) =>
      isRight(Number.parseInt(given, 10), given[verdict === 'A' ? 3 : 4] ?? ''),
    );
    expect(named.length / 4000).toBeCloseTo(0.5, 1);
  });
});

describe('the workflow of solver and judge', () => {
  it.each([
    ['A', true],
    ['B', false],
    ['?', false],
  ])('rewards each role by itself: verdict %s', async (verdict, judge) => {
    const { rewards, asked, ...trained } = await played(['o', 'e', verdict]);
    expect(rewards).toEqual({ solver: true, judge });
    expect(asked).toEqual(['37?', '37?', '37?oe:']);
    // The answer to compare with is not trained on.
    expect(trained).toEqual({ solver: ['o'], judge: [verdict] });
  });

  it('keeps the first answers to compare later ones with, in another order for another attempt', async () => {
    const store = new InMemoryStore();
    await played(['e', 'e'], { store });
    await played(['e', 'e'], { store, rolloutIdx: 1 });
    const first = await played(['o', 'A'], { store });
    const second = await played(['o', 'B'], { store, rolloutIdx: 1 });
    expect([first.asked, second.asked]).toEqual([
      ['37?', '37?oe:'],
      ['37?', '37?eo:'],
    ]);
    expect([first.rewards, second.rewards]).toEqual([
      { solver: true, judge: true },
      { solver: true, judge: true },
    ]);
  });

  it('does not ask the judge where there is nothing to choose', async () => {
    for (const answers of [
      ['o', 'o'],
      ['e', 'e'],
      ['o', '4'],
      ['', 'o'],
    ]) {
      const { rewards, judge } = await played(answers);
      expect(rewards).toEqual({ solver: answers[0] === 'o' });
      expect(judge).toEqual([]);
    }
  });

  it('asks one role at a time in validation', async () => {
    const pair = { ...question, answers: [ANSWERS[0], ANSWERS[1]] } as const;
    const judged = await played(['B'], { task: pair, isValidation: true });
    expect([judged.rewards, judged.asked]).toEqual([{ judge: true }, ['37?eo:']]);
    const solved = await played(['e'], { isValidation: true });
    expect([solved.rewards, solved.asked]).toEqual([{ solver: false }, ['37?']]);
  });
});

describe('training solver and judge', () => {
  it('is one run with two estimators and two losses, and asks nothing that is held out', async () => {
    const run = judgeRun({ seed: 3, updates: 3, tasks: 14, warmUpSteps: 20 });
    const steps: [Readonly<Record<string, number>>, TrackedStep][] = [];
    const asked = new Set<string>();
    const workflow = async (task: Question | Pair, ctx: WorkflowContext) => {
      const rewards = await solveAndJudge(task, ctx);
      for (const { chatCompletions } of ['solver', 'judge'].flatMap(
        (role) => ctx.agent(role).model.steps,
      ))
        if (!ctx.isValidation) asked.add((chatCompletions[0] as ChatMessage).content as string);
      return rewards;
    };
    await using trainer = new UnifiedTrainer({
      ...run.trainer,
      workflow,
      backend: new LocalBackend({ ...run.backend, workers: 0 }),
      config: {
        ...run.config,
        trainer: { ...run.config.trainer, saveFreq: -1, resumeMode: 'disable' },
      },
      tracking: {
        log: (metrics, step) => {
          if (step.groups.length > 0) steps.push([metrics, step]);
        },
      },
      print: () => {},
    });
    const { valMetrics } = await trainer.fit();

    expect(steps).toHaveLength(3);
    for (const [metrics, { groups }] of steps) {
      for (const role of ['solver', 'judge']) {
        expect(metrics[`reward/${role}/mean`]).toBeGreaterThan(0);
        expect(metrics[`train/${role}/loss`]).toBeTypeOf('number');
      }
      expect(metrics['train/solver/sequences']).toBe(8 * 14);
      // The loss ppo counts what it clips; importance_sampling does not clip.
      expect(metrics['train/solver/clip_fraction']).toBe(0);
      expect(metrics).not.toHaveProperty('train/judge/clip_fraction');
      for (const { groupId, trajectories } of groups) {
        const rewards = trajectories.map(({ reward }) => reward ?? Number.NaN);
        const isSolver = groupId.endsWith(':solver');
        const calculate = isSolver ? calculateGrpoAdvantages : calculateRlooAdvantages;
        expect(trajectories.map((one) => one.steps[0]?.advantage)).toEqual(
          calculate([rewards]).advantages.toArrays()[0],
        );
      }
    }
    expect(valMetrics?.['val/reward/judge/mean']).toBeTypeOf('number');
    expect(valMetrics?.['val/reward/solver/mean']).toBeTypeOf('number');

    expect(asked.size).toBeGreaterThan(3 * 14);
    for (const text of asked) expect(text).toMatch(/^\d\d\?([eo]{2}:)?$/);
    const held = HELD_OUT.map((one) => questionText(one.number));
    expect([...asked].filter((text) => held.includes(text.slice(0, 3)))).toEqual([]);
  });

  it('runs by one command, and begins at chance', () => {
    const lines = runExample('examples/solver-judge/train.ts', '--updates', '1');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^after 0 updates, unseen: solver \d+ %, judge 50 % right$/);
    expect(lines[1]).toMatch(/^update 1: solver \d+ %, judge \d+ % right$/);
  });
});
