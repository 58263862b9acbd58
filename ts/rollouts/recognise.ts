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
  return (
    formats.find((format) => isReadFrom(format, container) && format.detect(record, file)) ?? null
  );
}

/** JSON is JSON, over one line or several. */
function isReadFrom({ containers }: RolloutFormat, container: Container): boolean {
  if (container !== 'jsonl' && container !== 'json') return containers.includes(container);
  return containers.includes('jsonl') || containers.includes('json');
}
