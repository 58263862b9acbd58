const held = new WeakSet<object>();

/**
 * Makes a spec read-only, down to its last field: what was checked and compiled of it is kept, and it may be everybody's.
 * Changing one is changing a copy.
 */
export function holdSpec<T extends object>(spec: T): T {
  if (held.has(spec)) return spec;
  held.add(spec);
  Object.freeze(spec);
  for (const value of Object.values(spec))
    if (typeof value === 'object' && value !== null) holdSpec(value);
  return spec;
}
