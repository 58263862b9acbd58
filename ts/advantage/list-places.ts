/** Places beyond this many are counted, not named. */
const MOST_PLACES = 8;

/** Places for a sentence: the first by name, the others by their number. */
export function listPlaces(places: readonly string[]): string {
  const shown = places.slice(0, MOST_PLACES).join(', ');
  return places.length > MOST_PLACES ? `${shown} and ${places.length - MOST_PLACES} more` : shown;
}
