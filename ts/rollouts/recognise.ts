import type { FileContext } from './file-context.ts';
import type { Container, RolloutFormat } from './format.ts';
import { formats } from './formats/index.ts';
import type { RolloutRecord } from './record.ts';

/** The first format that knows such a record; null when none does. */
export function recognise(
  record: RolloutRecord,
  container: Container,
  file: FileContext,
): RolloutFormat | null {
  return formatsOf(container).find((format) => format.detect(record, file)) ?? null;
}

const known = new Map<Container, readonly RolloutFormat[]>();

function formatsOf(container: Container): readonly RolloutFormat[] {
  const list = known.get(container) ?? formats.filter((one) => isReadFrom(one, container));
  known.set(container, list);
  return list;
}

/** JSON is JSON, over one line or several. */
function isReadFrom({ containers }: RolloutFormat, container: Container): boolean {
  if (container !== 'jsonl' && container !== 'json') return containers.includes(container);
  return containers.includes('jsonl') || containers.includes('json');
}
