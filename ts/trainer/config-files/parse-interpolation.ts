import type { Element, Interpolation, TextPiece } from './interpolation.ts';
import { pythonText } from './python-text.ts';
import { LITERALS, literalText, literalValue, nextToken, type Token } from './value-tokens.ts';

const IDENTIFIER = /^[a-zA-Z_][a-zA-Z0-9_-]*$/;

/**
 * Cuts a text into what stands for itself and what names another value. A backslash before `${` takes its meaning
 * away; all others stay.
 *
 * Source: OmegaConf's grammar.
 *
 * @throws SyntaxError with the reason
 */
export function parseText(text: string): readonly TextPiece[] {
  return new Parser(text).text('');
}

/**
 * Reads a text as one value: `[1, a]`, `{a: 1}`, `1e-6`, `null`.
 *
 * @throws SyntaxError with the reason
 */
export function parseElement(text: string): Element {
  return new Parser(text).single();
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  single(): Element {
    const element = this.#element();
    if (!element || this.#at < this.#text.length) throw this.#unexpected('one value');
    return element;
  }

  /** Up to the closing quote, which is taken, too; without a quote up to the end. */
  text(quote: string): TextPiece[] {
    const pieces: TextPiece[] = [];
    let plain = '';
    while (this.#at < this.#text.length) {
      const slashes = this.#match(/\\*/y) ?? '';
      const isOpen = this.#text.startsWith('${', this.#at);
      const isQuote = quote !== '' && this.#text[this.#at] === quote;
      const isGuarded = slashes.length % 2 === 1;
      plain += isOpen || isQuote ? slashes.slice(0, Math.floor(slashes.length / 2)) : slashes;
      if (isQuote && !isGuarded) {
        this.#at++;
        return join(pieces, plain);
      }
      if (isOpen && !isGuarded) {
        join(pieces, plain);
        plain = '';
        pieces.push(this.#interpolation());
      } else if (isOpen) {
        plain += '${';
        this.#at += 2;
      } else plain += this.#text[this.#at++] ?? '';
    }
    if (quote !== '') throw new SyntaxError(`a quote ${quote} is not closed`);
    return join(pieces, plain);
  }

  #interpolation(): Interpolation {
    const start = this.#at;
    this.#match(/\$\{[ \t]*/y);
    const path: TextPiece[] = [];
    const dots = this.#match(/\.+/y);
    if (dots) path.push(dots);
    this.#key(path, true);
    while (!this.#ends()) this.#key(path, false);
    const colon = this.#match(/[ \t]*:[ \t]*/y);
    if (colon === undefined) {
      this.#match(/[ \t]*\}/y);
      return { kind: 'key', path, source: this.#text.slice(start, this.#at) };
    }
    if (
      !path.every(
        (piece, i) =>
          typeof piece !== 'string' || (i % 2 === 0 ? IDENTIFIER.test(piece) : piece === '.'),
      )
    )
      throw this.#unexpected('the name of a function before the colon');
    const args = this.#arguments('}');
    return { kind: 'call', name: path, args, source: this.#text.slice(start, this.#at) };
  }

  /** Whether the path is over: a colon or a brace comes. */
  #ends(): boolean {
    return this.#sees(/[ \t]*[:}]/y);
  }

  #key(path: TextPiece[], isFirst: boolean): void {
    const inBrackets = this.#match(/\[/y) !== undefined;
    if (inBrackets) path.push('[');
    else if (!isFirst) {
      if (this.#match(/\./y) === undefined) throw this.#unexpected('a dot or }');
      path.push('.');
    }
    if (this.#text.startsWith('${', this.#at)) path.push(this.#interpolation());
    else {
      const name = this.#match(/[^\\{}()[\]:. \t'"]+/y);
      if (name === undefined) throw this.#unexpected('a key');
      path.push(name);
    }
    if (!inBrackets) return;
    if (this.#match(/\]/y) === undefined) throw this.#unexpected(']');
    path.push(']');
  }

  /** Elements up to a closing bracket, which is taken, too. A gap between commas is an empty text. */
  #arguments(close: ']' | '}'): Element[] {
    const closing = close === ']' ? /[ \t]*\]/y : /[ \t]*\}/y;
    const args: Element[] = [];
    if (this.#match(closing) !== undefined) return args;
    for (;;) {
      const isGap = this.#sees(/[ \t]*,/y) || this.#sees(closing);
      args.push(isGap ? { kind: 'value', value: '' } : this.#required());
      if (this.#match(closing) !== undefined) return args;
      if (this.#match(/[ \t]*,[ \t]*/y) === undefined)
        throw this.#unexpected(`a comma or ${close}`);
    }
  }

  #required(): Element {
    const element = this.#element();
    if (!element) throw this.#unexpected('a value');
    return element;
  }

  #element(): Element | undefined {
    const quote = this.#match(/['"]/y);
    if (quote) return { kind: 'text', pieces: this.text(quote), quoted: true };
    if (this.#match(/\[[ \t]*/y) !== undefined)
      return { kind: 'list', items: this.#arguments(']') };
    if (this.#match(/\{[ \t]*/y) !== undefined)
      return { kind: 'mapping', entries: this.#entries() };
    return this.#primitive();
  }

  #entries(): [string, Element][] {
    const entries: [string, Element][] = [];
    if (this.#match(/[ \t]*\}/y) !== undefined) return entries;
    do {
      const key = this.#literals();
      if (key.length === 0) throw this.#unexpected('a key');
      if (this.#match(/[ \t]*:[ \t]*/y) === undefined) throw this.#unexpected('a colon');
      entries.push([pythonText(literalValue(key)), this.#required()]);
    } while (this.#match(/[ \t]*,[ \t]*/y) !== undefined);
    if (this.#match(/[ \t]*\}/y) === undefined) throw this.#unexpected('a comma or }');
    return entries;
  }

  /** Text without quotes, with interpolations and colons in it; undefined when there is none. */
  #primitive(): Element | undefined {
    const pieces: TextPiece[] = [];
    const literals: Token[] = [];
    for (;;) {
      const found = this.#literals();
      literals.push(...found);
      pieces.push(...found.map(literalText));
      const colon = this.#match(/[ \t]*:[ \t]*/y);
      if (colon !== undefined) pieces.push(colon);
      else if (this.#text.startsWith('${', this.#at)) pieces.push(this.#interpolation());
      else break;
    }
    if (pieces.length === 0) return undefined;
    if (literals.length === pieces.length) return { kind: 'value', value: literalValue(literals) };
    return { kind: 'text', pieces, quoted: false };
  }

  /** Spaces before a bracket, a comma or a colon belong to those. */
  #literals(): Token[] {
    const tokens: Token[] = [];
    while (!this.#text.startsWith('${', this.#at) && !this.#sees(/[ \t]+[,:\]}]/y)) {
      const token = nextToken(this.#text, this.#at, LITERALS);
      if (!token) break;
      tokens.push(token);
      this.#at += token.text.length;
    }
    return tokens;
  }

  #sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #unexpected(expected: string): SyntaxError {
    const got =
      this.#at < this.#text.length ? JSON.stringify(this.#text[this.#at]) : 'the end of the text';
    return new SyntaxError(`expected ${expected} at column ${this.#at + 1}, got ${got}`);
  }
}

function join(pieces: TextPiece[], plain: string): TextPiece[] {
  if (plain !== '') pieces.push(plain);
  return pieces;
}
