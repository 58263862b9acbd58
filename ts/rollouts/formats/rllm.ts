import { cutId } from '../../types/ids.ts';
import { knownTermination, listOf, numbersOf, objectOf, signalsOf, textOf } from '../content.ts';
import { readEach, readId, readReward, readRole, refuseRecord, trainingStep } from '../fields.ts';
import { splitInPath } from '../file-context.ts';
import type { RolloutDetails, RolloutFormat, RowFields } from '../format.ts';
import {
  getLength,
  getOwn,
  getPath,
  getRecord,
  getRecords,
  type RolloutRecord,
} from '../record.ts';
import type { RolloutFacts } from '../row.ts';
import { rllmEnd } from './rllm-end.ts';

/**
 * rLLM's episodes, one in each file or line: what its EpisodeLogger writes while it trains
 * (`train_step_3_epoch_0/episode_hash…_id….json`), what `rllm eval` keeps (`<run>/episodes/episode_000012_….json`), and
 * `Episode.to_dict`.
 */
export const rllm: RolloutFormat = {
  name: 'rllm',
  title: 'rLLM episodes',
  containers: ['json', 'jsonl'],
  describe: {
    group: 'episode_id up to its last colon, or task.id, else id up to its last colon',
    role: 'name of the trajectory',
    reward: 'reward of the trajectory, else of its last step',
    rolloutIndex: 'episode_id, or id, after its last colon',
  },
  oneEpisode: true,
  sideFiles: [
    {
      name: /^batch_summary\.json$/,
      what: "rLLM's summary of the episodes beside it",
      check: missingEpisodes,
    },
    {
      name: /\.json$/,
      what: "rLLM's results of the episodes in the folder beside it",
      when: (name, beside) =>
        beside.includes(name.slice(0, -'.json'.length)) ||
        (name === 'results.json' && beside.some((other) => /_\d{8}_\d{6}$/.test(other))),
    },
  ],
  detect: (record) =>
    (record.has('trajectories') &&
      (record.has('episode_id') || (record.has('id') && record.has('is_correct')))) ||
    isSummary(record) ||
    isMetrics(record),
  version: (record) =>
    record.has('episode_id') ? 'EpisodeLogger' : record.has('eval_idx') ? 'eval store' : 'Episode',
  read(record, file) {
    const place = placeOf(record);
    const step = trainingStep(record.get('training_step'));
    const split = record.has('training_step') ? splitInPath(file) : undefined;
    const shared: RolloutFacts = {
      ...rllmEnd(record.get('termination_reason')),
      ...(step !== undefined && { step }),
      ...(split !== undefined && { split }),
    };
    return readEach(trajectoriesOf(record), (trajectory) => {
      if (!trajectory) return refuseRecord('not-a-rollout', 'has a trajectory that is no object');
      return {
        ...place,
        ...shared,
        ...responsesOf(trajectory),
        role: readRole(trajectory.get('name'), 'name'),
        ...rewardOf(trajectory),
      };
    });
  },
  details: (record) =>
    readEach(trajectoriesOf(record), (trajectory) =>
      trajectory ? trajectoryDetails(record, trajectory) : { steps: [] },
    ),
  describeSideRecord(record) {
    if (isSummary(record)) return "is rLLM's summary of a batch, not a rollout; give its folder";
    if (isMetrics(record)) return "is a line of rLLM's metrics log, not a rollout";
    return undefined;
  },
};

function isSummary(record: RolloutRecord): boolean {
  return record.has('episode_files') && record.has('num_episodes');
}

function isMetrics(record: RolloutRecord): boolean {
  return record.has('step') && record.has('data') && record.names.length === 2;
}

/** Two ids that differ in `:` and `/` alone have one file name, and the later episode takes the place of the earlier. */
function missingEpisodes(summary: unknown, beside: readonly string[]): string | undefined {
  const expected = getOwn(summary, 'num_episodes');
  const found = beside.filter((name) => /^episode_.*\.json$/.test(name)).length;
  if (typeof expected !== 'number' || expected === found) return undefined;
  return `counts ${expected} episodes, and ${found} files lie beside it; ids that differ in ":" and "/" alone overwrite each other`;
}

function placeOf(record: RolloutRecord): Pick<RowFields, 'group' | 'rolloutIndex'> {
  const isLogged = record.has('episode_id');
  const id = readId(record, isLogged ? 'episode_id' : 'id');
  const task = getRecord(record, 'task');
  const taskId = !isLogged && task ? readId(task, 'id') : null;
  const { task: group = '', rest = null } = id === null ? {} : cutId(id);
  return {
    group:
      (taskId ?? group) ||
      refuseRecord('missing-group', 'has neither an id that names its task nor one of its task'),
    rolloutIndex: rest || readId(record, 'eval_idx'),
  };
}

function trajectoriesOf(record: RolloutRecord): readonly (RolloutRecord | undefined)[] {
  const found = getRecords(record, 'trajectories') ?? [];
  if (found.length > 0) return found;
  const reason = record.get('termination_reason');
  return refuseRecord(
    'not-a-rollout',
    `is an episode without any trajectory${typeof reason === 'string' ? `, ended by ${reason}` : ''}`,
  );
}

/** A trajectory that nobody scored has the reward of its last step, as in rLLM; without steps it has none. */
function rewardOf(trajectory: RolloutRecord): Pick<RowFields, 'reward' | 'guessed'> {
  const reward = readReward(trajectory.get('reward'));
  const last = reward === null ? getRecords(trajectory, 'steps')?.at(-1) : undefined;
  if (!last) return { reward };
  return {
    reward: readReward(last.get('reward')),
    guessed: 'has a trajectory without a reward; that of its last step is taken, as rLLM does',
  };
}

function responsesOf(trajectory: RolloutRecord): RolloutFacts {
  const steps = (getRecords(trajectory, 'steps') ?? []).filter((step) => step !== undefined);
  const sum = (name: string): number =>
    steps.reduce((total, step) => total + (getLength(step, name) ?? 0), 0);
  const tokens = sum('response_ids');
  const version = steps[0]?.get('weight_version');
  return {
    ...(tokens > 0 ? { responseTokens: tokens } : { responseChars: sum('model_response') }),
    ...(typeof version === 'number' && { weightVersion: version }),
  };
}

function trajectoryDetails(record: RolloutRecord, trajectory: RolloutRecord): RolloutDetails {
  const uid = trajectory.get('uid');
  const sessionId = record.get('session_id');
  return {
    steps: (getRecords(trajectory, 'steps') ?? []).flatMap((step) => (step ? [stepOf(step)] : [])),
    task: record.get('task') ?? null,
    terminationReason: knownTermination(record.get('termination_reason')),
    isCorrect: record.get('is_correct') === true,
    sessionId: typeof sessionId === 'string' ? sessionId : null,
    ...(typeof uid === 'string' && { uid }),
    signals: signalsOf(trajectory.get('signals')),
    metrics: objectOf(record.get('metrics')),
    artifacts: objectOf(record.get('artifacts')),
    metadata: metadataOf(trajectory),
    episodeMetadata: metadataOf(record),
  };
}

function stepOf(step: RolloutRecord): RolloutDetails['steps'][number] {
  const advantage = step.get('advantage');
  const weightVersion = step.get('weight_version');
  const mcReturn = step.get('mc_return');
  return {
    promptIds: numbersOf(step.get('prompt_ids')),
    responseIds: numbersOf(step.get('response_ids')),
    logprobs: numbersOf(step.get('logprobs')),
    chatCompletions: listOf(step.get('chat_completions')),
    observation: step.get('observation') ?? null,
    thought: textOf(step.get('thought')),
    action: step.get('action') ?? null,
    modelResponse: textOf(step.get('model_response')),
    metadata: metadataOf(step),
    reward: readReward(step.get('reward')) ?? 0,
    done: step.get('done') === true,
    ...(typeof mcReturn === 'number' && { mcReturn }),
    // Null is "not known", and stays so.
    advantage: typeof advantage === 'number' || Array.isArray(advantage) ? advantage : null,
    weightVersion: typeof weightVersion === 'number' ? weightVersion : null,
  };
}

/** `to_dict` calls it `info`. EpisodeLogger keeps the timing of it alone, and of episodes twice. */
function metadataOf(record: RolloutRecord): Record<string, unknown> {
  const metadata = objectOf(getPath(record, 'metadata') ?? getPath(record, 'info'));
  const timing = objectOf(record.get('timing'));
  return Object.keys(timing).length === 0 ? metadata : { timing, ...metadata };
}
