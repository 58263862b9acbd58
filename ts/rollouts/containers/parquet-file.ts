import { messageOf } from '../../errors/message-of.ts';
import type { RandomAccess } from '../../platform/random-access.ts';
import { Refusal } from '../problem.ts';
import type { Found } from '../reading-context.ts';
import type { RolloutRecord } from '../record.ts';
import { getOwn } from '../record.ts';
import type { RecordReader } from '../record-reader.ts';
import { checkColumns } from './check-columns.ts';

/** Row groups are decoded as a whole; pandas and pyarrow write at most a million rows each. */
const MAX_GROUP_BYTES = 2 ** 30;

/** Rows of a Parquet file, those of each row group together. */
export async function* readParquetFile(
  file: RandomAccess,
  reader: RecordReader,
): AsyncGenerator<Iterable<Found>> {
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  let failure: { readonly error: unknown } | null = null;
  const buffer = {
    byteLength: file.size,
    slice: async (start: number, end = file.size) => {
      const bytes = await file
        .slice(start < 0 ? file.size + start : start, end)
        .catch((error: unknown) => {
          failure = { error };
          throw error;
        });
      reader.shared.onBytes?.(bytes.length);
      return bytes.buffer;
    },
  };
  try {
    const metadata = await parquetMetadataAsync(buffer);
    checkColumns(parquetSchema(metadata), metadata.row_groups);
    let rowStart = 0;
    for (const { num_rows, total_byte_size } of metadata.row_groups) {
      if (total_byte_size > MAX_GROUP_BYTES) {
        const message = `a row group of ${total_byte_size} bytes is larger than ${MAX_GROUP_BYTES}; write the file with smaller ones`;
        reader.report.refuse('malformed-parquet', message);
        return;
      }
      const rowEnd = rowStart + Number(num_rows);
      const options = { file: buffer, metadata, compressors, rowStart, rowEnd };
      const rows = await parquetReadObjects(options);
      yield readRows(rows, rowStart, reader);
      rowStart = rowEnd;
    }
  } catch (error) {
    if (failure || reader.finished || error instanceof Refusal) throw error;
    reader.report.refuse('malformed-parquet', `is no valid Parquet: ${messageOf(error)}`, error);
  }
}

function* readRows(
  rows: readonly object[],
  before: number,
  reader: RecordReader,
): Generator<Found> {
  for (const [i, row] of rows.entries()) {
    yield* reader.read([new ParquetRecord(row)], { line: before + i + 1, offset: 0 }, false);
  }
}

/** A row. Integers of 64 bits are numbers, but for those that `exact` is asked for. */
class ParquetRecord implements RolloutRecord {
  readonly #row: object;

  constructor(row: object) {
    this.#row = row;
  }

  get names(): readonly string[] {
    return Object.keys(this.#row);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#row, name);
  }

  get(name: string): unknown {
    return withNumbers(getOwn(this.#row, name));
  }

  exact(name: string): unknown {
    const value = getOwn(this.#row, name);
    return typeof value === 'bigint' ? exactNumber(value) : withNumbers(value);
  }
}

function exactNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** As deep as the schema of the file, which is not the choice of its rows. */
function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, v]) => [name, withNumbers(v)]));
}
