/** A kind of assertion that tasks of the benchmark make, in words and with examples of our own. */
export interface Need {
  /** What a task wants to know of the end of a run. */
  need: string;
  /** How many of its assertions are of this kind. */
  assertions: number;
  /** Sentences that say it together, each with values of our own; none where it can't be said. */
  sentences: readonly string[];
  /** Why it can't be said. */
  unsayable?: string;
}

/** What the tasks of one product need. */
export interface Needs {
  twin: string;
  tasks: number;
  needs: readonly Need[];
}
