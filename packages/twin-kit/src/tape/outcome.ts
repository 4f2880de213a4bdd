/** What becomes of a queued row. */
export interface Outcome {
  /** It is in the file. */
  acknowledge(): void;
  /** The file can't be written: whether it came into it nobody knows. */
  lose(): void;
  /** The disk had no room for it. All that were refused together are taken back, the last one first, before the first is told. */
  takeBack(): void;
  refuse(): void;
}
