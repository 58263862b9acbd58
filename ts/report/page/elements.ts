type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | (() => void)>>;

/** An element. Texts become text nodes: whatever stands in a file, nothing of it becomes markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(key.replace(/^on/, ''), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false) element.setAttribute(key, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** What the page's own markup has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as T;
}

/** A table of texts; cells that are numbers stand at the right. */
export function table(
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly (string | number | Node)[])[],
): HTMLElement {
  const isNumber = headings.map((_, i) => rows.some((row) => typeof row[i] === 'number'));
  const head = el('tr');
  headings.forEach((heading, i) => {
    head.append(el('th', { scope: 'col', ...(isNumber[i] && { class: 'number' }) }, heading));
  });
  const body = el('tbody');
  for (const row of rows) {
    const line = el('tr');
    row.forEach((cell, i) => {
      const shown = typeof cell === 'number' ? numberText(cell) : cell;
      line.append(el('td', isNumber[i] ? { class: 'number' } : {}, shown));
    });
    body.append(line);
  }
  const of = el('table', {}, el('caption', {}, caption), el('thead', {}, head), body);
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption }, of);
}

/** A number for people: some four digits. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (Number.isInteger(value)) return countText(value);
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-3 ? value.toExponential(2) : `${Number(value.toPrecision(4))}`;
  return text.replace('-', '−');
}

/** A whole number with thin spaces between thousands. */
export function countText(value: number): string {
  const digits = String(Math.abs(value));
  const grouped = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, '\u202f') : digits;
  return (value < 0 ? '−' : '') + grouped;
}

/** `1 group`, `2 groups`. */
export function counted(count: number, name: string): string {
  return `${countText(count)} ${count === 1 ? name : `${name}s`}`;
}

export function shareText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;
}
