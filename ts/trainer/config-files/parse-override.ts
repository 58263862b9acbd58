import type { ConfigProblem } from '../../errors/config-error.ts';
import type { Override } from './override.ts';
import { OverrideValue } from './override-value.ts';

const NAME = '[a-zA-Z_$][a-zA-Z0-9_$-]*';
const NUMBER = '(?:0|[1-9](?:_?[0-9])*)';
const PATH = `(?:(?:${NAME}|${NUMBER})(?:\\.(?:${NAME}|${NUMBER}))+|${NAME})`;
const GROUP = '[a-zA-Z_][a-zA-Z0-9_-]*(?:/[a-zA-Z_][a-zA-Z0-9_-]*)+';
const KEY = new RegExp(`^(\\+\\+?|~)?(${GROUP}|${PATH})(?:@(${PATH}|))?$`);

const KINDS = { '': 'change', '+': 'add', '++': 'force-add', '~': 'delete' } as const;

/**
 * Reads arguments of the command line by Hydra's grammar: `a.b=v`, `+a.b=v`, `++a.b=v`, `~a.b`, `group=option`. Values
 * that would make several runs, and functions, are refused by name.
 *
 * Source: Hydra's override grammar.
 */
export function parseOverrides(texts: readonly string[]): {
  overrides: Override[];
  problems: ConfigProblem[];
} {
  const overrides: Override[] = [];
  const problems: ConfigProblem[] = [];
  for (const text of texts) {
    try {
      overrides.push(parseOverride(text));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems.push({ path: `override ${JSON.stringify(text)}`, message: error.message });
    }
  }
  return { overrides, problems };
}

/** @throws SyntaxError with the reason */
function parseOverride(text: string): Override {
  const equal = text.indexOf('=');
  const left = equal < 0 ? text : text.slice(0, equal);
  const found = KEY.exec(left);
  if (!found) throw new SyntaxError(keyProblem(left, equal < 0));
  const [, sign = '', key = '', place] = found;
  const kind = KINDS[sign as keyof typeof KINDS];
  if (equal < 0 && kind !== 'delete')
    throw new SyntaxError(`has no value; write ${text}=VALUE, or ~${key} to remove it`);
  const value = equal < 0 ? undefined : new OverrideValue(text, equal + 1).read();
  return { text, kind, key, package: place ?? null, value };
}

function keyProblem(key: string, isAlone: boolean): string {
  if (key.startsWith('--'))
    return 'is no option of train; options come before or after, overrides have the form a.b=VALUE';
  if (key === '' || /^(\+\+?|~)$/.test(key))
    return 'has no key; an override has the form a.b=VALUE';
  const odd = /[^a-zA-Z0-9_$.+~/@-]/.exec(key)?.[0];
  const reason = odd === undefined ? '' : `; ${JSON.stringify(odd)} cannot stand in a key`;
  const list = odd === '[' ? ' (an item of a list is a.0=VALUE)' : '';
  const form = isAlone
    ? 'an override has the form a.b=VALUE'
    : 'a key has the form a.b.c, or group/name';
  return `has a key that is none: ${form}${reason}${list}`;
}
