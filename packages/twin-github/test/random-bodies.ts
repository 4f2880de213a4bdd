import type { Chance } from '@svc/twin-kit/testing';
import { ZERO } from '../src/git/wire/commands.ts';
import { FLUSH, pktLine } from '../src/git/wire/pkt-line.ts';
import { nodeId } from '../src/node-id.ts';

/** What a random call may speak of: a repository in focus, and an issue of it where it has one. */
export interface Subject {
  repository: { id: number; full_name: string; name: string } | undefined;
  issue: { id: number; number: number } | undefined;
  refs: readonly { repository_id: number; ref: string; object: { sha: string } }[];
}

const ISSUE = 'id number title state comments(first: 2) { totalCount nodes { body } } labels(first: 3) { nodes { name } }';
const DOCUMENTS = [
  '{ viewer { login repositories(first: 2) { totalCount nodes { nameWithOwner } } } }',
  `query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id issues(last: 2) { nodes { ${ISSUE} } } } }`,
  'query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { pullRequests(first: 2) { nodes { title files(first: 2) { nodes { path } } reviews(first: 2) { nodes { state } } } } } }',
  'query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { defaultBranchRef { name target { oid } } releases(first: 2) { nodes { tagName } } } }',
  `query($issue: ID!) { node(id: $issue) { ... on Issue { ${ISSUE} } } }`,
  'mutation($issue: ID!, $text: String!) { addComment(input: { subjectId: $issue, body: $text }) { commentEdge { node { body } } } }',
  'mutation($repository: ID!, $text: String!) { createIssue(input: { repositoryId: $repository, title: $text }) { issue { number } } }',
  '{ viewer { nothing } }',
  '{ viewer',
];

/** A GraphQL call: every variable that any of the documents has. */
export function graphqlBody(chance: Chance, { repository, issue }: Subject, text: unknown): string {
  const [owner = '', name = ''] = repository?.full_name.split('/') ?? [];
  const variables = {
    ...{ owner, name, text: String(text) },
    repository: repository ? nodeId('R', repository.id) : 'none',
    issue: repository && issue ? nodeId('I', repository.id, issue.id) : 'none',
  };
  return JSON.stringify({ query: chance.of(DOCUMENTS), variables });
}

const lines = (...parts: (string | Buffer)[]): string => parts.map((part) => part.toString('latin1')).join('');

/** What git asks for: a commit with what it can reach, or one that nobody has. */
export function fetchBody(chance: Chance, { repository, refs }: Subject): string {
  const here = refs.filter(({ repository_id }) => repository_id === repository?.id);
  const sha = chance.maybe(0.9) ? chance.of(here)?.object.sha : undefined;
  return lines(pktLine(`want ${sha ?? '1'.repeat(40)}\n`), FLUSH, pktLine('done\n'));
}

/** A push that brings no objects: of nothing, or one that takes away a branch that random calls made. */
export function pushBody(chance: Chance, { repository, refs }: Subject): string {
  const made = refs.filter(({ repository_id, ref }) => repository_id === repository?.id && /^refs\/heads\/x\d+$/.test(ref));
  const target = chance.of(made);
  if (!target || chance.maybe(0.2)) return lines(FLUSH);
  const old = chance.maybe(0.8) ? target.object.sha : '1'.repeat(40);
  return lines(pktLine(`${old} ${ZERO} ${target.ref}\0report-status delete-refs`), FLUSH);
}
