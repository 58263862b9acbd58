import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import { readText } from '../read.ts';

function table(names: readonly string[], third: readonly unknown[]): Uint8Array {
  const columnData = names.map((name, i) => ({
    name,
    data: i < 2 ? [1, 2] : [...third],
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

// A rejection that nobody waits for ends the process, and fails this test.
it('a column that the table does not know, and that is damaged, is no end of the process', async () => {
  const bytes = table(['task_id', 'reward', 'answer'], ['a'.repeat(99), 'b']);
  const text = new TextDecoder('latin1').decode(bytes);
  const inSchema = text.lastIndexOf('answer', text.lastIndexOf('answer') - 1);
  bytes[inSchema] = 'x'.charCodeAt(0);
  const footer = new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
  bytes.fill(0xff, 4, bytes.length - 8 - footer);
  const { problems, counts } = await readText(bytes, { name: 'a.parquet' });
  expect(problems).toMatchObject([{ kind: 'malformed-parquet' }]);
  expect(counts).toMatchObject({ refusedFiles: 1, rollouts: 0 });
});

it('two columns of one name are refused, since a row has room for one', async () => {
  const { problems } = await readText(table(['task_id', 'reward', 'task_id'], [3, 4]), {
    name: 'a.parquet',
  });
  expect(problems).toMatchObject([
    {
      kind: 'malformed-parquet',
      message: expect.stringContaining('two columns are named "task_id"'),
    },
  ]);
});
