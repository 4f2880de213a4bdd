/**
 * The things that a name means. The seed's bearers of the name are followed wherever they go; where the seed has none, or
 * all that it has are gone, those are meant that came later or were given the name.
 */
export function meant<T extends { id: string }>(
  seed: readonly Readonly<T>[],
  final: readonly Readonly<T>[],
  hasName: (record: Readonly<T>) => boolean,
): readonly Readonly<T>[] {
  const known = new Set(seed.filter(hasName).map(({ id }) => id));
  if (known.size === 0) return final.filter(hasName);
  const followed = final.filter(({ id }) => known.has(id));
  if (followed.length > 0) return followed;
  const old = new Set(seed.map(({ id }) => id));
  return final.filter((record) => !old.has(record.id) && hasName(record));
}

/** What the final world has that the seed hasn't. */
export function added<T extends { id: string }>(seed: readonly T[], final: readonly T[]): readonly T[] {
  const known = new Set(seed.map(({ id }) => id));
  return final.filter(({ id }) => !known.has(id));
}
