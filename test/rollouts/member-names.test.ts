import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMember, MemberNames } from '../../ts/rollouts/member-names.ts';
import { JsTape } from '../../ts/rollouts/projection/js-tape.ts';

describe('MemberNames', () => {
  it('finds what findMember finds one by one, the last of equal names, escaped or not', () => {
    const wanted = ['type', 'role', 'content', 'id'];
    const key = fc.constantFrom('"type"', '"role"', '"ro\\u006ce"', '"content"', '"kind"', '"é"');
    const value = fc.constantFrom('1', '"role"', '{"type":2}', '[{"id":3}]');
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value)), (members) => {
        const text = `{${members.map(([name, held]) => `${name}: ${held}`).join(', ')}}`;
        const tape = new JsTape();
        expect(tape.scan(new TextEncoder().encode(text))).toBe(true);
        const names = new MemberNames(...wanted);
        const found = new Int32Array(names.length);
        names.find(tape, 0, found);
        expect([...found]).toEqual(wanted.map((name) => findMember(tape, 0, name)));
      }),
    );
  });
});
