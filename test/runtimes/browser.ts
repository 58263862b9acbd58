import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Missing, type Outcome } from './cell.ts';
import type { PageServer } from './page-server.ts';
import { run, start, within } from './process.ts';

export interface Browser {
  /** The Debian package that brings it. */
  readonly debian: string;
  /** `'Chromium 156.0.8078.73'` */
  version(cwd: string): Promise<string>;
  /** Opens the page and waits for its report; what is in its console is the outcome's stderr. */
  open(server: PageServer, url: string, profile: string): Promise<Outcome>;
}

function find(setting: string, names: readonly string[]): string {
  const set = process.env[setting];
  if (set) return set;
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of names)
    for (const folder of folders) if (existsSync(join(folder, name))) return join(folder, name);
  throw new Missing(`no ${names.join(' or ')} in the PATH, and ${setting} is not set`);
}

async function versionOf(program: string, cwd: string): Promise<string> {
  const { stdout } = await run(program, ['--version'], { cwd, env: { HOME: cwd } });
  return /\d+(\.\d+)+\w*/.exec(stdout)?.[0] ?? 'of no known version';
}

/** What the page says when nothing more comes. */
const DONE = 'the suite is done';

const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-logging=stderr',
];

/** Its console comes with the browser's log, so that the browser's own complaints about the page are seen, too. */
export function chromium(flags: readonly string[] = []): Browser {
  return {
    debian: 'chromium',
    version: async (cwd) => ['Chromium', await versionOf(findChromium(), cwd), ...flags].join(' '),
    async open(server, url, profile) {
      mkdirSync(profile);
      const args = [...CHROMIUM_FLAGS, ...flags, `--user-data-dir=${profile}`, url];
      const browser = start(findChromium(), args, { cwd: profile, env: { HOME: profile } });
      try {
        const { report, console } = await within(server.reported, 60_000, 'the page').catch(
          (error) => {
            throw new Error(`${error.message}; console: ${consoleOf(browser.stderr()).join('\n')}`);
          },
        );
        if (report === null) throw new Error(`the page broke: ${console.join('\n')}`);
        await browser.waitFor((_, stderr) => consoleOf(stderr).includes(DONE) || null);
        return outcome(report, consoleOf(browser.stderr()));
      } finally {
        await browser.stop();
      }
    },
  };
}

/** `[…:INFO:CONSOLE:1] "message", source: URL (line)` */
function consoleOf(log: string): string[] {
  const line = /CONSOLE(?::\d+)?\] "([\s\S]*?)", source: .*\(\d+\)$/gm;
  return Array.from(log.matchAll(line), ([, message = '']) => message);
}

const FIREFOX_SETTINGS = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

export const firefox: Browser = {
  debian: 'firefox-esr',
  version: async (cwd) => `Firefox ${await versionOf(findFirefox(), cwd)}`,
  async open(server, url, profile) {
    mkdirSync(profile);
    const settings = Object.entries(FIREFOX_SETTINGS).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});\n`,
    );
    writeFileSync(join(profile, 'user.js'), settings.join(''));
    const args = ['--headless', '--no-remote', '--profile', profile, url];
    const browser = start(findFirefox(), args, { cwd: profile, env: { HOME: profile } });
    try {
      const { report, console } = await within(server.reported, 60_000, 'the page');
      if (report === null) throw new Error(`the page broke: ${console.join('\n')}`);
      return outcome(report, console);
    } finally {
      await browser.stop();
    }
  },
};

export const findChromium = (): string =>
  find('CHROMIUM', ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']);

export const findFirefox = (): string => find('FIREFOX', ['firefox-esr', 'firefox']);

function outcome(report: unknown, console: readonly string[]): Outcome {
  const stderr = console.filter((line) => line !== DONE).map((line) => `${line}\n`);
  return { code: 0, stdout: `${JSON.stringify(report)}\n`, stderr: stderr.join('') };
}
