import { type ConfigNode, list, mapping, type Scalar, scalar } from './node.ts';
import { pythonText } from './python-text.ts';
import {
  LITERALS,
  literalText,
  literalValue,
  nextToken,
  type Token,
  type TokenRule,
} from './value-tokens.ts';

const RULES: readonly TokenRule[] = [
  ['(', /[ \t]*\([ \t]*/y],
  [',', /[ \t]*,[ \t]*/y],
  [')', /[ \t]*\)/y],
  ['[', /\[[ \t]*/y],
  [']', /[ \t]*\]/y],
  ['{', /\{[ \t]*/y],
  ['}', /[ \t]*\}/y],
  [':', /[ \t]*:[ \t]*/y],
  ['=', /[ \t]*=[ \t]*/y],
  ...LITERALS,
  ['quoted', /"(?:(?:\\\\)*|[\s\S]*?[^\\](?:\\\\)*)"|'(?:(?:\\\\)*|[\s\S]*?[^\\](?:\\\\)*)'/y],
  ['interpolation', /\$\{[^}]+\}/y],
];

/** Of these an unquoted value is made; a quoted one stands alone. */
const IN_VALUE = new Set([...LITERALS.map(([type]) => type), 'interpolation', ':']);
const IN_KEY = new Set(LITERALS.map(([type]) => type));

/** Hydra's functions that stand for several values. */
const SWEEPS = ['choice', 'range', 'interval', 'glob', 'shuffle', 'sort', 'tag'];

const END = 'the end of the text';

/** The value of an override, from behind its `=`. */
export class OverrideValue {
  readonly #text: string;
  readonly #place: string;
  readonly #tokens: Token[] = [];
  #next = 0;

  constructor(text: string, from: number) {
    this.#text = text;
    this.#place = `override ${JSON.stringify(text)}`;
    let at = from + (/^[ \t]*/.exec(text.slice(from))?.[0].length ?? 0);
    while (at < text.length) {
      const token = nextToken(text, at, RULES);
      if (!token) throw new SyntaxError(unreadable(text, at));
      this.#tokens.push(token);
      at += token.text.length;
    }
  }

  /** @throws SyntaxError with the reason */
  read(): ConfigNode {
    if (this.#tokens.length === 0) return scalar('', this.#place);
    const value = this.#element();
    if (this.#peek()?.type === ',') {
      while (this.#accept(',')) this.#element();
      if (!this.#peek()) throw new SyntaxError(this.#sweep());
    }
    const rest = this.#peek();
    if (rest) throw this.#unexpected(`${END}`);
    return value;
  }

  #element(): ConfigNode {
    const token = this.#peek();
    if (token?.type === '[') return this.#list();
    if (token?.type === '{') return this.#mapping();
    if (token?.type === 'id' && this.#tokens[this.#next + 1]?.type === '(')
      throw new SyntaxError(functionProblem(token.text));
    return scalar(this.#primitive(), this.#place);
  }

  #list(): ConfigNode {
    this.#expect('[');
    const items: ConfigNode[] = [];
    if (this.#accept(']')) return list(items, this.#place);
    do items.push(this.#element());
    while (this.#accept(','));
    this.#expect(']', ', or ]');
    return list(items, this.#place);
  }

  #mapping(): ConfigNode {
    this.#expect('{');
    const entries: [string, ConfigNode][] = [];
    if (this.#accept('}')) return mapping(entries, this.#place);
    do {
      const key = literalValue(trim(this.#take(IN_KEY, 'a key')));
      this.#expect(':');
      entries.push([pythonText(key), this.#element()]);
    } while (this.#accept(','));
    this.#expect('}', ', or }');
    return mapping(entries, this.#place);
  }

  #primitive(): Scalar {
    const start = this.#peek()?.type === 'space' ? this.#next + 1 : this.#next;
    const quoted = this.#tokens[start];
    if (quoted?.type === 'quoted') {
      this.#next = start + 1;
      return unquote(quoted.text);
    }
    const tokens = trim(this.#take(IN_VALUE, 'a value'));
    const isText = tokens.some(({ type }) => type === 'interpolation' || type === ':');
    return isText ? tokens.map(literalText).join('') : literalValue(tokens);
  }

  #take(types: ReadonlySet<string>, what: string): Token[] {
    const from = this.#next;
    while (types.has(this.#peek()?.type ?? '')) this.#next++;
    const taken = this.#tokens.slice(from, this.#next);
    if (trim(taken).length === 0) throw this.#unexpected(what);
    return taken;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #accept(type: string): boolean {
    const isThere = this.#peek()?.type === type;
    if (isThere) this.#next++;
    return isThere;
  }

  #expect(type: string, what = type): void {
    if (!this.#accept(type)) throw this.#unexpected(what);
  }

  #unexpected(expected: string): SyntaxError {
    const token = this.#peek();
    const got = token ? `${token.text.trim()} at column ${token.at + 1}` : END;
    return new SyntaxError(
      `expected ${expected}, got ${got}; a text with special characters must stand in quotes`,
    );
  }

  #sweep(): string {
    const equal = this.#text.indexOf('=');
    const [key, value] = [this.#text.slice(0, equal), this.#text.slice(equal + 1)];
    return `names several values, which would be several runs; a list is ${key}=[${value}], a text ${key}='${value.replaceAll("'", "\\'")}'`;
  }
}

function trim(tokens: readonly Token[]): readonly Token[] {
  const start = tokens[0]?.type === 'space' ? 1 : 0;
  const end = tokens.length > start && tokens.at(-1)?.type === 'space' ? -1 : undefined;
  return tokens.slice(start, end);
}

/** Backslashes guard quotes, and themselves only before one. */
function unquote(quoted: string): string {
  const quote = quoted[0] as string;
  const guarded = new RegExp(`(\\\\+)${quote}`, 'g');
  const inner = quoted.slice(1).replace(guarded, (text) => {
    const characters = [...text];
    return (
      characters.filter((_, i) => i % 2 === 1).join('') + (characters.length % 2 === 1 ? quote : '')
    );
  });
  return inner.endsWith(quote) ? inner.slice(0, -1) : inner;
}

function functionProblem(name: string): string {
  if (SWEEPS.includes(name))
    return `${name}() stands for several values, which would be several runs; give one value`;
  return `${name}() is a function, and functions are not supported; write the value itself`;
}

function unreadable(text: string, at: number): string {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const column = `at column ${at + 1}`;
  if (character === "'" || character === '"')
    return `the quote ${character} ${column} is not closed`;
  return `${JSON.stringify(character)} ${column} cannot stand outside of quotes: key='a${character}b'`;
}
