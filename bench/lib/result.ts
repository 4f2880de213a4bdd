/** What one benchmark came to. */
export interface Result {
  what: string;
  /** Ours against the named rival, both measured in this run. */
  ratio: number;
  budget: string;
  met: boolean;
  /** Where the ratio comes from. */
  numbers: string;
}
