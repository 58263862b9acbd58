import type { Scalar } from './node.ts';

const NULL = /^(~|null|Null|NULL|)$/;
const TRUE = /^(yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const INTEGER =
  /^([-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+)$/;
/** PyYAML's own, which wants a dot and a sign in the exponent, and OmegaConf's, which wants neither. */
const FLOATS: readonly RegExp[] = [
  /^([-+]?[0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?|\.[0-9][0-9_]*([eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/,
  /^([-+]?[0-9]+(_[0-9]+)*\.[0-9_]*([eE][-+]?[0-9]+)?|[-+]?[0-9]+(_[0-9]+)*[eE][-+]?[0-9]+|\.[0-9]+(_[0-9]+)*([eE][-+][0-9]+)?|[-+]?[0-9]+(_[0-9]+)*(:[0-5]?[0-9])+\.[0-9_]*)$/,
];

/**
 * What a scalar without quotes and tag means, by the rules of YAML 1.1 with OmegaConf's changes: `yes` and `on` are
 * true, `010` is 8, `1:30` is 90, `1e-6` is a number, while `0o10`, `-.5` and dates are text.
 *
 * Source: PyYAML's resolver, OmegaConf's loader.
 *
 * @throws Error for the few texts that look like something and are nothing: `=`, `<<`, `0x_`
 */
export function resolvePlain(text: string): Scalar {
  if (NULL.test(text)) return null;
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  if (INTEGER.test(text)) return toInteger(text);
  if (FLOATS.some((pattern) => pattern.test(text))) return toFloat(text);
  if (text === '=' || text === '<<') throw new Error(`${text} must stand in quotes`);
  return text;
}

/** What text means that a tag says the type of: `!!float 5`. Undefined when it is none. */
export function resolveTagged(tag: string, text: string): Scalar | undefined {
  if (tag === 'str') return text;
  if (tag === 'null') return null;
  if (tag === 'bool')
    return /^(yes|true|on)$/i.test(text) || (/^(no|false|off)$/i.test(text) ? false : undefined);
  if (tag === 'int') return INTEGER.test(text) ? toInteger(text) : undefined;
  if (tag === 'float') {
    const value = toFloat(text);
    return Number.isNaN(value) && !/^[-+]?\.?nan$/i.test(text) ? undefined : value;
  }
  return undefined;
}

function toInteger(text: string): bigint {
  const bare = text.replaceAll('_', '');
  const [sign, digits] = /^[-+]/.test(bare) ? [bare[0], bare.slice(1)] : ['+', bare];
  const size = digits.includes(':')
    ? digits.split(':').reduce((sum, part) => sum * 60n + BigInt(part), 0n)
    : /^0[0-7]/.test(digits)
      ? BigInt(`0o${digits}`)
      : fromDigits(digits, text);
  return sign === '-' ? -size : size;
}

function fromDigits(digits: string, text: string): bigint {
  if (/^(0[xb])?$/.test(digits)) throw new Error(`${text} is no number`);
  return BigInt(digits);
}

function toFloat(text: string): number {
  const bare = text.replaceAll('_', '').toLowerCase();
  const sign = bare.startsWith('-') ? -1 : 1;
  const digits = bare.replace(/^[-+]/, '');
  if (/^\.?inf(inity)?$/.test(digits)) return sign * Number.POSITIVE_INFINITY;
  if (/^\.?nan$/.test(digits) || digits === '') return Number.NaN;
  if (!digits.includes(':')) return sign * Number(digits);
  // From the right, as PyYAML adds them up.
  const parts = digits.split(':').reverse();
  return sign * parts.reduce((sum, part, i) => sum + Number(part) * 60 ** i, 0);
}
