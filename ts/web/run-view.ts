import { cellName, STARTS } from '../../examples/frozen-lake/lake.ts';
import { Board } from './board.ts';
import { byId, html } from './elements.ts';
import { GamePlayer } from './game-player.ts';
import { HeatStrip } from './heat-strip.ts';
import type { LakeSnapshot } from './lake-snapshot.ts';
import { LineChart } from './line-chart.ts';
import { NumbersTable, wonStarts } from './numbers-table.ts';

/** What is to be seen of a run: board, charts and numbers. It keeps every snapshot, so that one can look back. */
export class RunView {
  readonly player: GamePlayer;
  readonly #snapshots: LakeSnapshot[] = [];
  readonly #board: Board;
  readonly #before: Board = new Board();
  readonly #curves: LineChart;
  readonly #heat: HeatStrip;
  readonly #table: NumbersTable = new NumbersTable(byId('numbers'));
  readonly #slider: HTMLInputElement = byId('shown');
  readonly #updates: number;
  /** The update that is looked at; null: always the last. */
  #shown: number | null = null;

  constructor(updates: number) {
    this.#updates = updates;
    this.#curves = new LineChart(updates, ['greedy', 'reward']);
    this.#heat = new HeatStrip(updates);
    this.#board = new Board((start) => this.player.play(start));
    this.player = new GamePlayer(this.#board, byId('game'), (start) => this.#gameFrom(start));
    byId('board').replaceChildren(this.#board.element);
    byId('before-board').replaceChildren(this.#before.element);
    byId('curves').replaceChildren(this.#curves.element);
    byId('heat').replaceChildren(this.#heat.element);
    byId('heat-labels').replaceChildren(
      ...STARTS.map((start) => html('span', '', cellName(start))),
    );
    byId('last-update').textContent = String(updates);
    for (const id of ['reward', 'greedy', 'before']) byId(id).textContent = '–';
    byId('before-text').textContent = '';
    this.#slider.max = '0';
    this.look(null);
  }

  get last(): LakeSnapshot | null {
    return this.#snapshots.at(-1) ?? null;
  }

  get first(): LakeSnapshot | null {
    return this.#snapshots[0] ?? null;
  }

  add(snapshot: LakeSnapshot): void {
    this.#snapshots.push(snapshot);
    const { update, reward, success, played } = snapshot;
    this.#table.add(snapshot);
    if (update > 0) this.#heat.add(update, success);
    else this.#showBefore(snapshot);
    this.#drawCurves();
    byId('updates').textContent = `${update} / ${this.#updates}`;
    byId('games').textContent = played.toLocaleString('en');
    if (reward !== null) byId('reward').textContent = reward.toFixed(2);
    byId('greedy').textContent = `${wonStarts(snapshot)} of ${STARTS.length}`;
    this.#slider.max = String(update);
    this.look(this.#shown);
    if (update === 0) this.player.play();
  }

  /** Shows how things stood after an update; null: the last one, and each that comes. */
  look(update: number | null): void {
    this.#shown = update;
    const snapshot = this.#seen();
    const at = snapshot?.update ?? 0;
    this.#slider.value = String(at);
    byId('follow').hidden = update === null;
    const when = at === 0 ? 'before the training' : `after update ${at}`;
    const text = update === null ? `the policy of now, ${when}` : `the policy ${when}`;
    byId('shown-text').textContent = `Shown: ${text}.`;
    this.#slider.setAttribute('aria-valuetext', when);
    this.#curves.mark(at);
    this.#heat.mark(at);
    if (snapshot) this.#board.show(snapshot);
  }

  end(): void {
    this.player.stop();
  }

  #seen(): LakeSnapshot | null {
    return this.#shown === null ? this.last : (this.#snapshots[this.#shown] ?? this.last);
  }

  #gameFrom(start: number) {
    return this.#seen()?.games[STARTS.indexOf(start)] ?? null;
  }

  #showBefore(snapshot: LakeSnapshot): void {
    this.#before.show(snapshot);
    const won = `${wonStarts(snapshot)} of ${STARTS.length}`;
    byId('before').textContent = won;
    byId('before-text').textContent = `The likeliest reach the goal from ${won} starts.`;
    const label = `The lake before the training; the goal is reached from ${won} starts`;
    this.#before.element.setAttribute('aria-label', label);
  }

  #drawCurves(): void {
    // Games of an update are those of the policy before it, so they stand in the middle of their update.
    const rewards = this.#snapshots.flatMap(({ update, reward }) =>
      reward === null ? [] : [[update - 0.5, reward] as const],
    );
    const greedy = this.#snapshots.map(
      (each) => [each.update, wonStarts(each) / STARTS.length] as const,
    );
    this.#curves.show([greedy, rewards]);
    const now = `reward ${rewards.at(-1)?.[1].toFixed(2) ?? 'not known yet'}`;
    const label = `Mean reward and starts won, over ${rewards.length} updates; now ${now}, ${wonStarts(this.last as LakeSnapshot)} starts of ${STARTS.length} won. All numbers are in the table below.`;
    this.#curves.element.setAttribute('aria-label', label);
    this.#heat.element.setAttribute(
      'aria-label',
      'Share of games won by start, over the updates. All numbers are in the table below.',
    );
  }
}
