import { describe, expect, it } from 'vitest';
import { Places } from '../../ts/errors/places.ts';

describe('Places', () => {
  it('keeps the first thousand by name, counts all, and names eight in its sentence', () => {
    const places = new Places();
    let asked = 0;
    for (let i = 0; i < 5000; i++) {
      places.add(() => {
        asked++;
        return `g${i}`;
      });
    }
    expect(places.count).toBe(5000);
    expect(places.names).toHaveLength(1000);
    expect(asked).toBe(1000);
    expect(`${places}`).toBe('g0, g1, g2, g3, g4, g5, g6, g7 and 4992 more');
    expect(places.counted('reward', 'is', 'are')).toBe('5000 rewards are');
  });

  it('speaks of one in the singular', () => {
    const places = new Places();
    places.add(() => 't:s');
    expect(places.counted('group', 'carries', 'carry')).toBe('1 group carries');
    expect(`${places}`).toBe('t:s');
  });
});
