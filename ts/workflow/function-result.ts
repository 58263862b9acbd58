import { nearest } from '../errors/nearest.ts';
import { refuse } from '../errors/refuse.ts';
import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { createEpisode, type Episode } from '../types/episode.ts';
import { createTrajectory, DEFAULT_TRAJECTORY_NAME, type Trajectory } from '../types/trajectory.ts';
import { ownTrajectory } from './own-episode.ts';
import type { RolloutAgent } from './rollout-agent.ts';
import { DEFAULT_AGENT, type RolloutContext } from './rollout-context.ts';
import { accuracies, isRewarded } from './step-rewards.ts';
import { isEpisode } from './workflow.ts';
import type { RoleRewards } from './workflow-input.ts';

const EXPECTED =
  'a reward (number or boolean), rewards by agent ({ solver: 1, judge: 0 }), a trajectory or an episode';

/**
 * Makes the episode of what a workflow function returned and what its agents recorded.
 *
 * @throws UpperhandError `invalid-argument` for what is no result, saying what came
 */
export function toEpisode(result: unknown, context: RolloutContext): Episode {
  if (typeof result === 'number' || typeof result === 'boolean')
    return scored(rewardOne(result, context), context);
  if (isEpisode(result)) return asGiven(result, context);
  if (Array.isArray((result as Partial<Trajectory> | null | undefined)?.steps))
    return scored(withTrajectory(result as Trajectory, context), context);
  if (isRewards(result)) return scored(rewardEach(result, context), context);
  const fields = typeof result === 'object' && result !== null ? Object.keys(result) : [];
  const of =
    fields.length === 0 || Array.isArray(result) ? '' : ` of ${fields.slice(0, 8).join(', ')}`;
  throw new UpperhandError(
    'invalid-argument',
    `what a workflow returns must be ${EXPECTED}, got ${show(result)}${of}`,
  );
}

function asGiven(given: Episode, context: RolloutContext): Episode {
  const episode = createEpisode(given);
  episode.trajectories = given.trajectories.map((one) => withSteps(one, context));
  episode.metrics = { ...given.metrics, ...context.metrics };
  episode.metadata = { ...given.metadata };
  return episode;
}

function scored(trajectories: Trajectory[], { metrics }: RolloutContext): Episode {
  const known = trajectories.flatMap(({ name, reward }) =>
    reward === null ? [] : [{ name, reward }],
  );
  return createEpisode({
    terminationReason: 'env_done',
    isCorrect: isRewarded(trajectories),
    trajectories,
    metrics: { ...accuracies(known), ...metrics },
  });
}

function rewardOne(reward: number | boolean, context: RolloutContext): Trajectory[] {
  const used = context.agents.filter(({ steps }) => steps.length > 0);
  const [only = context] = used;
  if (used.length > 1 && only !== context) {
    const names = used.map(({ name }) => show(name)).join(', ');
    throw new UpperhandError(
      'invalid-argument',
      `a workflow with several agents (${names}) must return the reward of each, as { ${only.name}: … }, got ${show(reward)}`,
    );
  }
  return rewardEach({ [only.name]: reward }, context);
}

function rewardEach(rewards: RoleRewards, { agents }: RolloutContext): Trajectory[] {
  for (const name of Object.keys(rewards)) {
    if (agents.some((agent) => agent.name === name)) continue;
    const known = agents.map((agent) => agent.name);
    const meant = nearest(name, known);
    throw new UpperhandError(
      'invalid-argument',
      `a workflow returned a reward for ${show(name)}, which is none of its agents: ` +
        (meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`),
    );
  }
  return agents.flatMap((agent) => {
    const { name } = agent;
    const reward = Object.hasOwn(rewards, name) ? (rewards[name] ?? null) : undefined;
    // An agent that was neither used nor scored took no part.
    if (reward === undefined && agent.steps.length === 0) return [];
    return [trajectoryOf(agent, reward === undefined ? null : checkReward(name, reward))];
  });
}

function checkReward(name: string, reward: number | boolean | null): number | null {
  if (typeof reward === 'number' && !Number.isFinite(reward))
    refuse(`the reward of agent ${show(name)}`, 'a finite number', reward);
  return reward === null ? null : Number(reward);
}

function withTrajectory(given: Trajectory, context: RolloutContext): Trajectory[] {
  const trajectory = withSteps(given, context);
  const others = context.agents.filter(
    ({ name, steps }) => name !== trajectory.name && steps.length > 0,
  );
  return [trajectory, ...others.map((agent) => trajectoryOf(agent, null))];
}

/** A trajectory as it was given; without steps it gets those that its agent recorded. */
function withSteps(given: Trajectory, { agents }: RolloutContext): Trajectory {
  const trajectory = ownTrajectory(given);
  if (trajectory.name === DEFAULT_TRAJECTORY_NAME) trajectory.name = DEFAULT_AGENT;
  if (trajectory.steps.length > 0) return trajectory;
  const agent = agents.find(({ name }) => name === trajectory.name);
  trajectory.steps = [...(agent?.steps ?? [])];
  return trajectory;
}

export function trajectoryOf({ name, steps }: RolloutAgent, reward: number | null): Trajectory {
  return createTrajectory({ name, reward, steps: [...steps] });
}

function isRewards(value: unknown): value is RoleRewards {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const rewards: unknown[] = Object.values(value);
  return (
    rewards.length > 0 &&
    rewards.every((one) => one === null || typeof one === 'number' || typeof one === 'boolean')
  );
}
