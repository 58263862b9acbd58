import { type ChildProcess, spawn } from 'node:child_process';

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

const TIMEOUT = 90_000;

/** Settings of the person who runs this that would change what the runtimes print or do. */
const UNWANTED = /^(FORCE_COLOR|NODE_OPTIONS|NODE_ENV|VITEST.*|npm_.*|DENO_.*|BUN_.*)$/;

function environment(extra: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(process.env).filter(([key]) => !UNWANTED.test(key));
  return { ...(Object.fromEntries(kept) as Record<string, string>), NO_COLOR: '1', ...extra };
}

/** Runs a command to its end. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Ran> {
  const started = start(command, args, options);
  const code = await started.ended(TIMEOUT);
  return { code, stdout: started.stdout(), stderr: started.stderr() };
}

/** A command that goes on until it is stopped. */
export interface Started {
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code; rejects, having stopped it, when it takes longer. */
  ended(milliseconds: number): Promise<number | null>;
  /** Waits until `find` gives something for what was written so far. */
  waitFor<T>(find: (stdout: string, stderr: string) => T | null | undefined): Promise<T>;
  /** Ends the command and its children. */
  stop(): Promise<void>;
}

export function start(command: string, args: readonly string[], options: RunOptions): Started {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: environment({ PWD: options.cwd, ...options.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that its children end with it.
    detached: process.platform !== 'win32',
  });
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
      for (const listener of listeners) listener();
    });
  }
  const end = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  // Whoever waits gets the error; where nobody waits yet it must not end this process.
  end.catch(() => {});
  const described = [command, ...args].join(' ');

  return {
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    ended: (milliseconds) =>
      within(end, milliseconds, described).catch((error) => {
        kill(child);
        throw error;
      }),
    waitFor: (find) => {
      let listener = (): void => {};
      const found = new Promise<NonNullable<ReturnType<typeof find>>>((resolve, reject) => {
        listener = () => {
          const value = find(written.stdout, written.stderr);
          if (value !== null && value !== undefined) resolve(value);
        };
        listeners.add(listener);
        listener();
        end.then(
          (code) => reject(new Error(`\`${described}\` ended with ${code}: ${written.stderr}`)),
          reject,
        );
      });
      return within(found, 30_000, described).finally(() => listeners.delete(listener));
    },
    stop: async () => {
      kill(child);
      await within(end, 10_000, described).catch(() => kill(child, 'SIGKILL'));
    },
  };
}

function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The promise's value, or an error when it takes longer. */
export function within<T>(promise: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${what}: nothing after ${milliseconds / 1000} s`);
    timer = setTimeout(() => reject(error), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
