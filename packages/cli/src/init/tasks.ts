import type { Starter } from '@svc/twins/starters';

/** What a scenario of several twins is made of. */
export type Tasks = readonly { twin: string; starter: Starter }[];

/** An agent that stands in for the user's own until that one is put in its place. */
export interface AgentKind {
  /** As the question names it. */
  label: string;
  hint: string;
  file: string;
  command: string;
  program(tasks: Tasks): string;
  /** Further files that it needs, by name; with a package.json among them, npm installs it first. */
  beside?(tasks: Tasks): Readonly<Record<string, string>>;
}
