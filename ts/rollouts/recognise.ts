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

/** What a record must have to be known, format by format. */
export function describeSigns(container: Container): string {
  return formats
    .filter((format) => isReadFrom(format, container) && format.signs !== undefined)
    .map(({ name, signs }) => `${signs} (${name})`)
    .join(', or ');
}

/** JSON is JSON, over one line or several. */
function isReadFrom({ containers }: RolloutFormat, container: Container): boolean {
  if (container !== 'jsonl' && container !== 'json') return containers.includes(container);
  return containers.includes('jsonl') || containers.includes('json');
}
