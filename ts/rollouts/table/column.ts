type Numbers = Float64Array | Uint32Array | Uint8Array;

const BITS = 14;
/** How many numbers a block holds. */
export const SIZE: number = 1 << BITS;
const MASK = SIZE - 1;
/** A column that stays short takes little: each role has one, and a file may name a hundred thousand roles. */
const FIRST = 8;

/** Numbers that are appended one by one, in blocks: beyond the first, growing neither copies nor leaves garbage. */
export class Column<Block extends Numbers = Numbers> {
  readonly #blocks: Block[] = [];
  readonly #make: (length: number) => Block;
  #length = 0;

  /** @param type - what holds the numbers; they are not checked to fit */
  constructor(type: new (length: number) => Block) {
    this.#make = (length) => new type(length);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if ((this.#length & MASK) === 0) this.#blocks.push(this.#make(this.#length ? SIZE : FIRST));
    else if (this.#length === this.#blocks[0]?.length) this.#growFirst();
    (this.#blocks[this.#length >>> BITS] as Numbers)[this.#length & MASK] = value;
    this.#length++;
  }

  /**
   * Appends a block of zeros, which is for the caller to write to: of several columns that grow together each number is
   * then one store. The length must be a multiple of `SIZE`.
   */
  extend(): Block {
    const block = this.#make(SIZE);
    this.#blocks.push(block);
    this.#length += SIZE;
    return block;
  }

  /**
   * A view of numbers of one block, for whoever walks over many.
   *
   * @param from - a multiple of a power of two that is at most `SIZE` and no less than the length of the view
   */
  view(from: number, length: number): Block {
    const block = this.#blocks[from >>> BITS] as Block;
    return block.subarray(from & MASK, (from & MASK) + length) as Block;
  }

  #growFirst(): void {
    const [first] = this.#blocks as [Block];
    this.#blocks[0] = this.#make(2 * first.length);
    this.#blocks[0].set(first);
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
