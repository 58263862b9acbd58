import { describe, expect, it } from 'vitest';
import { createEpisode } from '../../ts/types/episode.ts';
import { createStep } from '../../ts/types/step.ts';
import { createTrajectory } from '../../ts/types/trajectory.ts';
import { TerminationEvent } from '../../ts/workflow/termination-event.ts';
import type { WorkflowContext } from '../../ts/workflow/workflow-context.ts';
import type { WorkflowResult } from '../../ts/workflow/workflow-input.ts';
import { makeEngine, messageOf } from './engines.ts';

/** The episode of a function that asks these agents once each, and then returns something. */
async function play(
  agents: readonly string[],
  result: (ctx: WorkflowContext) => unknown,
): Promise<Awaited<ReturnType<ReturnType<typeof makeEngine>['executeTasks']>>[number]> {
  const workflow = async (_: unknown, ctx: WorkflowContext): Promise<WorkflowResult> => {
    for (const name of agents) await ctx.agent(name).model.chat([{ role: 'user', content: name }]);
    return result(ctx) as WorkflowResult;
  };
  const [episode] = await makeEngine(workflow).executeTasks([{ q: 1 }], ['t']);
  if (!episode) throw new Error('there is no episode');
  return episode;
}

type Played = Awaited<ReturnType<typeof play>>;
const shown = ({ trajectories }: Played) =>
  trajectories.map(({ name, reward, steps }) => [name, reward, steps.length]);

describe('a number or boolean', () => {
  it.each([
    [1, 1, true],
    [0.5, 0.5, true],
    [0, 0, false],
    [-1, -1, false],
    [true, 1, true],
    [false, 0, false],
  ])('%s is the reward of the only agent', async (result, reward, isCorrect) => {
    const episode = await play(['agent'], () => result);
    expect(shown(episode)).toEqual([['agent', reward, 1]]);
    expect(episode).toMatchObject({
      id: 't:0',
      task: { q: 1 },
      terminationReason: 'env_done',
      isCorrect,
      metrics: { agent_acc: reward },
    });
    expect(episode.trajectories[0]?.task).toEqual({ q: 1 });
  });

  it('is that of a single named agent', async () => {
    expect(shown(await play(['solver'], () => 1))).toEqual([['solver', 1, 1]]);
  });

  it('is that of ctx itself beside others, which are not scored', async () => {
    const episode = await play(['judge', 'agent'], () => 1);
    expect(shown(episode)).toEqual([
      ['agent', 1, 1],
      ['judge', null, 1],
    ]);
    expect(episode.metrics).toEqual({ agent_acc: 1 });
  });

  it('has a trajectory also where the model was not asked', async () => {
    expect(shown(await play([], () => 1))).toEqual([['agent', 1, 0]]);
  });

  it('is refused for several named agents', async () => {
    const episode = await play(['solver', 'judge'], () => 1);
    expect(messageOf(episode)).toBe(
      'a workflow with several agents ("solver", "judge") must return the reward of each, as { solver: … }, got 1',
    );
  });
});

describe('rewards by agent', () => {
  it('score each; who is left out, or null, is not scored', async () => {
    const roles = ['solver', 'judge', 'critic'];
    const episode = await play(roles, () => ({ solver: 1, judge: null }));
    expect(shown(episode)).toEqual([
      ['solver', 1, 1],
      ['judge', null, 1],
      ['critic', null, 1],
    ]);
    expect(episode.metrics).toEqual({ solver_acc: 1 });
  });

  it('are refused for an agent that there is not', async () => {
    const episode = await play(['solver'], () => ({ slover: 1 }));
    expect(episode.terminationReason).toBe('error');
    expect(messageOf(episode)).toBe(
      'a workflow returned a reward for "slover", which is none of its agents: did you mean solver?',
    );
  });
});

describe('a trajectory', () => {
  it('gets the steps that its agent recorded, when it has none', async () => {
    const episode = await play(['solver'], () =>
      createTrajectory({ name: 'solver', reward: 0.5, signals: { style: 1 } }),
    );
    expect(shown(episode)).toEqual([['solver', 0.5, 1]]);
    expect(episode.trajectories[0]?.signals).toEqual({ style: 1 });
    expect(episode.metrics).toEqual({ solver_acc: 0.5 });
  });

  it('keeps its own steps; without a name it is that of ctx itself', async () => {
    const steps = [createStep(), createStep()];
    const episode = await play(['agent'], () => createTrajectory({ reward: 1, steps }));
    expect(shown(episode)).toEqual([['agent', 1, 2]]);
  });

  it('does not make what other agents recorded vanish', async () => {
    const episode = await play(['solver', 'judge'], () => createTrajectory({ name: 'solver' }));
    expect(shown(episode)).toEqual([
      ['solver', null, 1],
      ['judge', null, 1],
    ]);
  });
});

describe('an episode', () => {
  it('is taken as it is, but for its id, its task, what was logged, and steps that are not there', async () => {
    const given = createEpisode({
      terminationReason: 'max_turns_exceeded',
      isCorrect: true,
      trajectories: [createTrajectory({ name: 'solver', reward: 0 })],
      metrics: { mine: 1 },
      metadata: { data_source: 'here' },
    });
    const before = structuredClone(given);
    const episode = await play(['solver', 'judge'], (ctx) => {
      ctx.log({ turns: 2 });
      return given;
    });
    expect(shown(episode)).toEqual([['solver', 0, 1]]);
    expect(episode).toMatchObject({
      id: 't:0',
      terminationReason: 'max_turns_exceeded',
      isCorrect: true,
      metrics: { mine: 1, turns: 2 },
      metadata: { data_source: 'here' },
    });
    expect(given).toEqual(before);
  });

  it('may leave its reason open', async () => {
    expect((await play([], () => createEpisode())).terminationReason).toBeNull();
  });

  it('is refused when it is none', async () => {
    const episode = await play([], () => ({ trajectories: [{ name: 7 }] }));
    expect(messageOf(episode)).toBe('Trajectory.name must be a string, got 7');
  });
});

describe('nonsense', () => {
  const expected =
    'what a workflow returns must be a reward (number or boolean), rewards by agent ({ solver: 1, judge: 0 }), a trajectory or an episode';

  it.each([
    ['undefined', undefined, `${expected}, got undefined`],
    ['null', null, `${expected}, got null`],
    ['text', '1', `${expected}, got "1"`],
    ['a list', [1], `${expected}, got an array of 1`],
    ['nothing in particular', {}, `${expected}, got an object`],
    ['another object', { answer: '4', score: 1 }, `${expected}, got an object of answer, score`],
    ['NaN', Number.NaN, 'the reward of agent "agent" must be a finite number, got NaN'],
    [
      'infinity',
      { agent: -1 / 0 },
      'the reward of agent "agent" must be a finite number, got -Infinity',
    ],
  ])('is an error: %s', async (_, result, message) => {
    const episode = await play(['agent'], () => result);
    expect([episode.terminationReason, messageOf(episode)]).toEqual(['error', message]);
  });
});

describe('what was not scored', () => {
  it('is kept apart: it cannot be compared with what was', async () => {
    const episode = await play(['solver', 'judge'], (ctx) => {
      ctx.log({ turns: 2 });
      throw new TerminationEvent('max_turns_exceeded');
    });
    expect(episode).toMatchObject({
      terminationReason: 'max_turns_exceeded',
      trajectories: [],
      metrics: { turns: 2 },
      artifacts: {
        unscored_trajectories: [
          { name: 'solver', reward: null, task: null, steps: [{}] },
          { name: 'judge', reward: null, steps: [{}] },
        ],
      },
    });
    expect(episode.metadata).not.toHaveProperty('error');
  });
});
