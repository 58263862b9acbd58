const HEX = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);
const SIZE = 16;

// Asking for random bytes costs more than all else here, so they are drawn for many identifiers at once.
let pool = new Uint8Array();
let used = 0;

/** A random RFC 4122 version 4 identifier; unlike `crypto.randomUUID` it works on insecure pages too. */
export function newUid(): string {
  if (used === pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(64 * SIZE));
    used = 0;
  }
  const at = used;
  used += SIZE;
  pool[at + 6] = ((pool[at + 6] as number) & 0x0f) | 0x40;
  pool[at + 8] = ((pool[at + 8] as number) & 0x3f) | 0x80;
  let uid = '';
  for (let i = 0; i < SIZE; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) uid += '-';
    uid += HEX[pool[at + i] as number];
  }
  return uid;
}
