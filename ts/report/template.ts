import { escapeHtml } from './safe-json.ts';

/** What stands in the template of a page for its title, and for its data. */
export const TITLE_MARK = '<!--report-title-->';
export const DATA_MARK = '<!--report-data-->';
/** What every report has in its head, and no other page. */
export const REPORT_MARK = '<meta name="generator" content="upperhand report">';

export interface PageParts {
  readonly before: string;
  readonly after: string;
}

/** A template in two parts, between which the data goes. */
export function fillTemplate(template: string, title: string): PageParts {
  const [before, after, ...rest] = template.split(DATA_MARK);
  if (before === undefined || after === undefined || rest.length > 0) {
    throw new Error('the template of the report has not one place for its data');
  }
  return { before: before.split(TITLE_MARK).join(escapeHtml(title)), after };
}

/** A block of data in a page, which nothing in it can leave. `json` is what `safeJson` gave. */
export function dataBlock(name: string, json: string, attributes = ''): string {
  return `<script type="application/json" data-report="${name}"${attributes}>${json}</script>\n`;
}
