import { resolve } from 'node:path';
import { main } from '../../ts/cli/main.ts';
import { type CodeBlock, root } from './code-blocks.ts';

/** A command line of a `console` block, and the lines below it. */
export interface ShellStep {
  readonly command: string;
  readonly output: string;
}

export function shellSteps({ text }: CodeBlock): ShellStep[] {
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [command = '', ...output] = step.split('\n');
      return { command, output: output.join('\n').trimEnd() };
    });
}

/** Runs `upperhand …` as on a terminal without colours, with paths relative to the repository's root. */
export async function runUpperhand(command: string): Promise<{ code: number; output: string }> {
  const [, ...args] = command.split(/\s+/);
  let output = '';
  const stream = {
    isTTY: true,
    columns: 100,
    write(text: string | Uint8Array, done: () => void): void {
      output += typeof text === 'string' ? text : Buffer.from(text).toString();
      done();
    },
  };
  const before = process.cwd();
  if (resolve(before) !== root) throw new Error(`tests run in ${root}, not in ${before}`);
  const stdin = (async function* () {})();
  const code = await main(args, { stdin, stdout: stream, stderr: stream, env: { NO_COLOR: '1' } });
  return { code, output: output.trimEnd() };
}
