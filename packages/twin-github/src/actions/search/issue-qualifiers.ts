import { type Comment, type GithubContext, type Issue, subjectGroup } from '../../world.ts';
import { blockedOf, blockersOf, dependencyCounts } from '../issue-dependencies.ts';
import { mentions } from '../issue-list.ts';
import { typeOf } from '../issue-types.ts';
import { entryOf } from '../merge-queue/entries.ts';
import { parentOf, partsOf } from '../sub-issues.ts';
import { dateInRange, numberInRange } from './match.ts';
import { isLinked, PULL_QUALIFIERS } from './pull-qualifiers.ts';
import { isUser, loginIn, pullOf, type Qualifier, type Subject, sameText } from './subject.ts';

export const commentsOf = ({ context, issue }: Subject): readonly Readonly<Comment>[] =>
  context.world.comments.by.issue.page(issue.id, { limit: issue.comments });

/** Ways of sorting by one reaction, as they are spelt there. */
const SPELT: Readonly<Record<string, string>> = { smile: 'laugh', tada: 'hooray', thinking_face: 'confused' };

/** How many reactions an issue has, all or those of one content. */
export function reactionsOf({ world }: GithubContext, issue: Readonly<Issue>, content = ''): number {
  const { subject } = world.reactions.by;
  const group = subjectGroup('issue', issue.id);
  if (content === '') return subject.count(group);
  const wanted = SPELT[content] ?? content;
  return subject.page(group, { limit: subject.count(group) }).filter((reaction) => reaction.content === wanted).length;
}

const never = (): boolean => false;

const IS: Readonly<Record<string, (subject: Subject) => boolean>> = {
  issue: ({ issue }) => !issue.is_pull_request,
  pr: ({ issue }) => issue.is_pull_request,
  'pull-request': ({ issue }) => issue.is_pull_request,
  open: ({ issue }) => issue.state === 'open',
  closed: ({ issue }) => issue.state === 'closed',
  merged: (subject) => Boolean(pullOf(subject)?.merged_at),
  unmerged: (subject) => subject.issue.is_pull_request && !pullOf(subject)?.merged_at,
  draft: (subject) => pullOf(subject)?.draft === true,
  locked: ({ issue }) => issue.locked,
  unlocked: ({ issue }) => !issue.locked,
  public: ({ repository }) => !repository.private,
  private: ({ repository }) => repository.private,
  archived: ({ repository }) => repository.archived,
  queued: ({ context, issue }) => entryOf(context, issue.id) !== undefined,
  // An issue that is closed blocks nothing any more.
  blocked: ({ context, issue }) => dependencyCounts(context, issue.id).blocked_by > 0,
  blocking: ({ context, issue }) => dependencyCounts(context, issue.id).blocking > 0,
  // The twin has no enterprises.
  internal: never,
};

/** What an issue may have none of. */
const HAS: Readonly<Record<string, (subject: Subject) => boolean>> = {
  label: ({ issue }) => issue.label_ids.length > 0,
  milestone: ({ issue }) => issue.milestone_id !== null,
  assignee: ({ issue }) => issue.assignee_ids.length > 0,
  'parent-issue': ({ context, issue }) => parentOf(context, issue.id) !== undefined,
  'sub-issue': ({ context, issue }) => partsOf(context, issue.id).length > 0,
  type: ({ context, issue }) => typeOf(context, issue) !== undefined,
  project: never,
};

const isAssigned: Qualifier = (subject, login) =>
  login === '*' ? subject.issue.assignee_ids.length > 0 : subject.issue.assignee_ids.some((id) => isUser(subject, id, login));
const isMentioned: Qualifier = (subject, login) => mentions(subject.context.world, subject.issue, loginIn(subject, login));
const isAuthor: Qualifier = (subject, login) => isUser(subject, subject.issue.user_id, login);
const hasCommented: Qualifier = (subject, login) =>
  commentsOf(subject).some((comment) => isUser(subject, comment.user_id, login));
const isOwned: Qualifier = (subject, login) => isUser(subject, subject.repository.owner_id, login);

/** `owner/name#1`, or `#1` of the same repository. */
function isNamed({ context }: Subject, issue: Readonly<Issue> | undefined, value: string): boolean {
  const [, name, number] = /^(?:([\w.-]+\/[\w.-]+)?#)?(\d+)$/.exec(value) ?? [];
  if (!issue || number === undefined || issue.number !== Number(number)) return false;
  return name === undefined || sameText(context.world.repositories.get(issue.repository_id)?.full_name ?? '', name);
}

/** https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests */
export const ISSUE_QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  ...PULL_QUALIFIERS,
  is: (subject, value) => IS[value.toLowerCase()]?.(subject) ?? false,
  // A type of issues, or one of the older names: https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests#search-by-issue-type
  type: (subject, value) =>
    IS[value.toLowerCase()]?.(subject) ?? sameText(typeOf(subject.context, subject.issue)?.name ?? '', value),
  state: (subject, value) => IS[value.toLowerCase()]?.(subject) ?? false,
  repo: ({ repository }, value) => sameText(repository.full_name, value),
  user: isOwned,
  org: isOwned,
  label: ({ context, issue }, value) => issue.label_ids.some((id) => sameText(context.world.labels.get(id)?.name ?? '', value)),
  author: isAuthor,
  assignee: isAssigned,
  mentions: isMentioned,
  team: (subject, value) => mentions(subject.context.world, subject.issue, value.replace(/^@/, '')),
  commenter: hasCommented,
  involves: (subject, login) => [isAuthor, isAssigned, isMentioned, hasCommented].some((test) => test(subject, login)),
  milestone: ({ context, issue }, value) =>
    issue.milestone_id !== null &&
    (value === '*' || sameText(context.world.milestones.get(issue.milestone_id)?.title ?? '', value)),
  no: (subject, value) => HAS[value.toLowerCase()]?.(subject) === false,
  has: (subject, value) => HAS[value.toLowerCase()]?.(subject) ?? false,
  'parent-issue': (subject, value) => isNamed(subject, parentOf(subject.context, subject.issue.id), value),
  'sub-issue': (subject, value) => partsOf(subject.context, subject.issue.id).some((part) => isNamed(subject, part, value)),
  'blocked-by': (subject, value) => blockersOf(subject.context, subject.issue.id).some((one) => isNamed(subject, one, value)),
  blocking: (subject, value) => blockedOf(subject.context, subject.issue.id).some((one) => isNamed(subject, one, value)),
  linked: (subject, value) => isLinked(subject, value.toLowerCase()),
  language: ({ repository }, value) => sameText(repository.language ?? '', value),
  reason: ({ issue }, value) => issue.state_reason === value.toLowerCase().replaceAll(' ', '_'),
  created: ({ issue }, value) => dateInRange(issue.created_at, value),
  updated: ({ issue }, value) => dateInRange(issue.updated_at, value),
  closed: ({ issue }, value) => dateInRange(issue.closed_at, value),
  comments: ({ issue }, value) => numberInRange(issue.comments, value),
  reactions: ({ context, issue }, value) => numberInRange(reactionsOf(context, issue), value),
  interactions: ({ context, issue }, value) => numberInRange(reactionsOf(context, issue) + issue.comments, value),
  archived: ({ repository }, value) => repository.archived === (value === 'true'),
  in: () => true,
};
