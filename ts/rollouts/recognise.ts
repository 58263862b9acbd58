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
  /** What they are; undefined where that is not known, or where their values tell it, too. */
  format: RolloutFormat | null | undefined;
}

/** Tells what the records of one source are: of those of the same names only once, where names tell. */
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
    if (kind.format !== undefined) return kind.format;
    const { seen, sawValues } = watchNames(record);
    const format = this.#find(seen);
    if (!sawValues()) kind.format = format;
    return format;
  }

  #find(record: RolloutRecord): RolloutFormat | null {
    return recognise(record, this.#container, this.#file);
  }

  #learn(record: ByteRecord): void {
    const names = this.#kinds[KINDS - 1]?.names ?? new KeyLayout([], []);
    record.teach(names);
    this.#kinds = [{ names, format: undefined }, ...this.#kinds.slice(0, KINDS - 1)];
  }
}

/** A record that remembers whether more was asked of it than its names: a value that is there. */
function watchNames(record: RolloutRecord): { seen: RolloutRecord; sawValues: () => boolean } {
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
  return { seen, sawValues: () => saw };
}

/** JSON is JSON, over one line or several. */
function isReadFrom({ containers }: RolloutFormat, container: Container): boolean {
  if (container !== 'jsonl' && container !== 'json') return containers.includes(container);
  return containers.includes('jsonl') || containers.includes('json');
}
