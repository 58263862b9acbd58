import type { ConfigProblem } from '../../errors/config-error.ts';
import { nearest } from '../../errors/nearest.ts';
import { show } from '../../errors/show.ts';
import type { FieldRule, Fields } from './spec-fields.ts';

interface NamedRule {
  readonly name: string;
  readonly rule: FieldRule;
  readonly optional: boolean;
}

// Names are told from their question marks once: specs are checked at every call that makes one.
const namedRules = new WeakMap<Fields, readonly NamedRule[]>();

function rulesOf(fields: Fields): readonly NamedRule[] {
  const known = namedRules.get(fields);
  if (known) return known;
  const rules = Object.entries(fields).map(([name, rule]) => {
    const optional = name.endsWith('?');
    return { name: optional ? name.slice(0, -1) : name, rule, optional };
  });
  namedRules.set(fields, rules);
  return rules;
}

/**
 * All that is wrong with an object of such fields, in the order of its fields.
 *
 * @param beside - a field that it may have beside them
 */
export function problemsOf(
  path: string,
  value: unknown,
  fields: Fields,
  beside?: string,
): ConfigProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [wrong(path, 'an object', value)];
  const record = value as Record<string, unknown>;
  const rules = rulesOf(fields);
  const problems: ConfigProblem[] = [];
  for (const name of Object.keys(record)) {
    if (name === beside || rules.some((known) => known.name === name)) continue;
    if (record[name] === undefined) continue;
    const names = [...(beside === undefined ? [] : [beside]), ...rules.map((known) => known.name)];
    const meant = nearest(name, names);
    const hint = meant === undefined ? `known are ${names.join(', ')}` : `did you mean ${meant}?`;
    problems.push({ path: `${path}.${name}`, message: `there is no such field; ${hint}` });
  }
  for (const { name, rule, optional } of rules) {
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
    // A hole is an entry too.
    return Array.from(value).flatMap((entry, i) =>
      problemsOfField(`${path}[${i}]`, entry, rule.list),
    );
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
  return problemsOf(path, value, kinds[kind] as Fields, 'kind');
}

function wrong(path: string, expected: string, got: unknown): ConfigProblem {
  return { path, message: `must be ${expected}, got ${show(got)}` };
}
