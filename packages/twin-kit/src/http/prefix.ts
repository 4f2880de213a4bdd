/** A path without the prefix under which the vendor's whole surface stands again, e.g. `/api/v3`. */
export function belowPrefix(prefixes: readonly string[] | undefined, path: string): string {
  for (const prefix of prefixes ?? []) {
    if (path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'))
      return path.slice(prefix.length) || '/';
  }
  return path;
}
