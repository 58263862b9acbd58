// The page: one run after the other, and the controls.

import { STARTS } from '../../examples/frozen-lake/lake.ts';
import { byId } from './elements.ts';
import type { FromWorker, LakeRunSettings } from './messages.ts';
import { wonStarts } from './numbers-table.ts';
import { readCount, readSettings } from './page-settings.ts';
import { RunView } from './run-view.ts';
import { Training } from './training.ts';

/** Where a run is. `pausing`: an update is still in work. */
type Phase = 'warm-up' | 'training' | 'pausing' | 'paused' | 'done' | 'failed';

const toggle = byId<HTMLButtonElement>('toggle');
const seed = byId<HTMLInputElement>('seed');
const progress = byId<HTMLProgressElement>('progress');

class Page {
  #settings: LakeRunSettings;
  #training: Training | null = null;
  #view: RunView | null = null;
  #phase: Phase = 'warm-up';
  #isPaused = false;
  /** Milliseconds of training, pauses left out. */
  #trained = 0;
  #since = 0;

  constructor(settings: LakeRunSettings) {
    this.#settings = settings;
    seed.value = String(settings.seed);
    toggle.onclick = () => this.#toggle();
    byId<HTMLFormElement>('controls').onsubmit = (event) => {
      event.preventDefault();
      this.#restart();
    };
    byId('pace').onchange = () => this.#pace();
    byId('game-pace').onchange = () => this.#pace();
    const slider = byId<HTMLInputElement>('shown');
    slider.oninput = () => {
      this.#view?.look(Number(slider.value));
      this.#view?.player.play();
    };
    byId('follow').onclick = () => {
      this.#view?.look(null);
      slider.focus();
    };
  }

  begin(): void {
    this.#training?.end();
    this.#view?.end();
    this.#isPaused = false;
    this.#trained = 0;
    this.#since = 0;
    this.#view = new RunView(this.#settings.updates);
    this.#training = new Training(this.#settings, (message) => this.#hear(message));
    this.#pace();
    progress.value = 0;
    byId('updates').textContent = `0 / ${this.#settings.updates}`;
    byId('games').textContent = '0';
    byId('parameters').textContent = '';
    this.#enter('warm-up', 'The warm-up shows it games of random legal moves.');
  }

  #restart(): void {
    try {
      this.#settings = { ...this.#settings, seed: readCount('seed', seed.value, 0) };
    } catch (error) {
      seed.setAttribute('aria-invalid', 'true');
      say(error instanceof Error ? error.message : String(error));
      return;
    }
    seed.removeAttribute('aria-invalid');
    this.begin();
  }

  #toggle(): void {
    this.#isPaused = !this.#isPaused;
    if (this.#isPaused) {
      this.#training?.pause();
      this.#enter('pausing', 'Pausing after the update in work.');
    } else {
      this.#training?.resume();
      if (this.#phase === 'paused') this.#since = performance.now();
      this.#enter(this.#view?.first ? 'training' : 'warm-up', 'Training goes on.');
    }
  }

  #pace(): void {
    if (this.#training) this.#training.pace = Number(byId<HTMLSelectElement>('pace').value);
    if (this.#view) this.#view.player.pace = Number(byId<HTMLSelectElement>('game-pace').value);
  }

  #hear(message: FromWorker): void {
    if (message.type === 'warm-up') progress.value = message.step / message.steps;
    else if (message.type === 'snapshot') this.#add(message.snapshot);
    else if (message.type === 'paused') this.#paused();
    else if (message.type === 'warning') console.warn(message.message);
    else if (message.type === 'done') this.#done(message.parametersHash);
    else this.#fail(message.message);
  }

  #add(snapshot: Parameters<RunView['add']>[0]): void {
    if (snapshot.update === 0) this.#since = performance.now();
    this.#view?.add(snapshot);
    progress.value = snapshot.update / this.#settings.updates;
    if (this.#phase === 'warm-up') this.#enter('training', 'Training: rewards alone.');
  }

  #paused(): void {
    this.#trained += performance.now() - this.#since;
    this.#enter('paused', `Paused after update ${this.#view?.last?.update ?? 0}.`);
  }

  #done(parametersHash: string): void {
    this.#trained += performance.now() - this.#since;
    const { first, last } = this.#view as RunView;
    if (first === null || last === null) return;
    byId('parameters').textContent =
      `Hash of the parameters after the training, the same in every runtime: ${parametersHash}`;
    const games = last.played.toLocaleString('en');
    this.#enter(
      'done',
      `Done in ${Math.round(this.#trained / 1000)} s: the likeliest moves reach the goal from ${wonStarts(last)} of ${STARTS.length} starts, ` +
        `before it was from ${wonStarts(first)}; ${last.update} updates, ${games} games.`,
    );
  }

  #fail(message: string): void {
    this.#training?.end();
    this.#enter('failed', `It failed: ${message}`);
    console.error(message);
  }

  #enter(phase: Phase, text: string): void {
    this.#phase = phase;
    document.body.dataset.phase = phase;
    toggle.textContent = this.#isPaused ? 'Resume' : 'Pause';
    toggle.disabled = phase === 'done' || phase === 'failed';
    say(text);
  }
}

function say(text: string): void {
  byId('status').textContent = text;
}

try {
  new Page(readSettings(location.search)).begin();
} catch (error) {
  document.body.dataset.phase = 'failed';
  say(error instanceof Error ? error.message : String(error));
}
