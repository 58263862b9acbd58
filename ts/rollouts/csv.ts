/**
 * The cells of one CSV record (RFC 4180: comma, double quotes, quotes inside doubled), or what is wrong with it.
 *
 * @example
 * readCsvCells('a,"b ""c"", d",'); // ['a', 'b "c", d', '']
 */
export function readCsvCells(text: string): string[] | { readonly wrong: string } {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = text[at] === '"';
    const end = quoted ? endOfQuotes(text, at) : endOfPlain(text, at);
    if (end < 0) return { wrong: 'a quoted cell has no closing quote' };
    const raw = text.slice(at, end);
    if (!quoted && raw.includes('"'))
      return { wrong: 'a quote stands inside a cell without quotes' };
    cells.push(quoted ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end === text.length) return cells;
    if (text[end] !== ',') return { wrong: 'text follows the closing quote of a cell' };
    at = end + 1;
  }
}

function endOfPlain(text: string, at: number): number {
  const comma = text.indexOf(',', at);
  return comma < 0 ? text.length : comma;
}

/** One past the closing quote of the cell that opens at `at`, or -1. */
function endOfQuotes(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote < 0 ? -1 : quote + 1;
}
