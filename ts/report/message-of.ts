import { objectOf } from '../rollouts/content.ts';

/** A message before it is cut. */
export interface WholeMessage {
  readonly role: string;
  readonly text: string;
}

/** Who wrote a message, and its text; what has no text is JSON. */
export function messageOf(message: unknown): WholeMessage {
  if (typeof message === 'string') return { role: 'message', text: message };
  const { role, type, content, ...rest } = objectOf(message);
  const writer = [role, type].find((name) => typeof name === 'string') ?? 'message';
  const others = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([name, value]) => `${name}: ${textOf(value)}`);
  const text = textOf(content);
  return {
    role: String(writer),
    text: [...(text === '' ? [] : [text]), ...others].join('\n'),
  };
}

/** A text, the texts of parts, or JSON. */
export function textOf(content: unknown): string {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return jsonOf(content);
  return content
    .map((part: unknown) => {
      const { text } = objectOf(part);
      return typeof text === 'string' ? text : jsonOf(part);
    })
    .join('\n');
}

/** JSON of anything, with what JSON has not as text. */
function jsonOf(value: unknown): string {
  return (
    JSON.stringify(value, (_, entry: unknown) =>
      typeof entry === 'bigint' || (typeof entry === 'number' && !Number.isFinite(entry))
        ? String(entry)
        : entry,
    ) ?? ''
  );
}
