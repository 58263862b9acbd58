type Numbers = Float64Array | Uint32Array | Uint8Array;

const BITS = 14;
const SIZE = 1 << BITS;
const MASK = SIZE - 1;

/** Numbers that are appended one by one, in blocks: growing neither copies nor leaves garbage. */
export class Column {
  readonly #blocks: Numbers[] = [];
  readonly #make: (length: number) => Numbers;
  #length = 0;

  /** @param type - what holds the numbers; they are not checked to fit */
  constructor(type: new (length: number) => Numbers) {
    this.#make = (length) => new type(length);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if ((this.#length & MASK) === 0) this.#blocks.push(this.#make(SIZE));
    (this.#blocks[this.#length >>> BITS] as Numbers)[this.#length & MASK] = value;
    this.#length++;
  }

  /** @param index - below the length */
  get(index: number): number {
    return (this.#blocks[index >>> BITS] as Numbers)[index & MASK] as number;
  }

  /** @param index - below the length */
  set(index: number, value: number): void {
    (this.#blocks[index >>> BITS] as Numbers)[index & MASK] = value;
  }
}
