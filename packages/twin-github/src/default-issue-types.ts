import type { IssueType } from './world.ts';

/** What every organisation has: https://docs.github.com/issues/tracking-your-work-with-issues/configuring-issues/managing-issue-types-in-an-organization */
export const DEFAULT_ISSUE_TYPES: readonly Pick<IssueType, 'name' | 'description' | 'color'>[] = [
  { name: 'Task', description: 'A specific piece of work', color: 'yellow' },
  { name: 'Bug', description: 'An unexpected problem or behavior', color: 'red' },
  { name: 'Feature', description: 'A request, idea, or new functionality', color: 'blue' },
];
