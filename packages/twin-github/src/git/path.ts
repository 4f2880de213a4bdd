/** May this be a file's path in a git tree? No empty, `.`, `..` or `.git` segments, no leading or trailing slash. */
export const isValidPath = (path: string): boolean =>
  !path.includes('\0') &&
  path.split('/').every((segment) => !['', '.', '..'].includes(segment) && segment.toLowerCase() !== '.git');

/** The rules of `git check-ref-format` for a name below `refs/`. */
export function isValidRefName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids control characters
  if (name === '' || name === '@' || /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^\/|[/.]$/.test(name)) return false;
  return name.split('/').every((segment) => !segment.startsWith('.') && !segment.endsWith('.lock'));
}
