import type { Scalar } from './node.ts';

/** A piece of text as Hydra's and OmegaConf's grammars cut it. */
export interface Token {
  readonly type: string;
  readonly text: string;
  /** Of its first character, from 0. */
  readonly at: number;
}

export type TokenRule = readonly [type: string, pattern: RegExp];

const UNSIGNED = '(?:0|[1-9](?:_?[0-9])*)';
const FRACTION = '\\.[0-9](?:_?[0-9])*';
const EXPONENT = '[eE][+-]?[0-9](?:_?[0-9])*';

/** The tokens of which unquoted values are made, the same in both grammars. A regular expression takes its longest form first. */
export const LITERALS: readonly TokenRule[] = [
  [
    'float',
    new RegExp(
      `[+-]?(?:(?:${UNSIGNED}?${FRACTION}|${UNSIGNED}\\.?)${EXPONENT}|${UNSIGNED}?${FRACTION}|${UNSIGNED}\\.|[Ii][Nn][Ff]|[Nn][Aa][Nn])`,
      'y',
    ),
  ],
  ['int', new RegExp(`[+-]?${UNSIGNED}`, 'y')],
  ['bool', /true|false/iy],
  ['null', /null/iy],
  ['char', /[/\-\\+.$%*@?|]/y],
  ['id', /[a-zA-Z_][a-zA-Z0-9_-]*/y],
  ['escape', /(?:\\[\\()[\]{}:=, \t])+/y],
  ['space', /[ \t]+/y],
];

/** The longest token at a place; of equally long ones the first rule's. Undefined when none fits. */
export function nextToken(
  text: string,
  at: number,
  rules: readonly TokenRule[],
): Token | undefined {
  let best: Token | undefined;
  for (const [type, pattern] of rules) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found && found.length > (best?.text.length ?? 0)) best = { type, text: found, at };
  }
  return best;
}

/** What tokens without quotes and interpolations mean: a number, a boolean or null when there is one, else their text. */
export function literalValue(tokens: readonly Token[]): Scalar {
  const [only, second] = tokens;
  if (!only || second) return tokens.map(literalText).join('');
  if (only.type === 'int') return BigInt(only.text.replaceAll('_', '').replace(/^\+/, ''));
  if (only.type === 'float') return toFloat(only.text);
  if (only.type === 'bool') return only.text.toLowerCase() === 'true';
  if (only.type === 'null') return null;
  return literalText(only);
}

/** In an escape every other character is a backslash that only guards the next one. */
export function literalText({ type, text }: Token): string {
  return type === 'escape' ? [...text].filter((_, i) => i % 2 === 1).join('') : text;
}

function toFloat(text: string): number {
  const bare = text.replaceAll('_', '').toLowerCase();
  if (bare.endsWith('nan')) return Number.NaN;
  return bare.endsWith('inf') ? (bare.startsWith('-') ? -Infinity : Infinity) : Number(bare);
}
