import { describe, expect, it } from 'vitest';
import type { TrainerState } from '../../ts/trainer/trainer-state.ts';
import { makeTrainer, tasks } from './make-trainer.ts';
import { MEMBERS } from './recording-backend.ts';

const spoilt: readonly [field: keyof TrainerState, value: unknown, problem: string][] = [
  ['globalStep', Number.NaN, 'state.globalStep must be a whole number, 0 or more, got NaN'],
  ['globalStep', '5', 'state.globalStep must be a whole number, 0 or more, got "5"'],
  ['epoch', -1, 'state.epoch must be a whole number, 0 or more, got -1'],
  ['weightVersion', Number.NaN, 'state.weightVersion must be a whole number, 0 or more, got NaN'],
  ['metrics', null, 'state.metrics must be an object, got null'],
  ['timingDict', undefined, 'state.timingDict must be an object, got undefined'],
];

describe.each(spoilt)('a member that leaves state.%s as %j', (field, value, problem) => {
  const without = ['initRolloutEngine', 'generateEpisodes', 'onTrainEnd', 'shutdown'];
  const withState = MEMBERS.filter((member) => !without.includes(member));
  it.each(withState)('is named: %s', async (member) => {
    const { trainer, events, warnings } = makeTrainer({
      valDataset: tasks(1),
      config: { trainer: { testFreq: 1 } },
      recording: {
        at: (at, state) => {
          if (at === member && state) Object.assign(state, { [field]: value });
        },
        members: {
          // Without `collect`, which writes metrics itself.
          computeAdvantages: (state) => {
            events.push('computeAdvantages');
            if (member === 'computeAdvantages') Object.assign(state, { [field]: value });
          },
        },
      },
    });
    await expect(trainer.fit()).rejects.toThrow(problem);
    expect(events.at(-3)).toMatch(new RegExp(`^${member}`));
    expect(events.slice(-2).map((event) => event.split(' ')[0])).toEqual([
      'onTrainEnd',
      'shutdown',
    ]);
    expect(warnings).toEqual([]);
  });
});
