import { describe, expect, it } from 'vitest';
import { compareSpecs } from '../../../ts/estimators/presets/compare-specs.ts';
import { presetNames, presetSpec } from '../../../ts/estimators/presets/preset-registry.ts';
import { workedExamples } from '../../../ts/estimators/presets/worked-example.ts';

const grpo = presetSpec('verl/grpo');

describe('two specs', () => {
  it('differ in fields, by their paths', () => {
    expect(compareSpecs(grpo, presetSpec('rllm/grpo'))).toEqual([
      { field: 'scale.ddof', a: '1', b: '0' },
    ]);
  });

  it('are the same where one names a default', () => {
    expect(compareSpecs(grpo, { ...grpo, missing: 'propagate', post: [] } as typeof grpo)).toEqual(
      [],
    );
  });

  it('are the same where one names a default further inside', () => {
    const same = (name: string, change: (spec: never) => object) => {
      const spec = presetSpec(name);
      expect(compareSpecs(spec, { ...spec, ...change(spec as never) } as typeof spec)).toEqual([]);
    };
    same('verl/rloo', () => ({ baseline: { kind: 'leave-one-out', scope: 'group' } }));
    same('verl/gdpo', ({ columns, post: [step] }: { columns: object; post: [object] }) => ({
      columns: { ...columns, missing: 'propagate', least: 1 },
      post: [{ ...step, about: 'mean', zeroUpTo: 0 }],
    }));
    same('verl/gae', ({ credit, post: [step, ...rest] }: { credit: object; post: object[] }) => ({
      credit: { ...credit, step: 'token', stepReward: 'sum' },
      post: [{ ...step, scope: 'pool', divide: true }, ...rest],
    }));
    same('roll/gigpo', ({ state }: { state: { spec: object } }) => ({
      state: { ...state, spec: { ...state.spec, missing: 'propagate' } },
    }));
    same('hgpo/hgpo', () => ({ post: [] }));
  });

  it('show defaults of steps where the other one has another', () => {
    expect(compareSpecs(presetSpec('verl/gdpo'), presetSpec('trl/gdpo'))).toEqual(
      expect.arrayContaining([
        { field: 'post[0].weighting', a: '"token"', b: '"trajectory"' },
        { field: 'columns.missing', a: '"propagate"', b: '"skip"' },
      ]),
    );
  });

  it('show a default where only the other one names the field', () => {
    const excluding = { ...grpo, missing: 'exclude' } as typeof grpo;
    expect(compareSpecs(grpo, excluding)).toEqual([
      { field: 'missing', a: '"propagate"', b: '"exclude"' },
    ]);
  });

  it('have no field of another kind', () => {
    const fields = compareSpecs(grpo, presetSpec('verl/rloo'));
    expect(fields).toContainEqual({ field: 'scale.ddof', a: '1', b: null });
    expect(fields.map(({ field }) => field)).not.toContain('scale.tooFew');
  });
});

describe('worked examples', () => {
  it('show where the numbers part, and nothing where they do not', () => {
    const examples = workedExamples(grpo, presetSpec('verl/grpo_vectorized'));
    expect(examples).toEqual([]);
    const loneOnes = workedExamples(presetSpec('verl/rloo'), presetSpec('verl/rloo_vectorized'));
    expect(loneOnes).toEqual([{ about: 'a group of one', rewards: [[0.7]], a: [[0.7]], b: [[0]] }]);
  });

  it('tell who refuses', () => {
    const [lone] = workedExamples(presetSpec('verl/grpo_passk'), presetSpec('easyr1/grpo_passk'));
    expect(lone).toBeUndefined();
    const refused = workedExamples(grpo, presetSpec('verl/grpo_passk')).find(
      ({ about }) => about === 'a group of one',
    );
    expect(refused?.b).toMatch(/of two or more trajectories/);
  });

  it.each(presetNames())('are computed or refused with a reason for %s', (name) => {
    const examples = workedExamples(grpo, presetSpec(name));
    for (const { rewards, a, b } of examples)
      for (const side of [a, b])
        if (typeof side !== 'string')
          expect(side.map((group) => group.length)).toEqual(rewards.map((group) => group.length));
  });

  it('of tokens and steps compare those of their own level only', () => {
    expect(
      workedExamples(presetSpec('verl/gae'), presetSpec('skyrl/gae'))[0]?.rewards,
    ).toHaveLength(2);
    expect(workedExamples(presetSpec('verl/gae'), grpo)).toEqual([]);
    expect(workedExamples(presetSpec('drmas/gigpo'), presetSpec('hgpo/hgpo'))[0]?.about).toMatch(
      /steps/,
    );
  });
});
