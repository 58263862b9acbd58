import { describe, expect, it } from 'vitest';
import { findingKinds } from '../../../ts/rollouts/survey/finding.ts';
import { findingText } from '../../../ts/rollouts/survey/finding-text.ts';

describe('what a finding says', () => {
  it.each(Object.entries(findingKinds))('of one %s is about one', (_, { message }) => {
    expect(findingText(message, 2)).toBe(message);
    expect(findingText(message, 1)).not.toMatch(
      /^(have|are|were|hold|share|begin)\b|\bthey\b|\btheir\b/,
    );
  });

  it('agrees with its number', () => {
    expect(findingText(findingKinds.missing.message, 1)).toBe(
      'has no reward, which is not 0: it gets no advantage',
    );
  });
});
