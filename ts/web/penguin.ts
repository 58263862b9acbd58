import { svg } from './elements.ts';

/** Who walks over the lake; (0, 0) is its middle. */
export function penguin(): SVGGElement {
  const parts = [
    svg('ellipse', { class: 'shade', cx: 0, cy: 27, rx: 20, ry: 5 }),
    svg('path', { class: 'beak', d: 'M-13 26 l6 -6 l6 6 Z M1 26 l6 -6 l6 6 Z' }),
    svg('ellipse', { class: 'coat', cx: -18, cy: 6, rx: 5, ry: 13, transform: 'rotate(18 -18 6)' }),
    svg('ellipse', { class: 'coat', cx: 18, cy: 6, rx: 5, ry: 13, transform: 'rotate(-18 18 6)' }),
    svg('ellipse', { class: 'coat', cx: 0, cy: -1, rx: 19, ry: 25 }),
    svg('path', {
      class: 'belly',
      d: 'M0 -14 C16 -26 17 -4 13 8 C10 22 -10 22 -13 8 C-17 -4 -16 -26 0 -14',
    }),
    svg('circle', { class: 'eye', cx: -6, cy: -9, r: 2.4 }),
    svg('circle', { class: 'eye', cx: 6, cy: -9, r: 2.4 }),
    svg('path', { class: 'beak', d: 'M-4.5 -4 H4.5 L0 3 Z' }),
  ];
  return svg(
    'g',
    { class: 'walker', 'aria-hidden': 'true' },
    svg('g', { class: 'penguin' }, ...parts),
  );
}
