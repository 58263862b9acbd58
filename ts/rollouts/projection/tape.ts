/** How many integers an entry takes. */
export const ENTRY = 6;
/** What is where in an entry; places are bytes of `Tape.bytes`. */
export const KEY_START = 0;
/** Where a key ends; its complement where it holds escapes. */
export const KEY_END = 1;
export const START = 2;
export const END = 3;
/** The entry after all that is inside this one. */
export const NEXT = 4;
/**
 * Entries of an array; of a string how many bytes more than characters its escapes take. The complement, which is negative,
 * where the tape leaves out what is inside.
 */
export const SIZE = 5;

/**
 * Where things are in one JSON object: an entry for the object itself, for each member of it, and so on for members that are
 * objects and for objects in members that are arrays (of these, KEY_START is their place in the array). What lies deeper in
 * arrays of arrays is checked and has no entry. The memory is used again for the next object.
 */
export interface Tape {
  /** The whole of the memory that places are in. */
  readonly bytes: Uint8Array;
  readonly entries: Int32Array;
  /** Whether there may be anything beyond ASCII. */
  readonly hasLetters: boolean;
  /** Called with how many bytes are walked over once more, because the tape leaves out what is in them. */
  onExpand?(bytes: number): void;
}

/** A tape that can be written anew. */
export interface Scanner extends Tape {
  /**
   * Walks over JSON once. False unless the bytes are exactly one object on one line; bare NaN and infinities are taken for
   * numbers. Whether they are UTF-8 is not looked at.
   */
  scan(object: Uint8Array): boolean;
}
