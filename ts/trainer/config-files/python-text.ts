import type { Scalar } from './node.ts';

/** A value as Python writes it into text: `1.0`, `1e-06`, `True`, `None`. */
export function pythonText(value: Scalar): string {
  if (typeof value === 'string') return value;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'bigint' ? value.toString() : floatText(value);
}

/** The same digits as in JavaScript, with an exponent from 1e16 on and below 1e-4, and else with a fraction. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [digits, exponent = ''] = size.toExponential().split('e') as [string, string?];
    const [direction, ...places] = exponent;
    return `${sign}${digits}e${direction}${places.join('').padStart(2, '0')}`;
  }
  const text = String(size);
  return `${sign}${text}${text.includes('.') ? '' : '.0'}`;
}
