import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEpisode, type Episode } from '../../ts/types/episode.ts';
import { createStep, type Step } from '../../ts/types/step.ts';
import { createTrajectory, type Trajectory } from '../../ts/types/trajectory.ts';
import type { WorkflowAgent } from '../../ts/workflow/agent.ts';
import { Workflow, type WorkflowOptions } from '../../ts/workflow/workflow.ts';
import { FakeEngine } from './model/fake-engine.ts';

const said = [{ role: 'user', content: 'x' }];
const step = (reward = 0): Step => createStep({ reward, chatCompletions: said });
const trajectory = (name: string, ...rewards: number[]): Trajectory =>
  createTrajectory({ name, steps: rewards.map(step) });

class ScriptedAgent implements WorkflowAgent {
  readonly name: string;
  trajectory: Trajectory;
  resets = 0;

  constructor(name: string) {
    this.name = name;
    this.trajectory = createTrajectory({ name });
  }

  reset(): void {
    this.resets++;
    this.trajectory = createTrajectory({ name: this.name });
  }
}

class Scripted extends Workflow<{ q: number }> {
  script: (workflow: this) => unknown = () => null;
  judge = new ScriptedAgent('judge');
  actor = new ScriptedAgent('actor');
  _hidden = new ScriptedAgent('hidden');
  environment = {
    tasks: [] as unknown[],
    reset: async (task: unknown) => void this.environment.tasks.push(task),
    step: () => null,
  };

  get coach(): ScriptedAgent {
    return this.#coach;
  }
  readonly #coach = new ScriptedAgent('coach');

  override async run(): Promise<Episode | null> {
    return (await this.script(this)) as Episode | null;
  }
}

async function makeScripted(options: Partial<WorkflowOptions> = {}): Promise<Scripted> {
  const scripted = new Scripted({ rolloutEngine: new FakeEngine(), ...options });
  await scripted.reset({ q: 1 }, 't:0');
  return scripted;
}

async function play(
  script: (workflow: Scripted) => unknown,
  options: Partial<WorkflowOptions> = {},
): Promise<Episode> {
  const scripted = await makeScripted(options);
  scripted.script = script;
  return scripted.runWithTerminationHandling({ q: 1 }, 't:0');
}

const shown = ({ trajectories }: Episode) => trajectories.map(({ name, reward }) => [name, reward]);

describe('collecting', () => {
  it('takes what was committed in that order, then agents in the order of their fields’ names, getters among them', async () => {
    const episode = await play((workflow) => {
      for (const agent of [workflow.judge, workflow.actor, workflow.coach, workflow._hidden])
        agent.trajectory.steps.push(step(1));
      workflow.commit({ trajectory: trajectory('zeta', 2) });
      workflow.commit({ trajectory: trajectory('alpha', 3) });
    });
    expect(shown(episode)).toEqual([
      ['zeta', 2],
      ['alpha', 3],
      ['actor', 1],
      ['coach', 1],
      ['judge', 1],
    ]);
  });

  it('leaves out what has no steps, and agents whose trajectory was committed', async () => {
    const episode = await play((workflow) => {
      workflow.actor.trajectory.steps.push(step(1));
      workflow.commit({ agent: workflow.actor, name: 'renamed' });
      workflow.commit({ trajectory: trajectory('empty') });
    });
    expect(shown(episode)).toEqual([['renamed', 1]]);
  });

  it('takes an agent in two fields once', async () => {
    const episode = await play((workflow) => {
      workflow.judge = workflow.actor;
      workflow.actor.trajectory.steps.push(step(1));
    });
    expect(shown(episode)).toEqual([['actor', 1]]);
  });

  it('takes an agent that also steps for an agent', async () => {
    const episode = await play((workflow) => {
      workflow.actor = Object.assign(new ScriptedAgent('walker'), { step() {} });
      workflow.actor.trajectory.steps.push(step(1));
    });
    expect(shown(episode)).toEqual([['walker', 1]]);
  });

  it('commits copies: what happens to the agent afterwards does not show', async () => {
    const episode = await play((workflow) => {
      workflow.actor.trajectory.steps.push(step(1));
      workflow.commit({ agent: workflow.actor, reset: true });
      workflow.actor.trajectory.steps.push(step(5));
      workflow.commit({ agent: workflow.actor });
      workflow.actor.trajectory.steps.push(step(9));
      (workflow.actor.trajectory.steps[0] as Step).reward = 9;
    });
    expect(shown(episode)).toEqual([
      ['actor', 1],
      ['actor', 5],
    ]);
  });

  it('refuses to commit neither or both', async () => {
    const workflow = await makeScripted();
    expect(() => workflow.commit({})).toThrow(/either an agent or a trajectory, got "neither"/);
    const both = { agent: workflow.actor, trajectory: trajectory('a') };
    expect(() => workflow.commit(both)).toThrow(/got "both"/);
  });
});

describe('post-processing', () => {
  it('writes over rewards that were there, drops a last step that was never answered', async () => {
    const episode = await play((workflow) => {
      const given = trajectory('a', 1, 0.5);
      given.reward = 100;
      given.steps.push(createStep({ reward: 7 }));
      workflow.commit({ trajectory: given });
    });
    expect(shown(episode)).toEqual([['a', 1.5]]);
    expect(episode.trajectories[0]?.steps).toHaveLength(2);
  });

  it('shapes by raw differences, then discounts; the trajectory’s reward is of neither', async () => {
    const script = (workflow: Scripted) =>
      workflow.commit({ trajectory: trajectory('a', 0, 1, 0) });
    const options = { gamma: 0.5, rewardBonusCoeff: 2 };
    const [one] = (await play(script, options)).trajectories;
    expect(one?.reward).toBe(1);
    // Shaped: 0, 1 + 2·1, 0 − 2·1.
    expect(one?.steps.map(({ reward }) => reward)).toEqual([1, 2, -2]);
  });

  it('sums in NumPy’s order, and leaves a single step as it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { maxLength: 300 }),
        (rewards) => {
          const workflow = new Scripted({ rolloutEngine: new FakeEngine(), gamma: 0.9 });
          const given = trajectory('a', ...rewards);
          workflow.postprocessEpisode(createEpisode({ trajectories: [given] }));
          expect(given.reward).toBe(0 + pairwise(rewards));
          if (rewards.length === 1) expect(given.steps[0]?.reward).toBe(rewards[0]);
        },
      ),
    );
  });

  it('means the rewards of each name, and is right when all add up to more than nothing', async () => {
    const episode = await play((workflow) => {
      for (const given of [trajectory('a', 1), trajectory('b', -0.5), trajectory('a', 0)])
        workflow.commit({ trajectory: given });
    });
    expect(episode).toMatchObject({
      id: 't:0',
      task: { q: 1 },
      isCorrect: true,
      metrics: { a_acc: 0.5, b_acc: -0.5 },
    });
  });

  it('uses what a class overrides', async () => {
    class Best extends Scripted {
      override computeTrajectoryReward(one: Trajectory): void {
        one.reward = Math.max(...one.steps.map(({ reward }) => reward));
      }
    }
    const workflow = new Best({ rolloutEngine: new FakeEngine() });
    await workflow.reset({ q: 1 }, 't:0');
    workflow.script = () => workflow.commit({ trajectory: trajectory('a', 1, 5, 2) });
    expect(shown(await workflow.runWithTerminationHandling({ q: 1 }, 't:0'))).toEqual([['a', 5]]);
  });
});

describe('reset', () => {
  it('forgets what was committed, resets agents and environments, and names the task', async () => {
    const workflow = await makeScripted();
    workflow.commit({ trajectory: trajectory('a', 1) });
    workflow.actor.trajectory.steps.push(step());
    await workflow.reset({ q: 2 }, 't:1');
    expect(workflow.collectTrajectories().trajectories).toEqual([]);
    expect([workflow.actor.resets, workflow.coach.resets, workflow._hidden.resets]).toEqual([
      2, 2, 0,
    ]);
    expect(workflow.actor.trajectory.task).toEqual({ q: 2 });
    expect(workflow.environment.tasks).toEqual([{ q: 1 }, { q: 2 }]);
    expect([workflow.task, workflow.uid]).toEqual([{ q: 2 }, 't:1']);
  });
});

it.each([
  ['timeout', { timeout: 0 }],
  ['timeout', { timeout: '9' as never }],
  ['gamma', { gamma: -1 }],
  ['rewardBonusCoeff', { rewardBonusCoeff: Number.NaN }],
])('refuses %s of %o', (name, options) => {
  expect(() => new Scripted({ rolloutEngine: new FakeEngine(), ...options })).toThrow(
    new RegExp(`^${name} must be a number`),
  );
});

/** The order of summation as it is told in words. */
function pairwise(a: readonly number[]): number {
  if (a.length < 8) return a.reduce((total, value) => total + value, 0);
  if (a.length <= 128) {
    const r = a.slice(0, 8);
    let i = 8;
    for (; i + 8 <= a.length; i += 8)
      r.forEach((_, j) => {
        r[j] = (r[j] as number) + (a[i + j] as number);
      });
    const [r0 = 0, r1 = 0, r2 = 0, r3 = 0, r4 = 0, r5 = 0, r6 = 0, r7 = 0] = r;
    const blocks = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
    return a.slice(i).reduce((total, value) => total + value, blocks);
  }
  const half = Math.floor(a.length / 2);
  const cut = half - (half % 8);
  return pairwise(a.slice(0, cut)) + pairwise(a.slice(cut));
}
