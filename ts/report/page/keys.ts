/** What keys do. */
export interface KeyActions {
  move(by: number): void;
  aside(by: number): void;
  turn(by: number): void;
  compare(): void;
  close(): void;
  search(): void;
  help(): void;
}

/** Keys without Ctrl, Alt or Meta, outside of fields: there Escape alone counts. */
export function listenToKeys(actions: KeyActions): void {
  const byKey: Readonly<Record<string, () => void>> = {
    j: () => actions.move(1),
    k: () => actions.move(-1),
    h: () => actions.aside(-1),
    l: () => actions.aside(1),
    n: () => actions.turn(1),
    p: () => actions.turn(-1),
    d: () => actions.compare(),
    Escape: () => actions.close(),
    '/': () => actions.search(),
    '?': () => actions.help(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const { target } = event;
    const writes = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (writes && event.key !== 'Escape') return;
    if (document.querySelector('dialog[open]')) return;
    const action = Object.hasOwn(byKey, event.key) ? byKey[event.key] : undefined;
    if (!action) return;
    event.preventDefault();
    if (writes) target.blur();
    else action();
  });
}
