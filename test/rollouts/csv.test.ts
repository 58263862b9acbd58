import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsvCells } from '../../ts/rollouts/csv.ts';
import { cut, readAll, readText, toBytes } from './read.ts';

describe('readCsvCells', () => {
  it('reads what RFC 4180 writes', () => {
    const cells = fc.array(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é') }),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(cells, fc.array(fc.boolean()), (row, quotes) => {
        const text = row
          .map((cell, i) =>
            quotes[i] || /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
          )
          .join(',');
        expect(readCsvCells(text)).toEqual(row);
      }),
    );
  });

  it('refuses what could mean two things', () => {
    expect(readCsvCells('a"b,c')).toEqual({ wrong: expect.stringContaining('inside a cell') });
    expect(readCsvCells('"a"b,c')).toEqual({ wrong: expect.stringContaining('closing quote') });
    expect(readCsvCells('"a')).toEqual({ wrong: expect.stringContaining('no closing quote') });
  });
});

describe('CSV files', () => {
  it('reads rewards, roles and indices; an empty cell is missing', async () => {
    const csv =
      '\ufefftask_id,name,reward,rollout_idx\r\nt1,solver,1,0\r\nt1,solver,,1\r\n"t,2",,-2.5e-1,0\r\n';
    const { rows, found } = await readText(csv, { name: 'scores.csv' });
    expect(
      rows.map(({ line, group, role, reward, rolloutIndex }) => [
        line,
        group,
        role,
        reward,
        rolloutIndex,
      ]),
    ).toEqual([
      [2, 't1', 'solver', 1, '0'],
      [3, 't1', 'solver', null, '1'],
      [4, 't,2', 'all_groups', -0.25, '0'],
    ]);
    expect(found).toEqual(['3: missing-reward']);
  });

  it('refuses text as a reward and names it', async () => {
    const { problems, rows } = await readText('task_id,reward\na,True\na,0x10\na,"1,5"\na,1\n', {
      name: 'scores.csv',
    });
    expect(problems.map(({ message }) => message)).toEqual([
      'reward must be a number or empty, got "True"',
      'reward must be a number or empty, got "0x10"',
      'reward must be a number or empty, got "1,5"',
    ]);
    expect(rows.map(({ line, reward }) => [line, reward])).toEqual([[5, 1]]);
  });

  it('reads nan and inf as pandas writes them, and reports them', async () => {
    const { rows, found } = await readText('task_id,reward\na,nan\na,-inf\na,1e400\n', {
      name: 'a.csv',
    });
    expect(rows.map(({ reward }) => reward)).toEqual([
      Number.NaN,
      Number.NEGATIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ]);
    expect(found).toEqual(['2: non-finite-reward', '3: non-finite-reward', '4: non-finite-reward']);
  });

  it('is recognised by its header when the name says nothing', async () => {
    const { rows } = await readText('reward,group_id\n1,g\n', { name: '<stdin>' });
    expect(rows).toHaveLength(1);
  });

  it('says which columns it needs', async () => {
    const { problems } = await readText('prompt,score\na,1\n', { name: 'a.csv' });
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      [
        'unknown-format',
        'its first line must name the columns task_id (or group_id) and reward (or what rewardKey, --reward, names), got "prompt", "score"',
      ],
    ]);
  });

  it('reports rows of another width, columns named twice and quotes that are never closed', async () => {
    const wide = await readText('task_id,reward\na,1,2\n\na,1\nb,"1\n', { name: 'a.csv' });
    expect(wide.found).toEqual(['2: malformed-csv', '5: torn-record']);
    expect(wide.counts).toMatchObject({ records: 3, rollouts: 1, skipped: 2, blank: 1 });
    const twice = await readText('task_id,reward,reward\na,1,2\n', { name: 'a.csv' });
    expect(twice.found).toEqual(['null: malformed-csv']);
  });

  it('loses one line to a quote that stands inside a cell, not all that follow', async () => {
    const text = 'task_id,name,reward\na,5" disk,1\nb,"x" y,1\nc,"two\nlines",1\nd,"",1\n';
    const { rows, found } = await readText(text, { name: 'a.csv' });
    expect(found).toEqual(['2: malformed-csv', '3: malformed-csv']);
    expect(rows.map(({ line, group, role }) => [line, group, role])).toEqual([
      [4, 'c', 'two\nlines'],
      [6, 'd', 'all_groups'],
    ]);
  });

  it('says how many lines lie behind a quote that is never closed', async () => {
    const text = 'task_id,reward\na,1\nb,"2\nc,3\nd,4\n';
    const { problems } = await readText(text, { name: 'a.csv' });
    expect(problems).toMatchObject([
      {
        line: 3,
        kind: 'torn-record',
        message:
          'a quoted cell of the record that begins here is never closed; the 3 lines up to the end of the file are in it',
      },
    ]);
  });

  it('follows quotes however the bytes arrive', async () => {
    const bytes = toBytes(
      '\ufeff"task\n_id",reward,task_id\r\n"é\r\n,""",2,"a\n\n"\r\n\r\n,1,b"\nx,"3"z,c\n,4,"d"\r\n',
    );
    const whole = await readAll({ name: 'a.csv', chunks: [bytes] });
    expect(whole.rows.map(({ line, group, reward }) => [line, group, reward])).toEqual([
      [3, 'a\n\n', 2],
      [10, 'd', 4],
    ]);
    for (let size = 1; size < bytes.length; size++) {
      expect(await readAll({ name: 'a.csv', chunks: cut(bytes, [size]) })).toEqual(whole);
    }
  });

  it('reads in time that grows with the file, though it has no quotes', async () => {
    const csv = `task_id,reward\n${'t,1\n'.repeat(500_000)}`;
    // To look for a quote in all that follows each line would be 500 GB, and outlast the test's time.
    const { rows } = await readText(csv, { name: 'a.csv' });
    expect(rows).toHaveLength(500_000);
  });

  it('says that commas separate cells where something else does', async () => {
    for (const [name, text] of [
      ['a.csv', 'task_id;reward\na;1\n'],
      ['a.tsv', 'task_id\treward\na\t1\n'],
    ] as const) {
      const { problems } = await readText(text, { name });
      expect(problems).toMatchObject([
        {
          kind: 'unknown-format',
          message: expect.stringMatching(/; cells are separated by commas$/),
        },
      ]);
    }
  });

  it('takes a \\r at the very end for half a line end', async () => {
    const { rows } = await readText('task_id,reward,name\r\nt,1,x\r\nt,0,"x"\r', { name: 'a.csv' });
    expect(rows.map(({ role, reward }) => [role, reward])).toEqual([
      ['x', 1],
      ['x', 0],
    ]);
  });

  it('refuses lines that end with \\r alone, which look like one header', async () => {
    const { problems, counts } = await readText('task_id,reward,name\rt,1,x\rt,0,y\r', {
      name: 'a.csv',
    });
    expect(problems.map(({ kind, message }) => [kind, message])).toEqual([
      ['malformed-csv', 'its lines end with \\r alone; write \\n or \\r\\n'],
    ]);
    expect(counts.refusedFiles).toBe(1);
  });

  it('reads past columns without a name, and two hundred thousand with one', async () => {
    const names = Array.from({ length: 200_000 }, (_, i) => `c${i}`);
    // To compare all names with all others would outlast the test's time.
    const { rows } = await readText(`task_id,reward,,,${names}\nt,1,,,${names}\n`, {
      name: 'a.csv',
    });
    expect(rows).toHaveLength(1);
  });

  it('takes `__proto__` for a column like any other', async () => {
    const { rows } = await readText('__proto__,task_id,reward\nx,__proto__,1\n', { name: 'a.csv' });
    expect(rows.map(({ group, reward }) => [group, reward])).toEqual([['__proto__', 1]]);
  });
});
