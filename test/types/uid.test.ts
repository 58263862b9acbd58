import { expect, it } from 'vitest';
import { newUid } from '../../ts/types/uid.ts';

it('newUid makes RFC 4122 version 4 identifiers, all different', () => {
  const uids = Array.from({ length: 10_000 }, newUid);
  expect(new Set(uids).size).toBe(uids.length);
  for (const uid of uids.slice(0, 1000))
    expect(uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
