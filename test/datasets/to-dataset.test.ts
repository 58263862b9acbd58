import { appendFileSync, existsSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../ts/datasets/dataset.ts';
import { toDataset } from '../../ts/datasets/to-dataset.ts';
import { replaceFs } from '../support/replace-fs.ts';
import { temporaryFiles } from '../support/temporary-files.ts';

const { folder, file } = temporaryFiles();

async function tasksOf<Task>(dataset: Dataset<Task>): Promise<Task[]> {
  return Promise.all(Array.from({ length: dataset.length }, (_, i) => dataset.get(i)));
}

function iterable<Task>(tasks: readonly Task[], length: number) {
  let asked = 0;
  return {
    length,
    get asked() {
      return asked;
    },
    async *[Symbol.asyncIterator]() {
      for (const task of tasks) {
        asked++;
        yield task;
      }
    },
  };
}

describe('toDataset', () => {
  it('uses an array as it is', async () => {
    const task = { id: 'a' };
    const dataset = await toDataset([task]);
    expect(await dataset.get(0)).toBe(task);
    expect(dataset.length).toBe(1);
  });

  it('uses a dataset as it is', async () => {
    const dataset = { length: 2, get: (index: number): number => index };
    expect(await toDataset(dataset)).toBe(dataset);
  });

  it('collects an async iterable', async () => {
    expect(await tasksOf(await toDataset(iterable(['a', 'b'], 2)))).toEqual(['a', 'b']);
  });

  it('refuses an async iterable that does not keep to its length', async () => {
    await expect(toDataset(iterable(['a'], 3))).rejects.toThrow(/of 3 tasks.*got "1 tasks"/);
    const endless = iterable(Array(1000).fill('a'), 2);
    await expect(toDataset(endless)).rejects.toThrow(/of 2 tasks.*got "at least 3 tasks"/);
    expect(endless.asked).toBe(3);
  });

  it.each<[unknown, RegExp]>([
    [null, /got null/],
    [7, /got 7/],
    [new Set([1]), /must be an array, .*async iterable/],
    [{ length: 1 }, /must be an array/],
    [{ length: 1, get: 'x' }, /must be an array/],
    [{ length: -1, get: () => 0 }, /the length of the dataset must be a whole number/],
    [{ get: () => 0 }, /the length of the dataset .*got undefined/],
    [new URL('https://example.org/tasks.jsonl'), /a path, or a file: URL/],
  ])('refuses %s', async (input, message) => {
    await expect(toDataset(input as never)).rejects.toThrow(message);
  });
});

describe('a JSONL file as a dataset', () => {
  it('gives its lines in any order, past blank lines, a byte order mark and \\r\\n', async () => {
    const text = '\ufeff{"id": "ä"}\r\n\r\n  \n{"id": "b", "x": [1]}\r\n{"id": "c"}';
    for (const path of [file('a b.jsonl', text), pathToFileURL(join(folder, 'a b.jsonl'))]) {
      const dataset = await toDataset<unknown>(path);
      expect(dataset.length).toBe(3);
      expect(await dataset.get(2)).toEqual({ id: 'c' });
      expect(await tasksOf(dataset)).toEqual([{ id: 'ä' }, { id: 'b', x: [1] }, { id: 'c' }]);
    }
  });

  it('reads what Python writes: NaN and infinities', async () => {
    const path = file('nan.jsonl', '{"a": NaN, "b": -Infinity, "c": "NaN"}\n');
    expect(await tasksOf(await toDataset(path))).toEqual([{ a: NaN, b: -Infinity, c: 'NaN' }]);
  });

  it('keeps the digits of ids beyond 2^53', async () => {
    const path = file('ids.jsonl', '{"id": 9007199254740993}\n{"id": 9007199254740992}\n{"id": 7}');
    const ids = (await tasksOf(await toDataset<{ id: unknown }>(path))).map(({ id }) => id);
    expect(ids).toEqual(['9007199254740993', '9007199254740992', 7]);
  });

  it('reads a line that is longer than a piece of the file', async () => {
    const task = { text: 'é'.repeat(300_000), last: true };
    const path = file('long.jsonl', `{"id": 1}\n${JSON.stringify(task)}\n{"id": 2}\n`);
    expect(await tasksOf(await toDataset(path))).toEqual([{ id: 1 }, task, { id: 2 }]);
  });

  it('gives each time an object of its own', async () => {
    const dataset = await toDataset<{ id: number }>(file('own.jsonl', '{"id": 1}\n'));
    (await dataset.get(0)).id = 2;
    expect(await dataset.get(0)).toEqual({ id: 1 });
    await expect(dataset.get(1)).rejects.toThrow(/index must be a whole number below 1, got 1/);
  });

  it('names all lines that are no tasks, with the reasons', async () => {
    const path = file(
      'bad.jsonl',
      '{"id": 1}\n{"id": 2\n[1]\n{"a":1}{"b":2}\n{"a": 1} x\n"text"\n{"a":',
    );
    const error = await toDataset(path).catch((caught: unknown) => caught as Error);
    expect(error).toMatchObject({ code: 'dataset-file' });
    const { message } = error as Error;
    expect(message).toContain(
      `${path}: 6 lines are no tasks: line 2: not valid JSON: "{\\"id\\": 2"`,
    );
    expect(message).toMatch(/line 3: expected a JSON object, got an array/);
    expect(message).toMatch(/line 4: holds 2 objects; a task has a line of its own/);
    expect(message).toMatch(/line 5: not valid JSON/);
    expect(message).toMatch(/line 7: the file ends in the middle of a record/);
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['empty', '', /holds no tasks/],
    ['blank', '\n \n', /holds no tasks/],
    [
      'latin-1',
      new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]),
      /1 line is no task: line 1: byte 2 of the file is no UTF-8/,
    ],
    ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0]), /is compressed with gzip; unpack it first$/],
    ['parquet', 'PAR1', /is a Parquet file/],
  ])('refuses a file that is %s', async (name, content, message) => {
    await expect(toDataset(file(`${name}.jsonl`, content))).rejects.toThrow(message);
  });

  it('names a file that is not there, and a folder', async () => {
    const missing = join(folder, 'missing.jsonl');
    await expect(toDataset(missing)).rejects.toThrow(`${missing}: there is no such file`);
    await expect(toDataset(folder)).rejects.toThrow(`${folder}: is a folder`);
  });

  it('opens the file once at a time, however many tasks are asked for', async () => {
    const path = file('many.jsonl', '{"id": 1}\n'.repeat(100));
    const dataset = await toDataset(path);
    let [opened, most] = [0, 0];
    const open: typeof fs.open = async (...args) => {
      most = Math.max(most, ++opened);
      const handle = await fs.open(...args);
      const close = handle.close.bind(handle);
      handle.close = () => close().finally(() => opened--);
      return handle;
    };
    const tasks = await replaceFs({ open }, () => tasksOf(dataset));
    expect(tasks).toHaveLength(100);
    expect(most).toBe(1);
  });

  it.runIf(existsSync('/dev/null'))('refuses what is no file', async () => {
    await expect(toDataset('/dev/null')).rejects.toThrow('/dev/null: is a pipe or a device');
  });

  it('notices that the file was changed or removed', async () => {
    const path = file('changed.jsonl', '{"id": 1}\n');
    const dataset = await toDataset(path);
    appendFileSync(path, '{"id": 2}\n');
    await expect(dataset.get(0)).rejects.toThrow(`${path}: was changed while it is in use`);
    rmSync(path);
    await expect(dataset.get(0)).rejects.toThrow(`${path}: there is no such file`);
  });
});
