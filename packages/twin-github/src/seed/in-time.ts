/** By time: ids rise with it, and lists run by ids. What is of one moment keeps its order. */
export const inTime = <T extends { created: string }>(records: readonly T[]): T[] =>
  records.toSorted((one, other) => Date.parse(one.created) - Date.parse(other.created));
