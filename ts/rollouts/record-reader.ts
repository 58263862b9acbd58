import { show } from '../errors/show.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { ByteRecord } from './byte-record.ts';
import { type RolloutContent, toContent } from './content.ts';
import { refuseRecord } from './fields.ts';
import { type FileContext, fileContext } from './file-context.ts';
import type { Container, OneOrMore, RolloutFormat, RowFields } from './format.ts';
import { listNames } from './list-names.ts';
import { Refusal } from './problem.ts';
import type { LineBlock } from './projection/lines.ts';
import type { Found, Place, ReadingContext } from './reading-context.ts';
import { Recogniser } from './recognise.ts';
import type { RolloutRecord } from './record.ts';
import type { RolloutFacts } from './row.ts';
import { RowMaker, type RowPlace } from './row-maker.ts';
import { sideFileOf } from './side-file-names.ts';
import { SimpleRows } from './simple-rows.ts';
import type { SourceReport } from './source-report.ts';

/** What is known of records of one format in one file. */
interface RecordKind {
  readonly format: RolloutFormat;
  /** One file has one: that of its first record. */
  readonly version: string | null;
  /** Reads them from a tape; null where they have to be looked at as such. */
  readonly simple: SimpleRows | null;
}

/** Makes rows of the records of one source, whatever they lie in. */
export class RecordReader {
  readonly file: FileContext;
  readonly report: SourceReport;
  readonly shared: ReadingContext;
  readonly container: Container;
  /** What its records are; null until the first one showed it. */
  format: RolloutFormat | null;
  readonly #rows: RowMaker;
  /** Of the record that is read. */
  #number = 0;
  readonly #recogniser: Recogniser;
  /** What the last record was. */
  #kind: RecordKind | null = null;

  constructor(name: string, container: Container, shared: ReadingContext, report: SourceReport) {
    this.file = fileContext(
      name,
      shared.rewardKey,
      shared.withDetails ? shared.identity : undefined,
    );
    this.container = container;
    this.shared = shared;
    this.format = shared.format;
    this.report = report;
    this.#rows = new RowMaker(report, shared);
    this.#recogniser = new Recogniser(container, this.file);
  }

  get finished(): boolean {
    return this.report.finished;
  }

  /**
   * Rows of the records at one place. They are used before the next place is read.
   *
   * @param damaged - whether bytes there were no UTF-8
   */
  read(
    records: readonly (RolloutRecord | Refusal)[],
    place: Place,
    damaged: boolean,
  ): readonly Found[] {
    const found: Found[] = [];
    for (const record of records) this.#readRecord(record, place, damaged, found);
    return found;
  }

  /**
   * The row of one object on a tape, where it is as simple as nearly all are. Null for any other, which `read` takes.
   *
   * @param offset - of the line that it stands in
   */
  readSimple(tape: LineBlock, object: number, line: number, offset: number): Found | null {
    const { shared } = this;
    const kind = this.#kind;
    if (!kind?.simple || this.#rows.holdsOne || !kind.simple.read(tape, object)) return null;
    const { format, version, simple } = kind;
    this.#number++;
    shared.counts.records++;
    const facts = shared.withFacts
      ? format.facts?.(new ByteRecord(tape, object), this.file)
      : undefined;
    const row = this.#rows.addSimple(simple, facts, line, offset);
    return { row, format, version, record: this.#number, content: null };
  }

  /** Rows that were held back, when all records were read. */
  end(): readonly Found[] {
    // Also where the source failed: what was read of it is kept.
    const found = this.#rows.release();
    if (this.finished || this.#rows.made > 0) return found;
    const { skipped, hasLost } = this.report;
    const { isMember, skipUnreadableSources } = this.shared;
    if (skipped === 0) this.report.refuse('empty-file', 'holds no records');
    else if (hasLost && !isMember && !skipUnreadableSources) {
      const all = skipped === 1 ? 'its one record' : `all of its ${skipped} records`;
      throw this.report.error(`${all} had to be skipped; ${this.report.firstSkipped}`);
    }
    return found;
  }

  #readRecord(
    record: RolloutRecord | Refusal,
    place: Place,
    damaged: boolean,
    found: Found[],
  ): void {
    this.#number++;
    if (record instanceof Refusal) {
      this.#skip(record, place);
      return;
    }
    let kind: RecordKind;
    let fields: OneOrMore<RowFields>;
    try {
      kind = this.#kindOf(record, place);
      const { format } = kind;
      const side = format.describeSideRecord?.(record, this.file);
      if (side !== undefined) refuseRecord('not-a-rollout', side);
      fields = format.read(record, this.file, this.#number - 1);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.#skip(refusal, place);
      return;
    }
    const { format, version } = kind;
    if (isList(fields)) this.#readList(fields, kind, record, place, damaged, found);
    else {
      const [content = null] = this.#contentOf(format, record, 1);
      const at = { place, item: undefined, record: this.#number, format, version };
      const facts = this.shared.withFacts ? format.facts?.(record, this.file) : undefined;
      this.#take(fields, facts, content, at, damaged, found);
    }
  }

  #readList(
    fields: readonly (RowFields | Refusal)[],
    { format, version }: RecordKind,
    record: RolloutRecord,
    place: Place,
    damaged: boolean,
    found: Found[],
  ): void {
    if (fields.length === 0) this.#skip(new Refusal('not-a-rollout', 'holds no rollout'), place);
    const content = this.#contentOf(format, record, fields.length);
    for (const [item, one] of fields.entries()) {
      const at = { place, item, record: this.#number, format, version };
      this.#take(one, undefined, content[item] ?? null, at, damaged, found);
    }
  }

  #take(
    fields: RowFields | Refusal,
    facts: RolloutFacts | undefined,
    content: RolloutContent | Refusal | null,
    at: RowPlace,
    damaged: boolean,
    found: Found[],
  ): void {
    if (fields instanceof Refusal) this.#skip(fields, at.place);
    else if (content instanceof Refusal) this.#skip(content, at.place);
    else if (damaged && isDamaged(fields)) this.#skip(damagedKey, at.place);
    else {
      this.shared.counts.records++;
      this.#rows.add({ fields, facts, at, content }, found);
    }
  }

  #skip(refusal: Refusal, place: Place): void {
    this.shared.counts.records++;
    this.report.skip(refusal, place);
  }

  #contentOf(
    format: RolloutFormat,
    record: RolloutRecord,
    rollouts: number,
  ): readonly (RolloutContent | Refusal)[] {
    const { withDetails } = this.shared;
    if (!withDetails) return [];
    const details = catchRefusal(() => format.details?.(record, this.file) ?? []);
    if (details instanceof Refusal) return Array(rollouts).fill(details);
    return (isList(details) ? details : [details]).map((one) =>
      one instanceof Refusal
        ? one
        : catchRefusal(() => toContent(one, withDetails === 'unchecked')),
    );
  }

  /** What a record is. One that shows no format of its own is taken for what those before it are. */
  #kindOf(record: RolloutRecord, place: Place): RecordKind {
    const before = this.format;
    // The columns of a table show what it is, and are those of all its records.
    const isTable = this.container === 'csv' || this.container === 'parquet';
    const isKnown = this.shared.format !== null || (isTable && before !== null);
    const format = isKnown ? before : (this.#recogniser.formatOf(record) ?? before);
    this.shared.onRecord?.(record, format, this);
    if (!format) return this.#unknown(record);
    this.format = format;
    if (before && format !== before) {
      this.report.note(
        'mixed-formats',
        `is read as ${format.name} from here on, after ${before.name}; groups of both that have the same name are one`,
        place,
      );
    }
    if (this.#kind?.format !== format) this.#kind = this.#beginKind(format, record, place);
    return this.#kind;
  }

  #beginKind(format: RolloutFormat, record: RolloutRecord, place: Place): RecordKind {
    const { rewardKey } = this.shared;
    const { reward } = format.describe;
    if (rewardKey !== undefined && !format.namedReward && rewardKey !== reward) {
      const message = `is of ${format.name}, where each rollout has one reward (${reward}), which is read; rewardKey (--reward) ${show(rewardKey)} is of no use`;
      this.report.note('unused-reward-key', message, place);
    }
    const asSuch = this.shared.withDetails || format.repeats === 'skip';
    return {
      format,
      version: format.version?.(record, this.file) ?? null,
      simple: format.simple && !asSuch ? new SimpleRows(format.simple) : null,
    };
  }

  #unknown(record: RolloutRecord): never {
    const side = sideFileOf(this.file.base, []);
    if (side) refuseRecord('not-a-rollout', `is no rollout; by its name the file is ${side.what}`);
    return refuseRecord(
      'unknown-format',
      `no known rollout format has these fields: ${listNames(record.names)}; docs/formats.md lists what is read, and a plain file has task_id (or group_id) and reward`,
    );
  }
}

const damagedKey = /* @__PURE__ */ new Refusal(
  'invalid-group',
  'its group, role or index holds bytes that are no UTF-8',
);

function isDamaged({ group, role, rolloutIndex }: RowFields): boolean {
  return /\ufffd/.test(group + role + (rolloutIndex ?? ''));
}

/** What the types of the engine refuse, as logprobs of another number than their tokens, is a fault of the record. */
function catchRefusal<T>(read: () => T): T | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return error;
    if (!(error instanceof UpperhandError)) throw error;
    return new Refusal('invalid-content', error.message);
  }
}

function isList<T>(value: OneOrMore<T>): value is readonly (T | Refusal)[] {
  return Array.isArray(value);
}
