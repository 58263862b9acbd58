import type { SimpleForm } from './format.ts';
import { findMember } from './member-names.ts';
import { readNumber, readShort } from './projection/decode.ts';
import { KeyLayout } from './projection/key-layout.ts';
import type { LineBlock } from './projection/lines.ts';
import { sameBytes } from './projection/same-bytes.ts';
import { END, SIZE, START, type Tape } from './projection/tape.ts';

const QUOTE = 0x22;

/**
 * Reads the fields of a rollout straight from a tape where all is as in nearly every line: short ids, a short role, a number as
 * the reward. What is not is left to the format, which comes to the same wherever this comes to anything.
 */
export class SimpleRows {
  /** Of the rollout that was read last. */
  group = '';
  role = '';
  reward = 0;
  rolloutIndex = '';
  readonly #groupBytes = new LastBytes();
  readonly #agentBytes = new LastBytes();
  readonly #layout: KeyLayout;
  readonly #roleName: string;

  constructor({ group, role, reward, rolloutIndex, present, absent }: SimpleForm) {
    const [agent, name] = role;
    this.#layout = new KeyLayout([group, agent, reward, rolloutIndex, ...present], absent);
    this.#roleName = name;
  }

  /**
   * False where it is not as simple as that.
   *
   * @param object - an entry of the tape
   */
  read(tape: LineBlock, object: number): boolean {
    if (!this.#layout.read(tape, object)) return false;
    const { members } = this.#layout;
    const reward = readNumber(
      tape.bytes,
      tape.entries[(members[2] as number) + START] as number,
      tape.entries[(members[2] as number) + END] as number,
    );
    if (reward === undefined) return false;
    // Neighbours are often of one group, and nearly all of one role.
    const [group, agent, , index] = members as unknown as [number, number, number, number];
    if (!this.#groupBytes.isSame(tape, group)) {
      this.group = textAt(tape, group, true);
      this.#groupBytes.remember(tape, group);
    }
    if (!this.#agentBytes.isSame(tape, agent)) {
      this.role = this.#roleOf(tape, agent);
      this.#agentBytes.remember(tape, agent);
    }
    this.reward = reward;
    this.rolloutIndex = textAt(tape, index, true);
    return this.group !== '' && this.role !== '' && this.rolloutIndex !== '';
  }

  /** What is no object has no members. */
  #roleOf(tape: Tape, agent: number): string {
    const name = findMember(tape, agent, this.#roleName);
    return name < 0 ? '' : textAt(tape, name, false);
  }
}

/** The bytes of a member of the line before. */
class LastBytes {
  readonly #bytes = new Uint8Array(128);
  readonly #known = new DataView(this.#bytes.buffer);
  #length = -1;

  isSame({ view, entries }: LineBlock, member: number): boolean {
    const start = entries[member + START] as number;
    const length = (entries[member + END] as number) - start;
    if (length !== this.#length) return false;
    return sameBytes(view, start, this.#known, 0, length);
  }

  /** Longer ones are never the same. */
  remember({ bytes, entries }: Tape, member: number): void {
    const start = entries[member + START] as number;
    const length = (entries[member + END] as number) - start;
    this.#length = length > this.#bytes.length ? -1 : length;
    for (let i = 0; i < this.#length; i++) this.#bytes[i] = bytes[start + i] as number;
  }
}

/** A short text, or a number as text where that is allowed; an empty text for anything else. */
function textAt({ bytes, entries }: Tape, member: number, mayBeNumber: boolean): string {
  const start = entries[member + START] as number;
  const end = entries[member + END] as number;
  if (bytes[start] === QUOTE) {
    if (entries[member + SIZE] !== 0) return '';
    return readShort(bytes, start + 1, end - 1) ?? '';
  }
  const number = mayBeNumber ? readNumber(bytes, start, end) : undefined;
  return number === undefined ? '' : String(number);
}
