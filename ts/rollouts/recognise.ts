import { ByteRecord } from './byte-record.ts';
import type { FileContext } from './file-context.ts';
import type { Container, RolloutFormat } from './format.ts';
import { formats } from './formats/index.ts';
import { KeyLayout } from './projection/key-layout.ts';
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

/** Tells what the records of one source are: of those with the same names one after the other only once, where names tell. */
export class Recogniser {
  readonly #container: Container;
  readonly #file: FileContext;
  readonly #names = new KeyLayout([], []);
  /** What records of the last names are; undefined where that is not known, or where values tell it, too. */
  #byNames: RolloutFormat | null | undefined;

  constructor(container: Container, file: FileContext) {
    this.#container = container;
    this.#file = file;
  }

  /** As `recognise`. */
  formatOf(record: RolloutRecord): RolloutFormat | null {
    if (!(record instanceof ByteRecord)) return this.#find(record);
    if (!record.isLike(this.#names)) {
      this.#byNames = undefined;
      return this.#find(record);
    }
    if (this.#byNames !== undefined) return this.#byNames;
    const { seen, sawValues } = watchNames(record);
    const format = this.#find(seen);
    if (!sawValues()) this.#byNames = format;
    return format;
  }

  #find(record: RolloutRecord): RolloutFormat | null {
    return recognise(record, this.#container, this.#file);
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
