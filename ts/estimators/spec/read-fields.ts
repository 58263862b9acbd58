import type { ConfigProblem } from '../../errors/config-error.ts';
import { nearest } from '../../errors/nearest.ts';
import { show } from '../../errors/show.ts';
import type { FieldRule, Fields } from './spec-fields.ts';

/** All that is wrong with an object of such fields, in the order of its fields. */
export function problemsOf(path: string, value: unknown, fields: Fields): ConfigProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [wrong(path, 'an object', value)];
  const record = value as Record<string, unknown>;
  const known = new Map(
    Object.entries(fields).map(([name, rule]) => {
      const optional = name.endsWith('?');
      return [optional ? name.slice(0, -1) : name, { rule, optional }] as const;
    }),
  );
  const problems: ConfigProblem[] = [];
  for (const name of Object.keys(record)) {
    if (known.has(name) || record[name] === undefined) continue;
    const meant = nearest(name, [...known.keys()]);
    const hint =
      meant === undefined ? `known are ${[...known.keys()].join(', ')}` : `did you mean ${meant}?`;
    problems.push({ path: `${path}.${name}`, message: `there is no such field; ${hint}` });
  }
  for (const [name, { rule, optional }] of known) {
    const held = Object.hasOwn(record, name) ? record[name] : undefined;
    if (held === undefined && optional) continue;
    problems.push(...problemsOfField(`${path}.${name}`, held, rule));
  }
  return problems;
}

function problemsOfField(path: string, value: unknown, rule: FieldRule): ConfigProblem[] {
  if ('words' in rule) {
    const { words } = rule;
    if (typeof value === 'string' && words.includes(value)) return [];
    return [wrong(path, `one of ${words.join(', ')}`, value)];
  }
  if ('number' in rule) {
    const { says, holds } = rule.number;
    return typeof value === 'number' && holds(value) ? [] : [wrong(path, says, value)];
  }
  if ('flag' in rule)
    return typeof value === 'boolean' ? [] : [wrong(path, 'true or false', value)];
  if ('fields' in rule) return problemsOf(path, value, rule.fields);
  if ('either' in rule) {
    const [word, other] = rule.either;
    if (value === word) return [];
    if (typeof value === 'string') return [wrong(path, `${show(word)} or an object`, value)];
    return problemsOfField(path, value, other);
  }
  if ('list' in rule) {
    if (!Array.isArray(value)) return [wrong(path, 'an array', value)];
    return value.flatMap((entry, i) => problemsOfField(`${path}[${i}]`, entry, rule.list));
  }
  return problemsOfKind(path, value, rule.kinds);
}

function problemsOfKind(
  path: string,
  value: unknown,
  kinds: Readonly<Record<string, Fields>>,
): ConfigProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [wrong(path, 'an object', value)];
  const { kind } = value as { readonly kind?: unknown };
  if (typeof kind !== 'string' || !Object.hasOwn(kinds, kind))
    return [wrong(`${path}.kind`, `one of ${Object.keys(kinds).join(', ')}`, kind)];
  return problemsOf(path, value, { kind: { words: [kind] }, ...kinds[kind] });
}

function wrong(path: string, expected: string, got: unknown): ConfigProblem {
  return { path, message: `must be ${expected}, got ${show(got)}` };
}
