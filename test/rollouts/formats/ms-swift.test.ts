import { describe, expect, it } from 'vitest';
import { readText } from '../read.ts';
import { episodesOf } from './lines.ts';

function line(fields: object): string {
  return `${JSON.stringify({
    step: ['4', '4', '4'],
    prompt: ['p', 'p', 'q'],
    completion: ['a', 'bc', ''],
    accuracy: [1, 0, 0.5],
    advantages: [0.7, -0.7, 0],
    solution: ['1', '1', '2'],
    ...fields,
  })}\n`;
}

describe('ms-swift', () => {
  it('turns columns into rows of one step', async () => {
    const { rows, found, counts } = await readText(line({}) + line({ step: ['5', '5', '5'] }));
    expect(rows.map(({ line: at, item, set, reward }) => [at, item, set, reward])).toEqual([
      [1, 0, 'step 4', 1],
      [1, 1, 'step 4', 0],
      [1, 2, 'step 4', 0.5],
      [2, 0, 'step 5', 1],
      [2, 1, 'step 5', 0],
      [2, 2, 'step 5', 0.5],
    ]);
    expect(rows[0]?.group).toBe(rows[1]?.group);
    expect(counts).toMatchObject({ records: 6, rollouts: 6 });
    expect(found).toEqual(['1: guessed', 'null: uneven-groups']);
  });

  it('sums rewards of several functions and says so, or reads the one that is wanted', async () => {
    const text = `{"step": ["4", "4"], "prompt": ["p", "p"], "completion": ["", ""], "accuracy": [1, 0.5], "format": [0.25, NaN], "advantages": [0, 0]}\n`;
    const summed = await readText(text);
    expect(summed.rows.map(({ reward }) => reward)).toEqual([1.25, 0.5]);
    expect(
      summed.problems.map(({ kind, message }) => [kind, message.includes('accuracy, format')]),
    ).toEqual([
      ['guessed', false],
      ['guessed', true],
    ]);
    const one = await readText(text, { rewardKey: 'format' });
    expect(one.rows.map(({ reward }) => reward)).toEqual([0.25, null]);
    expect(one.found).toEqual(['1: guessed', '1: missing-reward']);
    const none = await readText(text, { rewardKey: 'style' });
    expect(none.problems.map(({ message }) => message)).toEqual(
      Array(2).fill('has no reward named "style", but "accuracy", "format"'),
    );
  });

  it('takes booleans for 1 and 0, and no text for a function that did not apply', async () => {
    const [accuracy, format] = [
      [true, 1, 'True'],
      [false, true, 1],
    ];
    const text = line({ advantages: undefined, accuracy, format, advantages_: 0 });
    const named = text.replace('"advantages_":0', '"advantages":[0,0,0]');
    const { rows, problems, counts } = await readText(named);
    expect(rows.map(({ reward }) => reward)).toEqual([1, 2]);
    expect(problems.filter(({ skipped }) => skipped)).toMatchObject([
      { kind: 'invalid-reward', message: expect.stringContaining('got "True"') },
    ]);
    expect(counts).toMatchObject({ records: 3, rollouts: 2, skipped: 1 });
    expect((await episodesOf(named)).map(({ trajectories }) => trajectories[0]?.reward)).toEqual([
      1, 2,
    ]);
    const one = await readText(named, { rewardKey: 'format' });
    expect(one.rows.map(({ reward }) => reward)).toEqual([0, 1, 1]);
  });

  it('refuses columns of different lengths', async () => {
    const { problems, counts } = await readText(line({ accuracy: [1] }));
    expect(problems).toMatchObject([
      {
        kind: 'invalid-content',
        message: 'its columns must be of one length, got 3 prompts and 1 of "accuracy"',
      },
    ]);
    expect(counts).toMatchObject({ records: 1, skipped: 1 });
  });
});
