import { CELLS, cellName, LAKE, MOVES, SIDE, STARTS } from '../../examples/frozen-lake/lake.ts';
import { percent, svg } from './elements.ts';
import type { PolicyView } from './lake-snapshot.ts';
import { penguin } from './penguin.ts';

/** Of a cell, in the units of the picture. */
const SIZE = 100;
/** Degrees, clockwise from the right, in the order of `MOVES`. */
const ANGLES = [180, 90, 0, 270];
const ARROW = 'M17 -4 H29 V-11 L44 0 L29 11 V4 H17 Z';

/** The lake, with the policy's moves as arrows, and somebody who walks over it. */
export class Board {
  readonly element: SVGSVGElement;
  readonly #cells: readonly SVGGElement[];
  readonly #arrows: readonly (readonly SVGPathElement[])[];
  readonly #trail: SVGPolylineElement = svg('polyline', { class: 'trail' });
  readonly #walker: SVGGElement = penguin();
  #path: number[] = [];

  /** @param onChoose - called with a start that somebody clicked; without it the board is a picture alone */
  constructor(onChoose?: (start: number) => void) {
    const side = SIDE * SIZE;
    this.element = svg('svg', { viewBox: `0 0 ${side} ${side}`, class: 'board' });
    this.#cells = CELLS.map((cell) => {
      const at = `translate(${SIZE * (cell % SIDE)} ${SIZE * Math.floor(cell / SIDE)})`;
      const group = svg('g', { transform: at, class: `cell kind-${LAKE[cell]}` });
      group.append(svg('rect', { x: 2, y: 2, width: SIZE - 4, height: SIZE - 4, rx: 10 }));
      if (LAKE[cell] === 'H') group.append(...hole());
      if (LAKE[cell] === 'G') group.append(...flag());
      if (LAKE[cell] === 'F')
        group.append(
          svg('text', { x: 11, y: 23, class: 'name' }, cellName(cell)),
          svg('path', { class: 'won-mark', d: 'M78 17 l5 5 l9 -10' }),
          svg('title'),
        );
      this.element.append(group);
      return group;
    });
    this.#arrows = STARTS.map((start) =>
      ANGLES.map((angle) => {
        const place = svg('g', { transform: `translate(50 50) rotate(${angle})` });
        const arrow = svg('path', { d: ARROW, class: 'arrow' });
        place.append(arrow);
        this.#cells[start]?.append(place);
        return arrow;
      }),
    );
    if (onChoose) {
      this.element.append(this.#trail, this.#walker);
      for (const start of STARTS) this.#makeButton(start, onChoose);
    } else this.element.setAttribute('role', 'img');
    this.leave();
  }

  show({ probabilities, games }: PolicyView): void {
    for (const [i, start] of STARTS.entries()) {
      const chances = probabilities[i] ?? [];
      const most = Math.max(...chances);
      for (const [j, arrow] of (this.#arrows[i] ?? []).entries()) {
        const chance = chances[j] ?? 0;
        arrow.style.setProperty('--chance', chance.toFixed(3));
        arrow.classList.toggle('likeliest', chance === most);
      }
      const cell = this.#cells[start] as SVGGElement;
      const isWon = games[i]?.isWon === true;
      cell.classList.toggle('won', isWon);
      const moves = MOVES.map((move, j) => `${move} ${percent(chances[j] ?? 0)}`).join(', ');
      const end = isWon ? 'the likeliest moves reach the goal' : 'the likeliest moves fail';
      const [title] = cell.getElementsByTagName('title');
      if (title) title.textContent = `${cellName(start)}: ${moves}; ${end}`;
    }
  }

  /** Puts the walker on a cell, where its way begins. */
  begin(cell: number): void {
    this.#walker.classList.add('at-once');
    this.#path = [];
    this.#walk(cell);
    // Without reading it the browser would take this move and the next for one.
    this.#walker.getBoundingClientRect();
    this.#walker.classList.remove('at-once', 'gone', 'fell', 'home');
  }

  /** One move on; `cell` is where it stands already where the move led nowhere. */
  step(cell: number): void {
    const isStuck = this.#path.at(-1) === cell;
    this.#walk(cell);
    this.#walker.classList.toggle('fell', LAKE[cell] === 'H');
    this.#walker.classList.toggle('home', LAKE[cell] === 'G');
    if (isStuck) this.#walker.animate({ rotate: ['0deg', '8deg', '-8deg', '0deg'] }, 240);
  }

  /** Nobody is on the lake. */
  leave(): void {
    this.#path = [];
    this.#trail.setAttribute('points', '');
    this.#walker.classList.add('gone');
  }

  #walk(cell: number): void {
    this.#path.push(cell);
    const [x, y] = centre(cell);
    this.#walker.style.transform = `translate(${x}px, ${y}px)`;
    this.#trail.setAttribute('points', this.#path.map((each) => centre(each).join()).join(' '));
  }

  #makeButton(start: number, onChoose: (start: number) => void): void {
    const cell = this.#cells[start] as SVGGElement;
    cell.setAttribute('role', 'button');
    cell.setAttribute('tabindex', '0');
    cell.setAttribute('aria-label', `Show a game from ${cellName(start)}`);
    cell.addEventListener('click', () => onChoose(start));
    cell.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onChoose(start);
    });
  }
}

function centre(cell: number): [x: number, y: number] {
  return [SIZE * (cell % SIDE) + SIZE / 2, SIZE * Math.floor(cell / SIDE) + SIZE / 2];
}

function hole(): SVGElement[] {
  return [
    svg('ellipse', { class: 'rim', cx: 50, cy: 52, rx: 36, ry: 31 }),
    svg('ellipse', { class: 'water', cx: 50, cy: 55, rx: 33, ry: 27 }),
    svg('path', { class: 'wave', d: 'M32 55 q6 -6 12 0 t12 0 t12 0' }),
  ];
}

function flag(): SVGElement[] {
  return [
    svg('path', { class: 'pole', d: 'M38 84 V18' }),
    svg('path', { class: 'cloth', d: 'M40 20 L76 32 L40 46 Z' }),
  ];
}
