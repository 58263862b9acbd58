import { ByteRecord } from './byte-record.ts';
import type { FileContext } from './file-context.ts';
import type { Container, RolloutFormat } from './format.ts';
import { formats } from './formats/index.ts';
import { KeyLayout, PATIENCE } from './projection/key-layout.ts';
import type { RolloutRecord } from './record.ts';

/** The first format that knows such a record; null when none does. */
export function recognise(
  record: RolloutRecord,
  container: Container,
  file: FileContext,
): RolloutFormat | null {
  return (
    formats.find((format) => isReadFrom(format, container) && format.detect(record, file)) ?? null
  );
}

/** Some files leave names out of some records: so many kinds of record are remembered. */
const KINDS = 4;

/** Records that have the same names. */
interface Kind {
  readonly names: KeyLayout;
  /** What names alone do not tell: formats that have to look at values, in their order; null before it is known. */
  unsure: readonly RolloutFormat[] | null;
  /** What records are that none of those knows. */
  otherwise: RolloutFormat | null;
}

/** Tells what the records of one source are: of those of the same names formats that go by names are asked only once. */
export class Recogniser {
  readonly #container: Container;
  readonly #file: FileContext;
  /** The one that was learned last is the first. */
  #kinds: readonly Kind[] = [];
  #patience = PATIENCE;

  constructor(container: Container, file: FileContext) {
    this.#container = container;
    this.#file = file;
  }

  /** As `recognise`. */
  formatOf(record: RolloutRecord): RolloutFormat | null {
    if (!(record instanceof ByteRecord) || this.#patience < 0) return this.#find(record);
    const kind = this.#kinds.find(({ names }) => record.isLike(names));
    if (!kind) {
      this.#patience--;
      this.#learn(record);
      return this.#find(record);
    }
    if (this.#patience < PATIENCE) this.#patience++;
    kind.unsure ??= this.#ask(record, kind);
    // Most kinds have none.
    for (const format of kind.unsure) if (format.detect(record, this.#file)) return format;
    return kind.otherwise;
  }

  #find(record: RolloutRecord): RolloutFormat | null {
    return recognise(record, this.#container, this.#file);
  }

  #learn(record: ByteRecord): void {
    const names = this.#kinds[KINDS - 1]?.names ?? new KeyLayout([], []);
    record.teach(names);
    const kind: Kind = { names, unsure: null, otherwise: null };
    this.#kinds = [kind, ...this.#kinds.slice(0, KINDS - 1)];
  }

  #ask(record: RolloutRecord, kind: Kind): readonly RolloutFormat[] {
    const unsure: RolloutFormat[] = [];
    for (const format of formats) {
      if (!isReadFrom(format, this.#container)) continue;
      const isKnown = knowsNames(format, record, this.#file);
      if (isKnown === null) unsure.push(format);
      if (!isKnown) continue;
      kind.otherwise = format;
      break;
    }
    return unsure;
  }
}

/** Whether a format knows a record by its names; null where it asks for a value that is there. */
function knowsNames(
  format: RolloutFormat,
  record: RolloutRecord,
  file: FileContext,
): boolean | null {
  let saw = false;
  const seen = new Proxy(record, {
    get(target, key: keyof RolloutRecord) {
      const value: unknown = target[key];
      if (typeof value !== 'function') return value;
      return (name: string, ...more: readonly unknown[]): unknown => {
        saw ||= key !== 'has' && target.has(name);
        return value.call(target, name, ...more);
      };
    },
  });
  const isKnown = format.detect(seen, file);
  return saw ? null : isKnown;
}

/** JSON is JSON, over one line or several. */
function isReadFrom({ containers }: RolloutFormat, container: Container): boolean {
  if (container !== 'jsonl' && container !== 'json') return containers.includes(container);
  return containers.includes('jsonl') || containers.includes('json');
}
