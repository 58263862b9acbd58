import fc from 'fast-check';
import { createEpisode, type Episode } from '../../../ts/types/episode.ts';
import { createStep, type Step } from '../../../ts/types/step.ts';
import { TerminationReason } from '../../../ts/types/termination-reason.ts';
import { createTrajectory, type Trajectory } from '../../../ts/types/trajectory.ts';

/** Any text, halves of surrogate pairs and control characters too. */
const text = fc.oneof(
  fc.string(),
  fc.array(fc.nat(0xffff), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('NaN', '-Infinity', '__proto__', '}{', '\u2028', '"\\', '{"upperhand":1', ''),
);
const name = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'step', 'source', 'group'));

/** Any double: NaN, infinities, −0 and denormal ones too. */
const number = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, -0, 5e-324, 1e21, -1e-7));

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(text, number, fc.boolean(), fc.constant(null)),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(name, tie('any'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).any;

const record = fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true });

const ids = fc.array(fc.nat(200_000), { maxLength: 4 });

const step: fc.Arbitrary<Step> = fc
  .record({
    promptIds: ids,
    chatCompletions: fc.array(value, { maxLength: 2 }),
    observation: value,
    thought: text,
    action: value,
    modelResponse: text,
    metadata: record,
    reward: number,
    done: fc.boolean(),
    mcReturn: number,
    weightVersion: fc.option(number),
  })
  .chain((fields) =>
    ids.chain((responseIds) => {
      const perToken = fc.array(number, {
        minLength: responseIds.length,
        maxLength: responseIds.length,
      });
      return fc
        .record({
          logprobs: fc.oneof(perToken, fc.constant<number[]>([])),
          advantage: fc.oneof(number, perToken, fc.constant(null)),
        })
        .map((rest) => createStep({ ...fields, responseIds, ...rest }));
    }),
  );

const trajectory: fc.Arbitrary<Trajectory> = fc
  .record({
    uid: text,
    name: text.filter((one) => one !== ''),
    task: value,
    steps: fc.array(step, { maxLength: 3 }),
    reward: fc.option(number),
    signals: fc.dictionary(name, number, { maxKeys: 2, noNullPrototype: true }),
    metadata: record,
  })
  .map(createTrajectory);

/** An episode with anything in its fields, and at least one trajectory. */
export const arbitraryEpisode: fc.Arbitrary<Episode> = fc
  .record({
    id: text.filter((id) => id.replace(/:[^:]*$/, '') !== ''),
    task: value,
    terminationReason: fc.option(fc.constantFrom(...Object.values(TerminationReason))),
    isCorrect: fc.boolean(),
    sessionId: fc.option(text),
    trajectories: fc.array(trajectory, { minLength: 1, maxLength: 3 }),
    artifacts: record,
    metrics: record,
    metadata: record,
  })
  .map(createEpisode);
