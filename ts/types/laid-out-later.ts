/** A framework's table, and what it holds. */
interface Table {
  readonly framework: string;
  readonly repository: string;
  readonly version: string;
  readonly presets: object;
}

/**
 * A table whose presets are laid out for the first who asks for them: engines read past the inside of a function until it is
 * called, and most programs ask for one framework, or none.
 */
export function laidOutLater<T extends Table>(
  table: Omit<T, 'presets'> & { readonly presets: () => T['presets'] },
): T {
  const { framework, repository, version } = table;
  let presets: object | undefined;
  const later: Table = {
    framework,
    repository,
    version,
    get presets() {
      presets ??= table.presets();
      return presets;
    },
  };
  return later as T;
}
