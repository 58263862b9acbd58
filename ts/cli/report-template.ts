import { readFile } from 'node:fs/promises';

/** The page that `upperhand report` fills: it lies in dist/, and the way there is the same from the source of this module. */
export function readReportTemplate(): Promise<string> {
  return readFile(new URL('../../dist/report/template.html', import.meta.url), 'utf8');
}
