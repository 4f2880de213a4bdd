import { issueTypesOf, mayType, typeOf, typesForRepository } from '../../actions/issue-types.ts';
import { isMember } from '../../actions/organizations.ts';
import { issueTypeNodeId } from '../../render/issue-types.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import type { Issue, IssueType, Repository, User } from '../../world.ts';
import { inOrder, listed } from '../connection.ts';
import { type Fields, withArgs } from '../graph.ts';
import { getNodeOf } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { ISSUE_READS, issuesOf } from './issue-lists.ts';

const ORDER = { CREATED_AT: ({ id }: Readonly<IssueType>) => id, NAME: ({ name }: Readonly<IssueType>) => name.toLowerCase() };

export const typeThing = (type: Readonly<IssueType> | undefined): Thing<IssueType> | null =>
  type ? thing('IssueType', type) : null;

export const typesOfRepository: Fields<Repository> = {
  issueType: withArgs(['name'], (repository: Readonly<Repository>, { name }, { context }) =>
    typeThing(typesForRepository(context, repository).find((type) => type.name.toLowerCase() === String(name).toLowerCase())),
  ),
  issueTypes: listed(['orderBy'], (repository: Readonly<Repository>, { orderBy }, { context }) =>
    inOrder(typesForRepository(context, repository), orderBy, ORDER).map((type) => thing('IssueType', type)),
  ),
};

export const typesOfOrganization: Fields<User> = {
  // For members, as REST's list is; others see those of the issues that they see.
  issueTypes: listed(['orderBy'], ({ id }: Readonly<User>, { orderBy }, { context, viewer }) =>
    (isMember(context, id, viewer.id) ? inOrder(issueTypesOf(context, id), orderBy, ORDER) : []).map((type) =>
      thing('IssueType', type),
    ),
  ),
};

export const typeOfIssue: Fields<Issue> = {
  issueType: (issue, _args, { context }) => typeThing(typeOf(context, issue)),
  viewerCanType: (issue, _args, { context }) => mayType(context, repositoryOf(context, issue)),
};

export const issueTypeFields: Fields<IssueType> = {
  id: (type) => issueTypeNodeId(type),
  name: ({ name }) => name,
  description: ({ description }) => description,
  // GitHub shows one without a colour in grey.
  color: ({ color }) => (color ?? 'gray').toUpperCase(),
  isEnabled: ({ is_enabled }) => is_enabled,
  isPrivate: () => false,
  issues: listed(['repositoryId', ...ISSUE_READS], ({ id }: Readonly<IssueType>, { repositoryId, ...args }, graph) => {
    const repository = getNodeOf<Repository>(graph.context, repositoryId, 'Repository');
    return issuesOf(repository, args, graph).filter(({ of }) => (of as Readonly<Issue>).issue_type_id === id);
  }),
};
