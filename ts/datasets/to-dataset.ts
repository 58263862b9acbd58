import { refuse } from '../errors/refuse.ts';
import type { Dataset, DatasetInput } from './dataset.ts';
import { openJsonlDataset } from './jsonl-dataset.ts';

/** The order of an epoch has 32 bits for each. */
const MOST_TASKS = 2 ** 32 - 1;

/**
 * Makes a dataset of what the trainer takes for one. An array or a dataset is used as it is. The lines of a JSONL
 * file are checked now, all of them, and read when they are asked for. An async iterable is collected.
 *
 * @throws UpperhandError `invalid-argument` for anything else, and for an async iterable that does not give as many
 *   tasks as its length says; `dataset-file` for a file with lines that are no JSON objects
 * @example
 * const dataset = await toDataset(['a', 'b']);
 * await dataset.get(1); // 'b'
 */
export async function toDataset<Task>(input: DatasetInput<Task>): Promise<Dataset<Task>> {
  if (typeof input === 'string' || input instanceof URL) {
    return (await openJsonlDataset(input)) as Dataset<Task>;
  }
  if (Array.isArray(input) || 'get' in toObject(input)) {
    return asDataset(input as readonly Task[] | Dataset<Task>);
  }
  if (Symbol.asyncIterator in toObject(input)) {
    return asDataset(await collect(input as AsyncIterable<Task> & { readonly length: number }));
  }
  return refuseInput(input);
}

/** An array, or a dataset, which is checked. */
export function asDataset<Task>(input: readonly Task[] | Dataset<Task>): Dataset<Task> {
  if (Array.isArray(input)) {
    const tasks: readonly Task[] = input;
    return {
      get length(): number {
        return tasks.length;
      },
      // Fewer than there were when the order of an epoch was drawn must not become tasks that are undefined.
      get(index) {
        if (index < tasks.length) return tasks[index] as Task;
        return refuse('index', `below ${tasks.length}, the number of tasks by now`, index);
      },
    };
  }
  const dataset = toObject(input) as Partial<Dataset<Task>>;
  if (typeof dataset.get !== 'function') refuseInput(input);
  lengthOf(input);
  return dataset as Dataset<Task>;
}

/** It may change while the dataset is in use, so it is checked each time. */
export function lengthOf({ length }: { readonly length: number }): number {
  if (!Number.isSafeInteger(length) || length < 0 || length > MOST_TASKS)
    refuse('the length of the dataset', `a whole number from 0 to ${MOST_TASKS}`, length);
  return length;
}

async function collect<Task>(
  iterable: AsyncIterable<Task> & { readonly length: number },
): Promise<Task[]> {
  const length = lengthOf(iterable);
  const tasks: Task[] = [];
  for await (const task of iterable) {
    if (tasks.push(task) > length) break;
  }
  if (tasks.length !== length) {
    const got = tasks.length > length ? `at least ${tasks.length}` : `${tasks.length}`;
    refuse(
      'the dataset',
      `an async iterable of ${length} tasks, as its length says`,
      `${got} tasks`,
    );
  }
  return tasks;
}

function toObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : refuseInput(input);
}

function refuseInput(input: unknown): never {
  return refuse(
    'the dataset',
    'an array, { length, get(index) }, the path of a JSONL file, or an async iterable with a length',
    input,
  );
}
