import { isLonger } from '@svc/twin-kit';
import { dependencyKey, type GithubContext, type Issue, type Repository, subjectGroup } from '../world.ts';
import { MAX_BODY } from './issues.ts';
import { moveLinks } from './linked-pulls.ts';
import { reactionsIn } from './reaction-groups.ts';

// What hangs on an issue that has become another record, elsewhere.

/** Has all that hung on an issue hang on the one that it became. */
export function moveIssueTies(
  context: GithubContext,
  from: Readonly<Repository>,
  old: Readonly<Issue>,
  now: Readonly<Issue>,
): void {
  moveTexts(context, from, old, now);
  moveEvents(context, old, now);
  moveSubIssues(context, old, now);
  moveDependencies(context, old, now);
  moveLinks(context, old.id, now.id);
  moveListings(context, old, now);
}

function moveTexts(context: GithubContext, from: Readonly<Repository>, old: Readonly<Issue>, now: Readonly<Issue>): void {
  const { comments, issues, reactions } = context.world;
  const { repository_id } = now;
  const body = old.body === null ? null : qualified(context, from, old.body);
  if (body !== old.body) issues.update(now.id, { body });
  for (const one of [...reactionsIn(context, subjectGroup('issue', old.id))])
    reactions.update(one.id, { subject_id: now.id, repository_id });
  for (const comment of [...comments.by.issue.page(old.id, { limit: comments.by.issue.count(old.id) })]) {
    comments.update(comment.id, { issue_id: now.id, repository_id, body: qualified(context, from, comment.body) });
    for (const one of [...reactionsIn(context, subjectGroup('issue_comment', comment.id))])
      reactions.update(one.id, { repository_id });
  }
}

const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/;
const SHORT = /(?<![\w/#&])#(\d+)\b/g;

/** `#1` means an issue of the repository that the text was written in; elsewhere it is named in full (seen at neomjs/neo#17701). */
function qualified({ world }: GithubContext, home: Readonly<Repository>, text: string): string {
  const isThread = (number: string): boolean => {
    const key = `${home.id}/${number}`;
    return world.issues.by.number.first(key) !== undefined || world.issue_transfers.has(key);
  };
  const whole = text
    .split(CODE)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(SHORT, (found, number) => (isThread(number) ? `${home.full_name}#${number}` : found)),
    )
    .join('');
  return isLonger(whole, MAX_BODY) ? text : whole;
}

function moveEvents({ world }: GithubContext, old: Readonly<Issue>, now: Readonly<Issue>): void {
  const { issue_events: events } = world;
  for (const { id } of [...events.by.issue.page(old.id, { limit: events.by.issue.count(old.id) })])
    events.update(id, { issue_id: now.id, repository_id: now.repository_id });
  for (const { id, related_issue_id } of [...events.values()])
    if (related_issue_id === old.id) events.update(id, { related_issue_id: now.id });
}

/** Parents and sub-issues may stand elsewhere, so they stay what they are (neomjs/neo-agent-brain#175). */
function moveSubIssues({ world }: GithubContext, old: Readonly<Issue>, now: Readonly<Issue>): void {
  const { sub_issues: links } = world;
  for (const { issue_id } of [...links.by.parent.page(old.id, { limit: links.by.parent.count(old.id) })])
    links.update(issue_id, { parent_id: now.id, repository_id: now.repository_id });
  const own = links.get(old.id);
  if (!own) return;
  links.remove(old.id);
  links.insert({ ...own, issue_id: now.id });
}

function moveDependencies({ world }: GithubContext, old: Readonly<Issue>, now: Readonly<Issue>): void {
  const { issue_dependencies: links } = world;
  const page = { limit: links.size };
  for (const one of [...links.by.blocked.page(old.id, page), ...links.by.blocking.page(old.id, page)]) {
    links.remove(dependencyKey(one.issue_id, one.blocking_id));
    const side = one.issue_id === old.id ? { issue_id: now.id } : { blocking_id: now.id };
    links.insert({ ...one, ...side });
  }
}

/** Projects and inboxes that list it. */
function moveListings({ world }: GithubContext, old: Readonly<Issue>, now: Readonly<Issue>): void {
  const { project_items: items, notifications, subscriptions } = world;
  const { id: issue_id, repository_id } = now;
  for (const { id } of [...items.by.issue.page(old.id, { limit: items.by.issue.count(old.id) })]) items.update(id, { issue_id });
  const { repository: told } = notifications.by;
  for (const { id, ...one } of [...told.page(old.repository_id, { limit: told.count(old.repository_id) })]) {
    if (one.issue_id !== old.id) continue;
    notifications.update(id, { issue_id, repository_id });
    for (const { key, thread_id } of [...subscriptions.values()])
      if (thread_id === id) subscriptions.update(key, { repository_id });
  }
}
