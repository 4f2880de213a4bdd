/** Values whose JSON is longer are cut, in characters. */
const MAX_VALUE_LENGTH = 2_000;
/** How much of a cut value is shown, in characters. */
const SHOWN_LENGTH = 500;

export const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);

/** A value, or its beginning and how long it is. */
export function cut(value: unknown, onCut: () => void): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= MAX_VALUE_LENGTH) return value;
  onCut();
  return { $cut: { characters: text.length, start: text.slice(0, SHOWN_LENGTH).toWellFormed() } };
}
