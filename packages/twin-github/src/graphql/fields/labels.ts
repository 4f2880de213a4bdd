import { type GithubContext, type Label, stateGroup } from '../../world.ts';

/** Ranks by the names of `LabelOrderField`. */
export const LABEL_ORDER = ({ world }: GithubContext): Readonly<Record<string, (label: Readonly<Label>) => number | string>> => ({
  NAME: ({ name }) => name.toLowerCase(),
  CREATED_AT: ({ id }) => id,
  ISSUE_COUNT: ({ id }) => world.issues.by.label.count(stateGroup(id, 'all')),
});
