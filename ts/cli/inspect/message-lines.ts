import { printable } from '../printable.ts';
import type { Style } from '../style.ts';
import { shownJson } from './shown-json.ts';

/** A message of a conversation: who wrote it, and its text below. What has no text is JSON. */
export function* messageLines(message: unknown, style: Style): Generator<string> {
  const { role, type } = objectOf(message);
  const writer = typeof role === 'string' ? role : typeof type === 'string' ? type : 'message';
  yield `  ${style.good(printable(writer))}`;
  for (const line of textOf(message).split(/\r?\n/)) yield `    ${printable(line)}`.trimEnd();
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  const { role: _, type: __, content, ...rest } = objectOf(message);
  const told = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  const text = contentText(content);
  const others = told.map(([name, value]) => `${name}: ${contentText(value)}`);
  return [...(text === '' ? [] : [text]), ...others].join('\n');
}

/** Text, or the texts of its parts. */
function contentText(content: unknown): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return shownJson(content);
  return content
    .map((part: unknown) => {
      const { text } = objectOf(part);
      return typeof text === 'string' ? text : shownJson(part);
    })
    .join('\n');
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
