import { Places } from '../errors/places.ts';
import { refuse } from '../errors/refuse.ts';
import { UpperhandError } from '../errors/upperhand-error.ts';
import { nodeFs } from '../platform/node-fs.ts';
import { readFileChunks } from '../platform/read-file-chunks.ts';
import { readJsonLine } from '../rollouts/json-line.ts';
import { readExactJsonValues, readJsonValues } from '../rollouts/json-values.ts';
import { Refusal } from '../rollouts/problem.ts';
import { RecordSplitter } from '../rollouts/record-splitter.ts';
import { sniffForeign } from '../rollouts/sniff.ts';
import { readErrorText } from '../rollouts/source.ts';
import { decodeUtf8 } from '../rollouts/utf8.ts';
import { WorkQueue } from '../tracking/work-queue.ts';
import type { Dataset } from './dataset.ts';

const MAX_LINE_BYTES = 1 << 28;

type JsonlTask = Record<string, unknown>;

/** Where a task stands in its file. */
interface Span {
  readonly offset: number;
  readonly bytes: number;
}

/**
 * A file of JSON lines as a dataset: one object a line, blank lines aside. It is read once, to check every line and
 * to note where it stands, and then a line at a time, so that it takes little memory. An `id` that is a whole number
 * beyond 2^53 comes as text, since two such ids may be one double.
 *
 * @throws UpperhandError `dataset-file` with the lines that are no JSON objects and the reasons, for a file without
 *   tasks, and later for one that was changed meanwhile
 */
export async function openJsonlDataset(path: string | URL): Promise<Dataset<JsonlTask>> {
  if (path instanceof URL && path.protocol !== 'file:')
    refuse('the dataset', 'a path, or a file: URL', path.href);
  const file = new JsonlFile(path);
  const stamp = await file.stamp();
  const spans = await findTasks(file);
  return {
    length: spans.length,
    async get(index) {
      const span = spans[index] ?? refuse('index', `a whole number below ${spans.length}`, index);
      if ((await file.stamp()) !== stamp) throw file.fault('was changed while it is in use');
      return parseTask(await file.read(span));
    },
  };
}

/** What can be asked of a file; whatever fails says its name. */
class JsonlFile {
  readonly #path: string | URL;
  readonly #reads = new WorkQueue();

  constructor(path: string | URL) {
    this.#path = path;
  }

  /** Changes when the file does. */
  stamp(): Promise<string> {
    return this.#try(async ({ stat }) => {
      const stats = await stat(this.#path);
      // What gives its lines once, or never ends. That a folder is none is found by reading it.
      if (!stats.isFile() && !stats.isDirectory()) throw this.fault('is a pipe or a device');
      return `${stats.size} ${stats.mtimeMs}`;
    });
  }

  /** One after the other: a batch may have more tasks than a process may open files. */
  read(span: Span): Promise<Uint8Array> {
    return this.#reads.run(() => this.#readNow(span));
  }

  readAll(use: (chunk: Uint8Array) => void): Promise<void> {
    return this.#try(async () => {
      for await (const chunk of readFileChunks(this.#path)) use(chunk);
    });
  }

  fault(message: string, cause?: unknown): UpperhandError {
    const options = cause === undefined ? undefined : { cause };
    return new UpperhandError('dataset-file', `${this.#path}: ${message}`, options);
  }

  #readNow({ offset, bytes }: Span): Promise<Uint8Array> {
    return this.#try(async ({ open }) => {
      const file = await open(this.#path, 'r');
      try {
        return (await file.read(new Uint8Array(bytes), 0, bytes, offset)).buffer;
      } finally {
        await file.close();
      }
    });
  }

  async #try<T>(work: (fs: ReturnType<typeof nodeFs>) => Promise<T>): Promise<T> {
    const fs = nodeFs('a dataset given by its path');
    try {
      return await work(fs);
    } catch (error) {
      throw error instanceof UpperhandError ? error : this.fault(readErrorText(error), error);
    }
  }
}

async function findTasks(file: JsonlFile): Promise<Span[]> {
  const splitter = new RecordSplitter({ maxBytes: MAX_LINE_BYTES });
  const spans: Span[] = [];
  const problems = new Places('; ');
  const look = (record: Uint8Array): void => {
    const { line, offset } = splitter;
    const found = findTask(record, splitter);
    if (typeof found === 'string') problems.add(() => `line ${line}: ${found}`);
    else if (found) spans.push({ offset, bytes: record.length });
  };
  let begun = false;
  await file.readAll((chunk) => {
    const foreign = begun ? undefined : sniffForeign(chunk);
    // The hint in brackets is one for the command line.
    if (foreign) throw file.fault(foreign.message.replace(/ \(.*\)$/, ''));
    begun = true;
    for (const record of splitter.push(chunk)) look(record);
  });
  for (const record of splitter.end()) look(record);
  if (problems.count > 0)
    throw file.fault(`${problems.counted('line', 'is no task', 'are no tasks')}: ${problems}`);
  if (spans.length === 0) throw file.fault('holds no tasks');
  return spans;
}

/** Whether a line holds a task; what is wrong with it, where something is. */
function findTask(
  line: Uint8Array,
  { tooLong, offset, terminated }: RecordSplitter,
): boolean | string {
  if (tooLong) return `is longer than ${MAX_LINE_BYTES} bytes`;
  const { text, invalidAt } = decodeUtf8(line);
  if (invalidAt >= 0) return `byte ${offset + invalidAt} of the file is no UTF-8`;
  const records = readJsonLine(text, terminated);
  const refusal = records.find((record) => record instanceof Refusal);
  if (refusal) return refusal.message;
  if (records.length > 1) return `holds ${records.length} objects; a task has a line of its own`;
  return records.length === 1;
}

function parseTask(bytes: Uint8Array): JsonlTask {
  const { text } = decodeUtf8(bytes);
  const task = readJsonValues(text).values[0] as JsonlTask;
  if (Number.isInteger(task.id) && !Number.isSafeInteger(task.id))
    task.id = (readExactJsonValues(text)[0] as JsonlTask).id;
  return task;
}
