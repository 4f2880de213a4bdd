/** A name that stands twice in an object of a YAML document. */
export interface RepeatedKey {
  key: string;
  /** Where the later one begins, in characters. */
  at: number;
}

interface Keyed {
  value?: unknown;
  range?: readonly [number, ...unknown[]] | null;
}

interface Items {
  items?: readonly unknown[];
}

const isPair = (item: unknown): item is { key: unknown; value?: unknown } =>
  typeof item === 'object' && item !== null && 'key' in item;

/**
 * The names that stand twice in one object, in the order of the text. YAML forbids them; its parser compares each name of an object with all
 * others (`uniqueKeys`), which takes minutes for a megabyte of names, so it is told not to.
 *
 * @param contents of a document that the package `yaml` made
 */
export function repeatedKeys(contents: unknown): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
  const open: unknown[] = [contents];
  while (open.length > 0) {
    const node = open.pop() as Items | null | undefined;
    if (typeof node !== 'object' || node === null || !Array.isArray(node.items)) continue;
    const seen = new Set<unknown>();
    for (const item of node.items) {
      if (!isPair(item)) {
        open.push(item);
        continue;
      }
      open.push(item.key, item.value);
      const key = item.key as (Keyed & Items) | null;
      if (typeof key !== 'object' || key === null || key.items !== undefined || !('value' in key)) continue;
      if (seen.has(key.value)) repeated.push({ key: String(key.value), at: key.range?.[0] ?? 0 });
      seen.add(key.value);
    }
  }
  return repeated.sort((one, other) => one.at - other.at);
}
