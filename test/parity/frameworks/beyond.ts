/**
 * The arguments of a record that are not what the framework does anyway: all others are left to the preset, so that records hold
 * its constants.
 *
 * @param defaults - read from the framework's own configuration, and not from the preset
 */
export function beyond<T extends Readonly<Record<string, unknown>>>(
  given: T,
  defaults: Readonly<Partial<Record<keyof T, unknown>>>,
): Partial<T> {
  const kept = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !Object.is(value, defaults[name]),
  );
  return Object.fromEntries(kept) as Partial<T>;
}
