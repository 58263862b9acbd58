const [QUOTE, COMMA] = [0x22, 0x2c] as const;
/** The bytes of a byte order mark, which may stand before the first cell. */
const MARK: readonly number[] = [0xef, 0xbb, 0xbf];

type State = 'start' | 'plain' | 'quoted' | 'after-quote';

/**
 * Whether CSV is between quotes, followed byte by byte. Quotes open a cell only where the cell begins: one that
 * stands elsewhere, as in `5" disk`, is an error of its own line and swallows none of those that follow.
 */
export class CsvQuotes {
  #state: State = 'start';

  get open(): boolean {
    return this.#state === 'quoted';
  }

  /** @param to - the first byte that is not read; line ends are not passed to it */
  read(bytes: Uint8Array, from: number, to: number): void {
    let state = this.#state;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (state === 'quoted') {
        if (byte === QUOTE) state = 'after-quote';
      } else if (byte === COMMA) state = 'start';
      else if (byte === QUOTE && state !== 'plain') state = 'quoted';
      else if (state !== 'start' || !MARK.includes(byte)) state = 'plain';
    }
    this.#state = state;
  }

  /** The next byte begins a record. */
  reset(): void {
    this.#state = 'start';
  }
}
