import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32c } from '../../ts/tracking/tensorboard/crc32c.ts';

/** A field of a protobuf message as it stands in the bytes. */
type Raw = number | Uint8Array;
type Message = ReadonlyMap<number, readonly Raw[]>;

export interface ReadEvent {
  readonly seconds: number;
  readonly step: number;
  readonly version?: string;
  readonly sessionStatus?: number;
  readonly scalars: Readonly<Record<string, number>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly histograms: Readonly<Record<string, ReadHistogram>>;
}

export interface ReadHistogram {
  /** min, max, count, sum, sum of squares */
  readonly numbers: readonly number[];
  readonly limits: readonly number[];
  readonly counts: readonly number[];
}

/** The events of all files of a folder, in the order of their names. */
export function readEvents(folder: string): ReadEvent[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => recordsOf(readFileSync(join(folder, name))).map(toEvent));
}

function recordsOf(bytes: Buffer): Uint8Array[] {
  const records: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Number(bytes.readBigUInt64LE(at));
    const data = bytes.subarray(at + 12, at + 12 + length);
    if (unmask(bytes.readUInt32LE(at + 8)) !== crc32c(bytes.subarray(at, at + 8)))
      throw new Error(`wrong checksum of the length at ${at}`);
    if (unmask(bytes.readUInt32LE(at + 12 + length)) !== crc32c(data))
      throw new Error(`wrong checksum of the data at ${at}`);
    records.push(data);
    at += length + 16;
  }
  return records;
}

function unmask(masked: number): number {
  const rotated = (masked - 0xa282ead8) >>> 0;
  return ((rotated >>> 17) | (rotated << 15)) >>> 0;
}

function toEvent(bytes: Uint8Array): ReadEvent {
  const event = parse(bytes);
  const version = event.get(3)?.[0];
  const session = event.get(7)?.[0];
  const values = event.has(5) ? (parse(event.get(5)?.[0]).get(1) ?? []).map(parse) : [];
  const pick = <T>(field: number, read: (raw: Raw) => T): Record<string, T> =>
    Object.fromEntries(
      values
        .filter((value) => value.has(field))
        .map((value) => [text(value.get(1)?.[0]), read(value.get(field)?.[0] as Raw)]),
    );
  return {
    seconds: event.get(1)?.[0] as number,
    step: (event.get(2)?.[0] as number | undefined) ?? 0,
    ...(version === undefined ? {} : { version: text(version) }),
    ...(session === undefined ? {} : { sessionStatus: parse(session).get(1)?.[0] as number }),
    scalars: pick(2, (raw) => raw as number),
    texts: pick(8, (raw) => text(parse(raw).get(8)?.[0])),
    histograms: pick(5, (raw) => {
      const histo = parse(raw);
      return {
        numbers: [1, 2, 3, 4, 5].map((field) => histo.get(field)?.[0] as number),
        limits: doubles(histo.get(6)?.[0]),
        counts: doubles(histo.get(7)?.[0]),
      };
    }),
  };
}

function parse(raw: Raw | undefined): Message {
  const bytes = raw as Uint8Array;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fields = new Map<number, Raw[]>();
  let at = 0;
  const varint = (): number => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[at++] as number;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  };
  const take = (length: number): number => {
    at += length;
    return at - length;
  };
  while (at < bytes.length) {
    const key = varint();
    const value = ((): Raw => {
      if (key % 8 === 0) return varint();
      if (key % 8 === 1) return view.getFloat64(take(8), true);
      if (key % 8 === 5) return view.getFloat32(take(4), true);
      const length = varint();
      const start = take(length);
      return bytes.subarray(start, start + length);
    })();
    const field = Math.floor(key / 8);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

function text(raw: Raw | undefined): string {
  return new TextDecoder().decode(raw as Uint8Array);
}

function doubles(raw: Raw | undefined): number[] {
  const bytes = raw as Uint8Array;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
}
