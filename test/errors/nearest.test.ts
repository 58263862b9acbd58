import { describe, expect, it } from 'vitest';
import { nearest } from '../../ts/errors/nearest.ts';

const known = ['grpo', 'rloo', 'prpo', 'reinforce', 'reinforce_plus_plus_baseline'];

describe('nearest', () => {
  it.each([
    ['grop', 'grpo'],
    ['GRPO', 'grpo'],
    ['gpo', 'grpo'],
    ['grppo', 'grpo'],
    ['rlooo', 'rloo'],
    ['Reinforce++', 'reinforce'],
    ['reinforce_plus_baseline', 'reinforce_plus_plus_baseline'],
    ['reinforce', 'reinforce'],
  ])('takes %s for %s', (text, meant) => {
    expect(nearest(text, known)).toBe(meant);
  });

  it.each(['', 'gae', 'loop', 'other', 'ppo-clip-long', 'x'.repeat(10_000)])(
    'takes %s for nothing',
    (text) => {
      expect(nearest(text, known)).toBeUndefined();
    },
  );

  it('prefers fewer letters off, then what comes first', () => {
    expect(nearest('mask_timeouts', ['mask_time', 'mask_timeout'])).toBe('mask_timeout');
    expect(nearest('ab', ['ax', 'ay'])).toBe('ax');
  });

  it.each([
    ['x', ['k']],
    ['7', ['k', 'n', '']],
    ['', ['k']],
  ])('takes %j for nothing of %j, with which it shares no letter', (text, short) => {
    expect(nearest(text, short)).toBeUndefined();
  });

  it.each([
    ['K', ['k'], 'k'],
    ['kk', ['n', 'k'], 'k'],
    ['k', ['ks'], 'ks'],
    ['ba', ['cd', 'ab'], 'ab'],
  ])('takes the short %j for one of %j', (text, short, meant) => {
    expect(nearest(text, short)).toBe(meant);
  });

  it('knows nothing of an empty list', () => {
    expect(nearest('grpo', [])).toBeUndefined();
  });
});
