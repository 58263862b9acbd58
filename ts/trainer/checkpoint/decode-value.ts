import { refuse } from '../../errors/refuse.ts';
import { ByteReader } from './byte-reader.ts';
import { TAG, TYPED_ARRAYS } from './value-tags.ts';

/**
 * The value that `encodeValue` made bytes of.
 *
 * @throws UpperhandError, RangeError, TypeError or SyntaxError for bytes that it did not make
 */
export function decodeValue(bytes: Uint8Array): unknown {
  const reader = new ByteReader(bytes);
  const value = new Decoder(reader).value();
  if (reader.left > 0) refuse('the value', 'all that there is', `${reader.left} more bytes`);
  return value;
}

const HOLE: unique symbol = Symbol('hole');

class Decoder {
  readonly #reader: ByteReader;
  readonly #objects: object[] = [];

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  value(): unknown {
    const value = this.#next();
    if (value === HOLE) refuse('a value', 'none that is left out, outside of arrays', 'a hole');
    return value;
  }

  #next(): unknown {
    const reader = this.#reader;
    const tag = reader.byte();
    switch (tag) {
      case TAG.undefined:
        return undefined;
      case TAG.null:
        return null;
      case TAG.false:
        return false;
      case TAG.true:
        return true;
      case TAG.number:
        return reader.float64();
      case TAG.bigint:
        return BigInt(reader.text());
      case TAG.text:
        return reader.text();
      case TAG.brokenText:
        return this.#brokenText();
      case TAG.hole:
        return HOLE;
      case TAG.again:
        return this.#objects[reader.count()] ?? refuse('a reference', 'to what came before', tag);
      default:
        return this.#object(tag);
    }
  }

  #object(tag: number): unknown {
    const reader = this.#reader;
    switch (tag) {
      case TAG.array:
        return this.#array();
      case TAG.int32s:
        return this.#keep(reader.int32s(reader.count(4)));
      case TAG.numbers:
        return this.#keep(reader.float64s(reader.count(8)));
      case TAG.object:
        return this.#properties(this.#keep({}));
      case TAG.bareObject:
        return this.#properties(this.#keep(Object.create(null) as object));
      case TAG.map:
        return this.#map();
      case TAG.set:
        return this.#set();
      case TAG.date:
        return this.#keep(new Date(reader.float64()));
      case TAG.typedArray:
        return this.#typedArray();
      case TAG.arrayBuffer:
        return this.#keep(reader.bytes(reader.count(1)).buffer);
      default:
        return refuse('the kind of a value', 'a known one', tag);
    }
  }

  /** Noted before its parts are read: they may refer to it. */
  #keep<T extends object>(value: T): T {
    this.#objects.push(value);
    return value;
  }

  #array(): unknown[] {
    const length = this.#reader.count(1);
    const values = this.#keep<unknown[]>([]);
    values.length = length;
    for (let i = 0; i < length; i++) {
      const value = this.#next();
      if (value !== HOLE) values[i] = value;
    }
    return values;
  }

  #properties(target: object): object {
    const count = this.#reader.count(2);
    for (let i = 0; i < count; i++) {
      const key = this.value() as string;
      const property = {
        value: this.value(),
        writable: true,
        enumerable: true,
        configurable: true,
      };
      // By definition, not by assignment: `__proto__` is a key like others.
      Object.defineProperty(target, key, property);
    }
    return target;
  }

  #map(): Map<unknown, unknown> {
    const count = this.#reader.count(2);
    const map = this.#keep(new Map<unknown, unknown>());
    for (let i = 0; i < count; i++) {
      const key = this.value();
      map.set(key, this.value());
    }
    return map;
  }

  #set(): Set<unknown> {
    const count = this.#reader.count(1);
    const set = this.#keep(new Set<unknown>());
    for (let i = 0; i < count; i++) set.add(this.value());
    return set;
  }

  #typedArray(): object {
    const kind = this.#reader.byte();
    const type = TYPED_ARRAYS[kind] ?? refuse('the kind of a typed array', 'a known one', kind);
    const { buffer } = this.#reader.bytes(this.#reader.count(1));
    return this.#keep(new type(buffer as ArrayBuffer));
  }

  #brokenText(): string {
    const length = this.#reader.count(1);
    let text = '';
    for (let i = 0; i < length; i++) text += String.fromCharCode(this.#reader.count());
    return text;
  }
}
