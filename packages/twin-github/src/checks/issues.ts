import { type Check, failed, passed, quoted, readsSame } from '@svc/twin-kit';
import { type Issue, issueNumberKey, type StateReason } from '../world.ts';
import {
  inRepository,
  labelsMeant,
  listed,
  numbered,
  ofRepository,
  type Place,
  placeOf,
  threadsIn,
  transferredFrom,
  verdict,
} from './find.ts';
import { openedCounts } from './opened-counts.ts';
import * as params from './params.ts';
import * as remarks from './remark-facts.ts';
import { about, anIssueTitled, locatedIn, named, type Predicate, theIssue } from './subjects.ts';
import * as facts from './thread-facts.ts';

const { issue, title, state, count, label } = params;

const stateSeen = (thread: Readonly<Issue>, place: Place): string =>
  `${named(thread, place)} is ${thread.state}${thread.state_reason ? ` (${thread.state_reason})` : ''}`;

const isState: Predicate<'state'> = {
  id: 'state',
  sentence: '~ is {state}.',
  description: (it) => `The state of ${it} is open, or closed for whatever reason.`,
  compares: 'the state of the issue with {state}',
  params: { state },
  judge: (thread, args, place) =>
    thread.state === args.state ? passed(stateSeen(thread, place)) : failed(`${stateSeen(thread, place)}, not ${args.state}`),
};

const REASONS: Readonly<Record<string, StateReason>> = {
  completed: 'completed',
  'not planned': 'not_planned',
  duplicate: 'duplicate',
};

const isClosedAs: Predicate<'reason'> = {
  id: 'closed-as',
  sentence: '~ is closed as {reason}.',
  description: (it) => `The state of ${it} is closed, for this reason.`,
  compares: 'the state with closed, and its reason with {reason}',
  params: { reason: params.reason },
  judge: (thread, { reason }, place) =>
    verdict(thread.state === 'closed' && thread.state_reason === REASONS[reason], stateSeen(thread, place)),
};

const isPartOf: Predicate<'parent'> = {
  id: 'sub-issue-of',
  sentence: '~ is a sub-issue of #{parent}.',
  description: (it) => `The parent of ${it} is this issue of the same repository.`,
  compares: 'the parent of the issue with {parent}',
  params: { parent: params.parent },
  judge(thread, { parent }, place) {
    const part = place.final.sub_issues.find(({ issue_id }) => issue_id === thread.id);
    const above = part && place.final.issues.find(({ id }) => id === part.parent_id);
    const evidence = `parent of ${named(thread, place)}: ${above ? `#${above.number} ${quoted(above.title)}` : 'none'}`;
    return verdict(above !== undefined && above.id === numbered(place, parent)?.id, evidence);
  },
};

const isBlockedBy: Predicate<'blocker'> = {
  id: 'blocked-by',
  sentence: '~ is blocked by issue #{blocker}.',
  description: (it) => `What ${it} waits for has in it this issue of the same repository, whether that is open or closed.`,
  compares: 'what the issue waits for with {blocker}',
  params: { blocker: params.blocker },
  judge(thread, { blocker }, place) {
    const ids = new Set(
      place.final.issue_dependencies.filter(({ issue_id }) => issue_id === thread.id).map((one) => one.blocking_id),
    );
    const blockers = place.final.issues.filter(({ id }) => ids.has(id));
    const evidence = `${named(thread, place)} waits for ${listed(numbersOf(blockers))}`;
    const wanted = numbered(place, blocker)?.id;
    return verdict(wanted !== undefined && ids.has(wanted), evidence);
  },
};

const numbersOf = (issues: readonly Readonly<Issue>[]): string[] => issues.map((one) => `#${one.number} ${one.title}`);

const issuesIn = (place: Place): readonly Readonly<Issue>[] => threadsIn(place).filter((one) => !one.is_pull_request);

/** The ids that issues of the seed have by now: those that were transferred have others. */
function idsNow({ seed, final }: Place, is: (issue: Readonly<Issue>) => boolean = () => true): ReadonlySet<number> {
  const issues = seed.issues.filter(is);
  const numbers = new Set(issues.map((one) => issueNumberKey(one.repository_id, one.number)));
  const moved = final.issue_transfers.filter((one) => numbers.has(issueNumberKey(one.repository_id, one.number)));
  return new Set([...issues.map(({ id }) => id), ...moved.map(({ issue_id }) => issue_id)]);
}

function openedIn(place: Place): readonly Readonly<Issue>[] {
  const known = idsNow(place);
  return issuesIn(place).filter(({ id }) => !known.has(id));
}

export const issueChecks: readonly Check[] = [
  inRepository({
    id: 'github.issue-exists',
    template: 'Issue #{issue} exists in {repo}.',
    description: 'There is an issue with this number.',
    compares: 'the numbers of the issues of the repository with {issue}',
    params: { issue },
    judge(args, place) {
      const found = theIssue.find(args, place);
      if (typeof found === 'string') return failed(found);
      return passed(found.map((one) => `${named(one, place)} is ${quoted(one.title)}`).join());
    },
  }),
  inRepository({
    id: 'github.issue-transferred',
    template: 'Issue #{issue} in {repo} was transferred to {new_repo}.',
    description: 'The issue that had this number in the first repository is in the second one now, whatever its number is there.',
    compares: 'the repository that the issue is in with {new_repo}',
    params: { issue, new_repo: params.newRepo },
    judge(args, place) {
      const moved = transferredFrom(place, args.issue);
      const target = placeOf(place.final, place.seed, args.new_repo);
      if (typeof target === 'string') return failed(target);
      if (!moved) return failed(`${place.name}#${args.issue} was not transferred`);
      return verdict(
        moved.repository_id === target.repository.id,
        `${place.name}#${args.issue} is ${locatedIn(place, moved)} now`,
      );
    },
  }),
  about(theIssue, isState),
  about(theIssue, isClosedAs),
  about(theIssue, facts.hasLabel),
  about(theIssue, facts.lacksLabel),
  about(theIssue, facts.hasExactlyLabels),
  about(theIssue, facts.hasNoLabels),
  about(theIssue, facts.assignedTo),
  about(theIssue, facts.notAssignedTo),
  about(theIssue, facts.assignedToExactly),
  about(theIssue, facts.hasNoAssignee),
  about(theIssue, facts.inMilestone),
  about(theIssue, facts.inNoMilestone),
  about(theIssue, facts.titleIs),
  about(theIssue, facts.titleContains),
  about(theIssue, facts.bodyContains),
  about(theIssue, facts.bodyLacks),
  about(theIssue, facts.bodyEdited),
  about(theIssue, facts.isLocked),
  about(theIssue, facts.hasReaction),
  about(theIssue, facts.lacksReaction),
  about(theIssue, isPartOf),
  about(theIssue, isBlockedBy),
  about(theIssue, remarks.commentContains),
  about(theIssue, remarks.newCommentContains),
  about(theIssue, remarks.commentByContains),
  about(theIssue, remarks.newCommentCount, 'new-comment-count'),
  about(theIssue, remarks.newCommentsAtLeast),
  about(theIssue, remarks.newCommentsAtMost),
  about(theIssue, remarks.commentEdited),
  about(theIssue, remarks.commentDeleted),
  about(theIssue, remarks.reactionToComment),
  inRepository({
    id: 'github.issue-titled-exists',
    template: 'An issue titled "{title}" exists in {repo}.',
    description: 'There is an issue whose title reads like this one, open or closed.',
    compares: 'the titles of the issues of the repository with {title}',
    params: { title },
    judge(args, place) {
      const found = anIssueTitled.find(args, place);
      if (typeof found === 'string') return failed(found);
      return passed(found.map((one) => `${named(one, place)} has that title`).join(', '));
    },
  }),
  inRepository({
    id: 'github.issue-opened',
    template: 'An issue titled "{title}" was opened in {repo}.',
    description: 'There is an issue whose title reads like this one, and the seed does not have it under any title.',
    compares: 'the titles of the issues that the seed does not have with {title}',
    params: { title },
    readsSeed: true,
    judge(args, place) {
      const fresh = openedIn(place);
      const found = fresh.find((one) => readsSame(one.title, args.title));
      return found ? passed(`${named(found, place)} is new`) : failed(`new in ${place.name}: ${listed(numbersOf(fresh))}`);
    },
  }),
  about(anIssueTitled, isState),
  about(anIssueTitled, facts.hasLabel),
  about(anIssueTitled, facts.hasExactlyLabels),
  about(anIssueTitled, facts.assignedTo),
  about(anIssueTitled, facts.inMilestone),
  about(anIssueTitled, facts.bodyContains),
  about(anIssueTitled, remarks.commentContains),
  about(anIssueTitled, facts.hasNoAssignee),
  ...openedCounts({
    id: 'issues',
    words: 'issues',
    description: 'So many issues of the final state were not in the seed. Pull requests do not count.',
    openedIn,
  }),
  inRepository({
    id: 'github.open-issue-count',
    template: 'Exactly {count} issues are open in {repo}.',
    description: 'So many issues of the repository are open. Pull requests do not count.',
    compares: 'the number of open issues with {count}',
    params: { count },
    judge(args, place) {
      const open = issuesIn(place).filter((one) => one.state === 'open');
      return verdict(open.length === Number(args.count), `open in ${place.name}: ${open.length}, ${listed(numbersOf(open))}`);
    },
  }),
  inRepository({
    id: 'github.closed-issue-count',
    template: 'Exactly {count} issues were closed in {repo}.',
    description: 'So many issues of the repository are closed that the seed has open or not at all. Pull requests do not count.',
    compares: 'the number of newly closed issues with {count}',
    params: { count },
    readsSeed: true,
    judge(args, place) {
      const before = idsNow(place, ({ state }) => state === 'closed');
      const closed = issuesIn(place).filter((one) => one.state === 'closed' && !before.has(one.id));
      const evidence = `newly closed in ${place.name}: ${closed.length}, ${listed(numbersOf(closed))}`;
      return verdict(closed.length === Number(args.count), evidence);
    },
  }),
  inRepository({
    id: 'github.issues-labelled-state',
    template: 'Every issue in {repo} with the label "{label}" is {state}.',
    description:
      'Each issue that had the label in the seed, or has it now, is in this state; there has to be one. Pull requests do not count.',
    compares: 'the state of each issue with the label with {state}',
    params: { label, state },
    readsSeed: true,
    judge(args, place) {
      const meant = new Set([
        ...labelsMeant(place, args.label).map(({ id }) => id),
        ...labelsMeant({ ...place, final: place.seed }, args.label).map(({ id }) => id),
      ]);
      const isLabelled = (one: Readonly<Issue>): boolean => one.label_ids.some((id) => meant.has(id));
      const before = new Set(
        ofRepository(place.seed.issues, place)
          .filter(isLabelled)
          .map(({ id }) => id),
      );
      const all = issuesIn(place).filter((one) => isLabelled(one) || before.has(one.id));
      if (all.length === 0) return failed(`no issue in ${place.name} has the label`);
      const others = all.filter((one) => one.state !== args.state);
      return others.length === 0
        ? passed(`${args.state} in ${place.name}: ${listed(numbersOf(all))}`)
        : failed(`not ${args.state} in ${place.name}: ${listed(numbersOf(others))}`);
    },
  }),
];
