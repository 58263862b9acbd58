/** Freezes plain data with all that is in it; functions stay as they are. */
export function freezeDeep<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && inner !== null) freezeDeep(inner);
  return Object.freeze(value);
}
