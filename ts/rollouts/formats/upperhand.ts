import { show } from '../../errors/show.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';
import { createEpisode, type EpisodeInit } from '../../types/episode.ts';
import { cutId } from '../../types/ids.ts';
import {
  createTrajectory,
  DEFAULT_TRAJECTORY_NAME,
  type TrajectoryInit,
} from '../../types/trajectory.ts';
import type { Writable } from '../../types/writable.ts';
import { listOf } from '../content.ts';
import { readEach, readId, readReward, readRole, refuseRecord } from '../fields.ts';
import type { RolloutDetails, RolloutFormat, RowFields } from '../format.ts';
import { Refusal } from '../problem.ts';
import { getLength, getRecord, getRecords, type RolloutRecord } from '../record.ts';
import type { RolloutFacts } from '../row.ts';
import {
  FORMAT_VERSION,
  LINE_FIELDS,
  type LineFields,
  VERSION_FIELD,
} from '../writers/line-fields.ts';
import { rllmEnd } from './rllm-end.ts';

/** What this package writes: an episode a line, with all of its fields. See `episodeLine`. */
export const upperhand: RolloutFormat = {
  name: 'upperhand',
  title: 'episodes with all of their fields, as this package writes them',
  containers: ['jsonl'],
  describe: {
    group: 'metadata.rollout.group of a converted trajectory, else id up to its last colon',
    role: 'name of the trajectory',
    reward: 'reward of the trajectory',
    rolloutIndex:
      'metadata.rollout.rolloutIndex of a converted trajectory, else id after its last colon',
  },
  oneEpisode: true,
  detect: (record) => record.has(VERSION_FIELD) && record.has('trajectories'),
  version: (record) => String(record.get(VERSION_FIELD)),
  read(record) {
    checkVersion(record);
    checkStep(record);
    return readEach(trajectoriesOf(record), (trajectory) => readRow(record, trajectory));
  },
  details(record) {
    const episode = createEpisode(fieldsOf(record, notOfEpisode) as EpisodeInit);
    const { step, split } = factsOf(record);
    const fields: Writable<LineFields> = {};
    if (step !== undefined) fields.step = step;
    if (split !== undefined) fields.split = split;
    return readEach(trajectoriesOf(record), (trajectory): RolloutDetails => {
      const steps = listOf(trajectory?.get('steps')) as RolloutDetails['steps'];
      return { steps, exact: { episode, trajectory: exactTrajectory(trajectory), fields } };
    });
  },
};

const notOfEpisode: ReadonlySet<string> = new Set([...LINE_FIELDS, 'trajectories']);
const notOfTrajectory: ReadonlySet<string> = new Set(['steps']);

function checkVersion(record: RolloutRecord): void {
  const version = record.get(VERSION_FIELD);
  if (version === FORMAT_VERSION) return;
  refuseRecord(
    'unknown-format',
    `is of version ${show(version)}, and this upperhand reads version ${FORMAT_VERSION}; a later one may read it`,
  );
}

/** What could not be written is not read. */
function checkStep(record: RolloutRecord): void {
  const step = record.get('step');
  if (typeof step !== 'number' || (Number.isSafeInteger(step) && step >= 0)) return;
  refuseRecord(
    'invalid-content',
    `step must be a whole number, 0 or more, or a text, got ${show(step)}`,
  );
}

function trajectoriesOf(record: RolloutRecord): readonly (RolloutRecord | undefined)[] {
  const found = getRecords(record, 'trajectories') ?? [];
  if (found.length > 0) return found;
  const reason = record.get('terminationReason');
  return refuseRecord(
    'not-a-rollout',
    `is an episode without any trajectory${typeof reason === 'string' ? `, ended by ${reason}` : ''}`,
  );
}

function readRow(record: RolloutRecord, trajectory: RolloutRecord | undefined): RowFields {
  if (!trajectory) return refuseRecord('not-a-rollout', 'has a trajectory that is no object');
  // As content gets a name that is left out.
  const name = trajectory.has('name') ? trajectory.get('name') : DEFAULT_TRAJECTORY_NAME;
  const role = readRole(name, 'name');
  const reward = readReward(trajectory.get('reward'));
  const origin = originOf(trajectory);
  if (origin) {
    const group = readId(origin, 'group') ?? refuseRecord('missing-group', 'has an empty group');
    return {
      group,
      role,
      reward,
      rolloutIndex: readId(origin, 'rolloutIndex'),
      ...factsOf(origin),
    };
  }
  const id = readId(record, 'id') ?? refuseRecord('missing-group', 'has no id');
  const { task: group, rest: rolloutIndex } = cutId(id);
  if (group === '') return refuseRecord('missing-group', `its id ${show(id)} names no task`);
  const facts = { ...rllmEnd(record.get('terminationReason')), ...responsesOf(trajectory) };
  return { group, role, reward, rolloutIndex, ...facts, ...factsOf(record) };
}

/** What another file told of the rollout, where it was read from one: with its place, so that nothing else is taken for it. */
function originOf(trajectory: RolloutRecord): RolloutRecord | undefined {
  const metadata = getRecord(trajectory, 'metadata');
  const rollout = metadata && getRecord(metadata, 'rollout');
  const index = rollout?.get('rolloutIndex');
  const isOrigin =
    typeof metadata?.get('source') === 'string' &&
    typeof metadata.get('line') === 'number' &&
    typeof metadata.get('offset') === 'number' &&
    typeof rollout?.get('group') === 'string' &&
    (index === null || typeof index === 'string');
  return isOrigin ? rollout : undefined;
}

const factTypes: Readonly<Record<keyof RolloutFacts, readonly string[]>> = {
  step: ['number', 'string'],
  split: ['string'],
  termination: ['string'],
  failed: ['boolean'],
  truncated: ['boolean'],
  responseTokens: ['number'],
  responseChars: ['number'],
  weightVersion: ['number'],
  age: ['number'],
};

function factsOf(record: RolloutRecord): RolloutFacts {
  const facts = Object.entries(factTypes).map(([name, types]) => {
    const value = record.get(name);
    return [name, types.includes(typeof value) ? value : undefined] as const;
  });
  return Object.fromEntries(facts.filter(([, value]) => value !== undefined));
}

function responsesOf(trajectory: RolloutRecord): RolloutFacts {
  const steps = (getRecords(trajectory, 'steps') ?? []).filter((step) => step !== undefined);
  const sum = (name: string): number =>
    steps.reduce((total, step) => total + (getLength(step, name) ?? 0), 0);
  const tokens = sum('responseIds');
  const version = steps[0]?.get('weightVersion');
  return {
    ...(tokens > 0 ? { responseTokens: tokens } : { responseChars: sum('modelResponse') }),
    ...(typeof version === 'number' && { weightVersion: version }),
  };
}

/** A trajectory is refused alone, and not with the others of its episode. */
function exactTrajectory(
  trajectory: RolloutRecord | undefined,
): NonNullable<RolloutDetails['exact']>['trajectory'] {
  if (!trajectory) return refuseRecord('not-a-rollout', 'is no object');
  try {
    return createTrajectory(fieldsOf(trajectory, notOfTrajectory) as TrajectoryInit);
  } catch (error) {
    if (!(error instanceof UpperhandError)) throw error;
    throw new Refusal('invalid-content', error.message);
  }
}

function fieldsOf(record: RolloutRecord, without: ReadonlySet<string>): Record<string, unknown> {
  const names = record.names.filter((name) => !without.has(name));
  return Object.fromEntries(names.map((name) => [name, record.get(name)]));
}
