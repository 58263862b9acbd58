import type { CutCounts, ReportData } from '../report-data.ts';
import { fromSafeJson } from '../safe-json.ts';
import { allCharts, describeCharts } from './charts.ts';
import { DifferenceView } from './difference-view.ts';
import { byId, el } from './elements.ts';
import { GroupList } from './group-list.ts';
import { GroupView } from './group-view.ts';
import { Groups } from './groups.ts';
import { listenToKeys } from './keys.ts';
import {
  describeCuts,
  describeFiles,
  endingRows,
  findingItems,
  overviewCards,
  roleRows,
} from './overview.ts';
import { firstState, hashOf, type PageState, stateOf } from './page-state.ts';
import { TextBlocks } from './texts.ts';

const filters = [
  ['filter-role', 'role'],
  ['filter-set', 'set'],
  ['filter-signal', 'signal'],
  ['search', 'search'],
] as const;

const data = read<ReportData>('data');
const cuts = read<CutCounts>('cuts');
const texts = new TextBlocks();
const groups = new Groups(data, texts);
const list = new GroupList(groups, go);
const differences = new DifferenceView(texts, (pair) => {
  go(pair === null ? { other: null } : { rollout: pair.from, other: pair.to });
});
const view = new GroupView(data, groups, texts, differences);
let state: PageState = firstState;

showOverview();
fillFilters();
addEventListener('hashchange', () => show(stateOf(location.hash)));
show(stateOf(location.hash));
document.body.dataset.ready = 'true';

function read<T>(name: string): T {
  const block = document.querySelector(`script[data-report="${name}"]`);
  return fromSafeJson<T>(block?.textContent ?? 'null');
}

/** Changes what is shown, and the address with it. */
function go(changes: Partial<PageState>): void {
  const next = { ...state, ...changes };
  // A new place for what Back shall lead away from; the same place for what is only looked at otherwise.
  if (next.group === state.group) history.replaceState(null, '', hashOf(next));
  else history.pushState(null, '', hashOf(next));
  show(next);
}

function show(next: PageState): void {
  const before = state;
  state = isThere(next) ? next : { ...next, group: null, rollout: null, other: null };
  const { group } = state;
  list.show(state);
  for (const [id, name] of filters) byId<HTMLSelectElement>(id).value = state[name];
  byId('overview').hidden = group !== null;
  byId('group').hidden = group === null;
  if (group !== null) {
    view.show(group, state.rollout, state.other);
    byId('group-at').textContent = view.said(list.shown, group);
    byId<HTMLAnchorElement>('back').href = hashOf({
      ...state,
      group: null,
      rollout: null,
      other: null,
    });
    if (before.group !== group) {
      scrollTo(0, 0);
      byId('group-title').focus({ preventScroll: true });
    }
  } else if (before.group !== null) {
    const link = document.querySelector<HTMLElement>(`[data-group="${before.group}"]`);
    link?.focus();
    link?.scrollIntoView({ block: 'center' });
  }
}

function isThere({ group }: PageState): boolean {
  return group !== null && group < groups.length;
}

function showOverview(): void {
  // What scrolls by itself must be reached without a mouse.
  for (const id of ['group-table', 'attempts']) byId(id).tabIndex = 0;
  byId('title').textContent = data.title;
  document.title = `${data.title} – rollout report`;
  const said = [...describeFiles(data), describeCuts(cuts, data.limits.maxMb)];
  byId('about').replaceChildren(...said.filter(Boolean).map((text) => el('p', {}, text)));
  byId('made-by').textContent = `Made by ${data.madeBy}.`;
  byId('cards').replaceChildren(...overviewCards(data));
  byId('findings').replaceChildren(
    ...findingItems(data.findings, (rollout) =>
      hashOf({ ...firstState, group: groups.groupOf(rollout), rollout }),
    ),
  );
  byId('roles').replaceChildren(roleRows(data));
  byId('endings').replaceChildren(endingRows(data));
  byId('charts').replaceChildren(...allCharts(data));
  byId('charts-note').textContent = describeCharts(data);
}

function fillFilters(): void {
  const { role: _, set, signal } = groups.list.groups;
  const options = {
    'filter-role': groups.list.roles,
    'filter-set': [...new Set(set.map((name) => name ?? ''))].filter((name) => name !== ''),
    'filter-signal': [...new Set(signal.map((name) => name ?? 'none'))],
  };
  for (const [id, names] of Object.entries(options)) {
    const select = byId<HTMLSelectElement>(id);
    for (const name of names) select.append(el('option', { value: name }, name));
    if (names.length < 2) select.closest('label')?.setAttribute('hidden', '');
  }
  for (const [id, name] of filters) {
    if (id === 'search') continue;
    byId(id).addEventListener('change', () => {
      go({ [name]: byId<HTMLSelectElement>(id).value, page: 0 });
    });
  }
  let waiting: ReturnType<typeof setTimeout> | undefined;
  byId('search').addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      go({ search: byId<HTMLInputElement>('search').value, page: 0 });
    }, 150);
  });
  byId('page-before').addEventListener('click', () => list.turn(-1, state));
  byId('page-after').addEventListener('click', () => list.turn(1, state));
  byId('group-before').addEventListener('click', () => openBeside(-1));
  byId('group-after').addEventListener('click', () => openBeside(1));
  byId('help-open').addEventListener('click', openHelp);
  byId('help-close').addEventListener('click', () => byId<HTMLDialogElement>('help').close());
}

/** The group before or after the one that is open, of those that are shown. */
function openBeside(by: number): void {
  const at = list.shown.indexOf(state.group ?? -1);
  const next = list.shown[at + by];
  if (next !== undefined) go({ group: next, rollout: null, other: null });
}

/** Shows what two attempts of the group that is open say otherwise, or no longer. */
function toggleDifferences(): void {
  const { group, rollout, other } = state;
  if (group === null) return;
  const pair = other === null ? view.pairOf(group, rollout) : null;
  go(pair === null ? { other: null } : { rollout: pair.from, other: pair.to });
  if (pair === null) {
    view.focus(rollout);
    return;
  }
  byId('difference-title').focus({ preventScroll: true });
  byId('difference').scrollIntoView({ block: 'start' });
}

function openHelp(): void {
  byId<HTMLDialogElement>('help').showModal();
}

listenToKeys({
  move: (by) => (state.group === null ? list.move(by, state) : openBeside(by)),
  aside: (by) => state.group !== null && view.move(by),
  turn: (by) => state.group === null && list.turn(by, state),
  compare: toggleDifferences,
  close: () => state.group !== null && go({ group: null, rollout: null, other: null }),
  search() {
    if (state.group !== null) go({ group: null, rollout: null, other: null });
    byId('search').focus();
    byId('search').scrollIntoView({ block: 'center' });
  },
  help: openHelp,
});
