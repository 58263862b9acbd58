import { describe, expect, it } from 'vitest';
import { type Scorer, withScorer } from '../../ts/workflow/with-scorer.ts';
import { makeEngine, messageOf } from './engines.ts';

const exactMatch = (_input: unknown, output: unknown, expected: unknown) =>
  output === expected ? 1 : 0;

describe('withScorer', () => {
  it('rewards what the agent returns', async () => {
    const engine = makeEngine(
      withScorer(async (task: { input: string; expected: string }, ctx) => {
        const { content } = await ctx.model.chat([{ role: 'user', content: task.input }]);
        return content;
      }, exactMatch),
    );
    const tasks = ['Hello yourself', 'Go away'].map((expected) => ({ input: 'Hello', expected }));
    const episodes = await engine.executeTasks(tasks);
    expect(
      episodes.map(({ trajectories: [one] }) => [one?.name, one?.reward, one?.steps.length]),
    ).toEqual([
      ['agent', 1, 1],
      ['agent', 0, 1],
    ]);
    expect(episodes[0]?.metadata.timing).toMatchObject({ reward_time: expect.any(Number) });
  });

  it.each<[string, unknown, unknown[]]>([
    ['input and expected of the task', { input: 'i', expected: 'e' }, ['i', 'out', 'e']],
    [
      'the task itself, where it has no input',
      { question: 'q' },
      [{ question: 'q' }, 'out', undefined],
    ],
    ['a task that is text', 'q', ['q', 'out', undefined]],
    ['a task that is null', null, [null, 'out', undefined]],
  ])('gives the scorer %s', async (_, task, expected) => {
    const seen: unknown[] = [];
    const scorer: Scorer = async (...given) => seen.push(...given);
    await makeEngine(withScorer(() => 'out', scorer)).executeTasks([task]);
    expect(seen).toEqual(expected);
  });

  it('takes other ways to what the scorer is given', async () => {
    const workflow = withScorer(
      async ({ question }: { question: string; answer: number }) => ({ said: question.length }),
      (input: string, output: number, expected: number) => (output === expected ? input.length : 0),
      {
        input: ({ question }) => question,
        expected: ({ answer }) => answer,
        output: ({ said }) => said,
      },
    );
    const [episode] = await makeEngine(workflow).executeTasks([{ question: 'abc', answer: 3 }]);
    expect(episode?.trajectories[0]?.reward).toBe(3);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined, { score: 1 }])(
    'refuses a score of %s, with the scorer’s name',
    async (score) => {
      const judge = () => score as number;
      const [episode] = await makeEngine(withScorer(() => 'out', judge)).executeTasks([1]);
      expect(episode?.terminationReason).toBe('error');
      expect(messageOf(episode)).toMatch(
        /^what scorer "judge" gives must be a finite number, got /,
      );
    },
  );

  it('takes a boolean for 1 or 0', async () => {
    const right = ((_input: unknown, output: unknown) => output === 'out') as unknown as Scorer;
    const [episode] = await makeEngine(withScorer(() => 'out', right)).executeTasks([1]);
    expect(episode?.trajectories[0]?.reward).toBe(1);
  });

  it('refuses what are no functions, and options that there are not', () => {
    expect(() => withScorer('agent' as never, exactMatch)).toThrow('agent must be a function');
    expect(() => withScorer(() => 1, 1 as never)).toThrow('scorer must be a function');
    expect(() => withScorer(() => 1, exactMatch, { expect: () => 1 } as never)).toThrow(
      'did you mean expected?',
    );
  });
});
