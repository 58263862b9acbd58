export const sortKeys = ['place', 'mean', 'std', 'size', 'length', 'task'] as const;
export type SortKey = (typeof sortKeys)[number];

/** What is looked at; it stands in the address, so that a link leads there. */
export interface PageState {
  /** Number of the group that is open; null for none. */
  readonly group: number | null;
  /** Number of the rollout that is pointed at. */
  readonly rollout: number | null;
  /** Number of the one that it is compared with. */
  readonly other: number | null;
  readonly role: string;
  readonly set: string;
  readonly signal: string;
  readonly search: string;
  readonly sort: SortKey;
  readonly descending: boolean;
  readonly page: number;
}

export const firstState: PageState = {
  group: null,
  rollout: null,
  other: null,
  role: '',
  set: '',
  signal: '',
  search: '',
  sort: 'place',
  descending: false,
  page: 0,
};

/** What an address says; what it does not say is as at first. */
export function stateOf(hash: string): PageState {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const sort = said.get('sort') ?? '';
  const key = sortKeys.find((one) => one === sort.replace(/^-/, '')) ?? 'place';
  return {
    group: numberOf(said.get('group')),
    rollout: numberOf(said.get('rollout')),
    other: numberOf(said.get('with')),
    role: said.get('role') ?? '',
    set: said.get('set') ?? '',
    signal: said.get('signal') ?? '',
    search: said.get('search') ?? '',
    sort: key,
    descending: sort.startsWith('-'),
    page: numberOf(said.get('page')) ?? 0,
  };
}

/** The address of a state; what is as at first is left out. */
export function hashOf(state: PageState): string {
  const { group, rollout, other, role, set, signal, search, sort, descending, page } = state;
  const said = new URLSearchParams();
  if (group !== null) said.set('group', String(group));
  if (rollout !== null) said.set('rollout', String(rollout));
  if (other !== null) said.set('with', String(other));
  for (const [name, text] of Object.entries({ role, set, signal, search }))
    if (text !== '') said.set(name, text);
  if (sort !== 'place' || descending) said.set('sort', (descending ? '-' : '') + sort);
  if (page > 0) said.set('page', String(page));
  return `#${said}`;
}

function numberOf(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
