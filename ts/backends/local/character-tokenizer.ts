import { checkOptions, type OptionNames } from '../../errors/check-options.ts';
import { refuse } from '../../errors/refuse.ts';
import { UpperhandError } from '../../errors/upperhand-error.ts';

/** Tokens that stand for no character of a text. Each has a character of its own, so that ids and text are one to one. */
export const SPECIAL_CHARACTERS = {
  /** In place of a character that is not in the vocabulary. */
  unknown: '\uFFFD',
  /** Begins a text that is no conversation. */
  begin: '␂',
  /** Ends a message. */
  end: '␃',
  system: 'ⓢ',
  user: 'ⓤ',
  assistant: 'ⓐ',
  tool: 'ⓣ',
  /** Begins a call of a tool. */
  call: 'ⓒ',
  /** Ends what was thought before the answer. */
  thought: 'ⓡ',
} as const;

export type SpecialToken = keyof typeof SPECIAL_CHARACTERS;

const SPECIALS: readonly string[] = Object.values(SPECIAL_CHARACTERS);
const NAMES = Object.keys(SPECIAL_CHARACTERS) as SpecialToken[];

/** What ASCII prints, and the line break. */
export const PRINTABLE: string = `\n${Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')}`;

/** What a {@link CharacterTokenizer} is made of. */
export interface CharacterTokenizerOptions {
  /** The characters that texts may have, in the order of their ids; one that occurs again counts once. Default: {@link PRINTABLE}. */
  readonly characters?: string;
  /** What happens to others: `'refuse'` throws, `'replace'` takes the token `unknown`. Default `'refuse'`. */
  readonly unknown?: 'refuse' | 'replace';
}

const OPTION_NAMES: OptionNames<CharacterTokenizerOptions> = { characters: true, unknown: true };

/**
 * A token for each character (Unicode code point), after those of {@link SPECIAL_CHARACTERS}, which have the ids from 0
 * on. The small vocabulary is what lets a small policy learn fast: give it the characters of the task alone.
 *
 * @throws UpperhandError `invalid-argument` for options that there are not, no characters, and special ones among them
 * @example
 * const tokenizer = new CharacterTokenizer({ characters: '0123456789+=' });
 * tokenizer.size;             // 21
 * tokenizer.encode('1+2=');   // [10, 19, 11, 20]
 * tokenizer.decode([4, 10, 19, 11, 20, 2, 5]); // 'ⓤ1+2=␃ⓐ'
 */
export class CharacterTokenizer {
  /** Tokens there are. */
  readonly size: number;
  readonly characters: string;
  readonly #unknown: 'refuse' | 'replace';
  readonly #texts: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;

  constructor(options: CharacterTokenizerOptions = {}) {
    checkOptions(options, OPTION_NAMES);
    const { characters = PRINTABLE, unknown = 'refuse' } = options;
    if (typeof characters !== 'string' || characters === '')
      refuse('characters', 'a text that is not empty', characters);
    if (unknown !== 'refuse' && unknown !== 'replace')
      refuse('unknown', '"refuse" or "replace"', unknown);
    const distinct = [...new Set(characters)];
    const special = distinct.find((character) => SPECIALS.includes(character));
    if (special !== undefined)
      refuse('characters', `without ${SPECIALS.join(' ')}, which are special tokens`, special);
    this.characters = distinct.join('');
    this.#unknown = unknown;
    this.#texts = [...SPECIALS, ...distinct];
    this.#ids = new Map(this.#texts.map((text, id) => [text, id]));
    this.size = this.#texts.length;
  }

  /** Whether a character is one of texts. */
  knows(character: string): boolean {
    return (this.#ids.get(character) ?? 0) >= SPECIALS.length;
  }

  /** The id of a special token. */
  special(name: SpecialToken): number {
    return NAMES.indexOf(name);
  }

  /**
   * The ids of a text, one for each character.
   *
   * @param options - `specials: true` reads the characters of special tokens as such, which is for what a model wrote.
   *   Elsewhere each is the token `unknown`, so that no text can forge the begin of a message; they are not refused,
   *   since a policy can write them and others quote it. `what` names the text in errors.
   * @throws UpperhandError `invalid-argument` with the characters that are not in the vocabulary
   */
  encode(
    text: string,
    {
      specials = false,
      what = 'a text',
    }: { readonly specials?: boolean; readonly what?: string } = {},
  ): number[] {
    if (typeof text !== 'string') refuse(what, 'text', text);
    const strange = new Set<string>();
    const ids = Array.from(text, (character) => {
      const id = this.#ids.get(character);
      if (id === undefined) strange.add(character);
      else if (specials || id >= SPECIALS.length) return id;
      return this.special('unknown');
    });
    if (strange.size > 0 && this.#unknown === 'refuse') throw unknownCharacters(what, [...strange]);
    return ids;
  }

  /**
   * The text of ids, special tokens as their characters.
   *
   * @throws UpperhandError `invalid-argument` for an id that there is not
   */
  decode(ids: readonly number[]): string {
    let text = '';
    for (const id of ids) text += this.textOf(id);
    return text;
  }

  /** The text of one id, as `decode` gives it. */
  textOf(id: number): string {
    return this.#texts[id] ?? refuse('a token id', `below ${this.size}`, id);
  }
}

const MOST_NAMED = 8;

function unknownCharacters(what: string, strange: readonly string[]): UpperhandError {
  const named = strange
    .slice(0, MOST_NAMED)
    .map((character) => `${JSON.stringify(character)} (U+${codePoint(character)})`);
  const more = strange.length > MOST_NAMED ? ` and ${strange.length - MOST_NAMED} more` : '';
  return new UpperhandError(
    'invalid-argument',
    `${what} has characters that the tokenizer does not know: ${named.join(', ')}${more}; its option characters adds them, and unknown: 'replace' reads them as one token`,
  );
}

function codePoint(character: string): string {
  return (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
}
