import type { RowFields, SimpleForm } from './format.ts';
import { isAt, readNumber, readShort } from './projection/decode.ts';
import { KeyLayout } from './projection/key-layout.ts';
import { END, ENTRY, KEY_END, KEY_START, NEXT, SIZE, START, type Tape } from './projection/tape.ts';

const [QUOTE, OPEN_OBJECT] = [0x22, 0x7b] as const;

/**
 * Reads the fields of a rollout straight from a tape where all is as in nearly every line: short ids, a short role, a number as
 * the reward. What is not is left to the format, which comes to the same wherever this comes to anything.
 */
export class SimpleRows {
  readonly #layout: KeyLayout;
  readonly #roleName: string;

  constructor({ group, role, reward, rolloutIndex, present, absent }: SimpleForm) {
    const [agent, name] = role;
    this.#layout = new KeyLayout([group, agent, reward, rolloutIndex, ...present], absent);
    this.#roleName = name;
  }

  /** @param object - an entry of the tape */
  read(tape: Tape, object: number): RowFields | null {
    if (!this.#layout.read(tape, object)) return null;
    const { members } = this.#layout;
    const reward = readNumber(
      tape.bytes,
      tape.entries[(members[2] as number) + START] as number,
      tape.entries[(members[2] as number) + END] as number,
    );
    if (reward === undefined) return null;
    const group = textAt(tape, members[0] as number, true);
    const role = this.#roleOf(tape, members[1] as number);
    const rolloutIndex = textAt(tape, members[3] as number, true);
    if (group === null || role === null || rolloutIndex === null) return null;
    return { group, role, reward, rolloutIndex };
  }

  #roleOf(tape: Tape, agent: number): string | null {
    const { bytes, entries } = tape;
    const isObject = bytes[entries[agent + START] as number] === OPEN_OBJECT;
    if (!isObject || (entries[agent + SIZE] as number) < 0) return null;
    let found: string | null = null;
    const end = entries[agent + NEXT] as number;
    for (let at = agent + ENTRY; at < end; at = entries[at + NEXT] as number) {
      const start = entries[at + KEY_START] as number;
      const keyEnd = entries[at + KEY_END] as number;
      if (keyEnd < 0) return null;
      const isName = keyEnd - start === this.#roleName.length && isAt(this.#roleName, bytes, start);
      if (isName) found = textAt(tape, at, false);
    }
    return found;
  }
}

/** A short text, or a number as text where that is allowed; null for anything else, as for no text. */
function textAt({ bytes, entries }: Tape, member: number, mayBeNumber: boolean): string | null {
  const start = entries[member + START] as number;
  const end = entries[member + END] as number;
  if (bytes[start] === QUOTE) {
    if (entries[member + SIZE] !== 0) return null;
    return readShort(bytes, start + 1, end - 1) || null;
  }
  const number = mayBeNumber ? readNumber(bytes, start, end) : undefined;
  return number === undefined ? null : String(number);
}
