/** Whether a patch of plain values would change a record: what changes nothing must not count as a write. */
export const differs = <T extends object>(record: Readonly<T>, patch: Partial<T>): boolean =>
  (Object.keys(patch) as (keyof T)[]).some((field) => record[field] !== patch[field]);
