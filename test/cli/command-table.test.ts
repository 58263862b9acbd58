import { Command, Help } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../ts/cli/commands/command-table.ts';
import { run } from './run.ts';

const io = { stdin: none(), stdout: { write() {} }, stderr: { write() {} }, env: {} };

async function* none(): AsyncGenerator<Uint8Array> {}

describe('what is known of a command before it is loaded', () => {
  it.each(commandTable)('$name: its options and arguments', async ({ name, usage, load }) => {
    const program = new Command();
    const add = await load();
    add(program, io, () => {});
    expect(program.commands.map((command) => command.name())).toEqual([name]);
    const [command] = program.commands as [Command];
    expect(new Help().subcommandTerm(command)).toBe(`${name} ${usage}`);
  });

  it('is what the help of the program shows', async () => {
    const { out } = await run(['--help']);
    for (const { name, usage, summary } of commandTable)
      expect(out.replace(/ +/g, ' ')).toContain(`\n ${name} ${usage} ${summary}\n`);
    expect(await run(['help'])).toEqual({ code: 0, out, err: '' });
  });

  it('suffices to tell a command that is misspelt', async () => {
    expect(await run(['advantage', 'x'])).toEqual({
      code: 2,
      out: '',
      err: "error: unknown command 'advantage'\n(Did you mean advantages?)\nSee `upperhand --help`.\n",
    });
  });

  it('is not needed to ask for the help of one', async () => {
    const asked = await run(['convert', '--help']);
    expect(asked.code).toBe(0);
    expect(await run(['help', 'convert'])).toEqual(asked);
  });

  it.each(commandTable)(
    '$name: its help breaks lines of a paragraph where they are full',
    async ({ name }) => {
      const { out } = await run([name, '--help']);
      const [, below = ''] = out.split(/display help for command\n/);
      const broken = below.split('\n\n').flatMap((paragraph) => {
        const lines = paragraph.split('\n');
        return lines.filter((line, i) => {
          const [next = ''] = lines[i + 1]?.split(' ') ?? [];
          const endsSentence = /[.:]$/.test(line);
          return /^\S/.test(line) && next !== '' && !endsSentence && `${line} ${next}`.length < 90;
        });
      });
      expect(broken).toEqual([]);
    },
  );
});
