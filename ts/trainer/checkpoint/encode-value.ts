import { refuse } from '../../errors/refuse.ts';
import { show } from '../../errors/show.ts';
import { ByteWriter } from './byte-writer.ts';
import { TAG, TYPED_ARRAYS } from './value-tags.ts';

/**
 * Values as bytes, exactly: NaN, −0, `undefined`, typed arrays, maps, sets, dates and big integers stay what they are,
 * and what is one object stays one, wherever it appears. Equal values have equal bytes.
 *
 * @param what - begins the path in errors: `'state.rsState'`
 * @throws UpperhandError `invalid-argument` with the path of what cannot be held: functions, symbols, and instances of
 *   classes, which would come back as something else
 */
export function encodeValue(value: unknown, what: string): Uint8Array {
  const encoder = new Encoder();
  encoder.value(value, what);
  return encoder.writer.toBytes();
}

class Encoder {
  readonly writer: ByteWriter = new ByteWriter();
  readonly #seen = new Map<object, number>();

  value(value: unknown, path: string): void {
    const { writer } = this;
    if (value === undefined) writer.byte(TAG.undefined);
    else if (value === null) writer.byte(TAG.null);
    else if (typeof value === 'boolean') writer.byte(value ? TAG.true : TAG.false);
    else if (typeof value === 'string') this.#text(value);
    else if (typeof value === 'object') this.#object(value, path);
    else if (typeof value === 'number') {
      writer.byte(TAG.number);
      writer.float64(value);
    } else if (typeof value === 'bigint') {
      writer.byte(TAG.bigint);
      writer.text(String(value));
    } else refuse(path, 'something that a checkpoint can hold', value);
  }

  #text(value: string): void {
    const { writer } = this;
    if (value.isWellFormed()) {
      writer.byte(TAG.text);
      writer.text(value);
      return;
    }
    writer.byte(TAG.brokenText);
    writer.count(value.length);
    for (let i = 0; i < value.length; i++) writer.count(value.charCodeAt(i));
  }

  #object(value: object, path: string): void {
    const { writer } = this;
    const place = this.#seen.get(value);
    if (place !== undefined) {
      writer.byte(TAG.again);
      writer.count(place);
      return;
    }
    this.#seen.set(value, this.#seen.size);
    const prototype = Object.getPrototypeOf(value) as object | null;
    const typedArray = TYPED_ARRAYS.findIndex((type) => value instanceof type);
    if (Array.isArray(value)) this.#array(value, path);
    else if (prototype === null) this.#properties(TAG.bareObject, value, path);
    else if (prototype === Map.prototype) this.#map(value as Map<unknown, unknown>, path);
    else if (prototype === Set.prototype) this.#set(value as Set<unknown>, path);
    else if (prototype === Date.prototype) {
      writer.byte(TAG.date);
      writer.float64((value as Date).getTime());
    } else if (prototype === ArrayBuffer.prototype) {
      writer.byte(TAG.arrayBuffer);
      this.#bytes(new Uint8Array(value as ArrayBuffer));
    } else if (typedArray >= 0) {
      const { buffer, byteOffset, byteLength } = value as Uint8Array;
      writer.byte(TAG.typedArray);
      writer.byte(typedArray);
      this.#bytes(new Uint8Array(buffer, byteOffset, byteLength));
    } else if (isPlain(prototype)) this.#properties(TAG.object, value, path);
    else {
      const expected = `plain data for a checkpoint to hold it, no instance of ${nameOf(prototype)}`;
      refuse(path, expected, value);
    }
  }

  #array(values: readonly unknown[], path: string): void {
    const { writer } = this;
    // Token ids and log-probabilities are most of what there is.
    if (values.length > 0 && isAllNumbers(values)) {
      const areInts = values.every((entry) => (entry | 0) === entry && !Object.is(entry, -0));
      writer.byte(areInts ? TAG.int32s : TAG.numbers);
      writer.count(values.length);
      if (areInts) writer.int32s(values);
      else writer.float64s(values);
      return;
    }
    writer.byte(TAG.array);
    writer.count(values.length);
    for (let i = 0; i < values.length; i++) {
      if (i in values) this.value(values[i], `${path}[${i}]`);
      else writer.byte(TAG.hole);
    }
  }

  #set(values: ReadonlySet<unknown>, path: string): void {
    this.writer.byte(TAG.set);
    this.writer.count(values.size);
    for (const value of values) this.value(value, `a value of ${path}`);
  }

  #map(value: ReadonlyMap<unknown, unknown>, path: string): void {
    this.writer.byte(TAG.map);
    this.writer.count(value.size);
    for (const [key, entry] of value) {
      this.value(key, `a key of ${path}`);
      this.value(entry, `${path}.get(${show(key)})`);
    }
  }

  #properties(tag: number, value: object, path: string): void {
    const symbol = Object.getOwnPropertySymbols(value)[0];
    if (symbol !== undefined) refuse(`a key of ${path}`, 'text', symbol);
    const entries = Object.entries(value);
    this.writer.byte(tag);
    this.writer.count(entries.length);
    for (const [key, entry] of entries) {
      this.#text(key);
      this.value(entry, `${path}.${key}`);
    }
  }

  #bytes(bytes: Uint8Array): void {
    this.writer.count(bytes.length);
    this.writer.bytes(bytes);
  }
}

/** A hole is undefined, and so no number. */
function isAllNumbers(values: readonly unknown[]): values is readonly number[] {
  for (const value of values) if (typeof value !== 'number') return false;
  return true;
}

/** Of this realm or of another one. */
function isPlain(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}

function nameOf(prototype: object): string {
  const maker = (prototype as { constructor?: { name?: unknown } }).constructor;
  return typeof maker?.name === 'string' && maker.name !== '' ? maker.name : 'a class';
}
