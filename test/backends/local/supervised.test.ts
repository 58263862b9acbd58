import { describe, expect, it } from 'vitest';
import { CharacterTokenizer } from '../../../ts/backends/local/character-tokenizer.ts';
import { LocalPolicy } from '../../../ts/backends/local/local-policy.ts';
import { demonstrationDatum, supervised } from '../../../ts/backends/local/supervised.ts';
import type { ChatMessage } from '../../../ts/types/chat.ts';
import { SMALL } from './support.ts';

const tokenizer = new CharacterTokenizer({ characters: 'abc' });

function conversation(...texts: string[]): ChatMessage[] {
  return texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }));
}

describe('imitation', () => {
  it('learns what the assistant wrote, with the ends of its messages', () => {
    const { tokens, mask } = demonstrationDatum(tokenizer, conversation('a', 'bc', 'a', ''));
    expect(tokenizer.decode(tokens)).toBe('ⓤa␃ⓐbc␃ⓤa␃ⓐ␃');
    expect(mask).toEqual([0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 1]);
  });

  it('has tools before a conversation as prompts that show them', () => {
    const tools = [{ type: 'function' as const, function: { name: 'ab' } }];
    const messages = conversation('a', 'b');
    const { tokens, mask } = demonstrationDatum(tokenizer, { tools, messages });
    expect(tokenizer.decode(tokens)).toBe('ⓢⓒab␃ⓤa␃ⓐb␃');
    expect(mask).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
  });

  it('learns what was written into a text, token by token', () => {
    const turns = [
      ['ab', 'c'],
      ['', 'a'],
      ['b', ''],
    ] as const;
    const { tokens, mask } = demonstrationDatum(tokenizer, { turns });
    expect(tokenizer.decode(tokens)).toBe('␂abcab');
    expect(mask).toEqual([0, 0, 0, 1, 1, 0]);
  });

  it('makes the loss small, the same way every time', async () => {
    const demonstrations = ['ab', 'bc', 'ca'].map((pair) => conversation(...pair));
    const runs = [];
    for (let run = 0; run < 2; run++) {
      const policy = await LocalPolicy.create({ config: SMALL, workers: 0 });
      const told: number[] = [];
      const losses = await supervised(policy, tokenizer, {
        demonstrations,
        steps: 40,
        batchSize: 2,
        learningRate: 0.02,
        seed: 1,
        onStep: (step, loss) => told.splice(step, 1, loss),
      });
      expect(told).toEqual(losses);
      expect(losses[0]).toBeGreaterThan(2);
      expect(losses.at(-1)).toBeLessThan(0.05);
      runs.push([losses, await policy.parametersHash()]);
    }
    expect(runs[0]).toEqual(runs[1]);
  });

  it('refuses what cannot be imitated', async () => {
    const policy = await LocalPolicy.create({ config: SMALL, workers: 0 });
    const imitate = (options: object) =>
      supervised(policy, tokenizer, {
        demonstrations: [conversation('a', 'b')],
        steps: 1,
        ...options,
      });
    const refused = { code: 'invalid-argument' };
    await expect(imitate({ demonstrations: [] })).rejects.toMatchObject(refused);
    await expect(imitate({ demonstrations: [conversation('a')] })).rejects.toMatchObject(refused);
    await expect(imitate({ demonstrations: [conversation('a', 'é')] })).rejects.toThrow(
      'demonstrations[0][1].content has characters',
    );
    await expect(imitate({ demonstrations: [{ turns: [['a', '']] }] })).rejects.toThrow(
      'demonstrations[0].turns must be pairs of texts',
    );
    await expect(imitate({ demonstrations: [{ turns: [['a', 'é']] }] })).rejects.toThrow(
      'demonstrations[0].turns[0][1] has characters',
    );
    await expect(imitate({ steps: -1 })).rejects.toMatchObject(refused);
    await expect(imitate({ batchSize: 0 })).rejects.toMatchObject(refused);
    await expect(imitate({ epochs: 1 })).rejects.toMatchObject(refused);
    expect(policy.step).toBe(0);
  });
});
