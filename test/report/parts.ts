import { readFileSync } from 'node:fs';
import type { CutCounts, ReportData, RolloutTexts } from '../../ts/report/report-data.ts';
import { fromSafeJson } from '../../ts/report/safe-json.ts';

export interface ReportParts {
  readonly html: string;
  readonly data: ReportData;
  readonly cuts: CutCounts;
  readonly texts: readonly RolloutTexts[];
}

/** What a report holds, found as a browser finds it: a block ends at the first `</script`, whatever stands before. */
export function partsOf(html: string): ReportParts {
  const blocks = [
    ...html.matchAll(/<script type="application\/json" data-report="(\w+)"[^>]*>(.*?)<\/script/gs),
  ];
  const named = (name: string): string[] =>
    blocks.filter(([, of]) => of === name).map(([, , json = '']) => json);
  const [data = '', ...more] = named('data');
  const [cuts = ''] = named('cuts');
  if (more.length > 0) throw new Error('several blocks of data');
  return {
    html,
    data: fromSafeJson(data),
    cuts: fromSafeJson(cuts),
    texts: named('texts').flatMap((json) => fromSafeJson<RolloutTexts[]>(json)),
  };
}

export function readReport(path: string): ReportParts {
  return partsOf(readFileSync(path, 'utf8'));
}
