import { failed, passed, quoted, readsSame } from '@svc/twin-kit';
import { check, identifierOf, labelNames, listed, nameOf, onIssue, stateName, userName, verdict } from './find.ts';
import { issueMeant, labelsMeant, statesMeant, teamMeant, usersMeant } from './names.ts';
import * as params from './params.ts';

const { issue, state, label, labels, user, team, title, priority, estimate, date } = params;

const PRIORITIES = ['none', 'urgent', 'high', 'medium', 'low'];

/** Whether an issue is there, and how it stands. */
export const issueChecks = [
  onIssue({
    id: 'linear.issue-exists',
    template: 'Issue {issue} exists.',
    description: 'There is such an issue, and it is not in the trash. An archived one is there.',
    compares: 'the issues with {issue}',
    judge: (found) => passed(`issue ${found.identifier} is ${quoted(found.title)}`),
  }),
  check({
    id: 'linear.issue-deleted',
    template: 'Issue {issue} was deleted.',
    description: 'The seed has the issue, and at the end it is in the trash or gone for good.',
    compares: 'the place of the issue with the trash',
    substrate: 'seed_and_final_state',
    params: { issue },
    evaluate: (args, final, seed) => {
      const found = issueMeant({ seed, final }, args.issue);
      if (typeof found === 'string') return failed(found);
      const before = seed.issues.find(({ id }) => id === found.id);
      if (!before || before.trashed) return failed(`the seed has no issue ${args.issue} outside the trash`);
      if (!found.now) return passed(`issue ${before.identifier} is gone`);
      return verdict(
        found.now.trashed === true,
        `issue ${found.now.identifier} is ${found.now.trashed ? '' : 'not '}in the trash`,
      );
    },
  }),
  onIssue({
    id: 'linear.issue-archived',
    template: 'Issue {issue} is archived.',
    description: 'The issue is in the archive, and not in the trash.',
    compares: 'the place of the issue with the archive',
    judge: (found) =>
      verdict(found.archivedAt !== null, `issue ${found.identifier} is ${found.archivedAt ? '' : 'not '}archived`),
  }),
  onIssue({
    id: 'linear.issue-state',
    template: 'Issue {issue} is in the state "{state}".',
    description: 'The issue is in the workflow state of its team that has this name.',
    compares: 'the workflow state of the issue with {state}',
    params: { state },
    judge(found, args, worlds) {
      const evidence = `issue ${found.identifier} is in the state ${quoted(stateName(worlds.final, found.stateId))}`;
      const wanted = statesMeant(worlds, found.teamId, args.state);
      return wanted.has(found.stateId) ? passed(evidence) : failed(`${evidence}, not "${args.state}"`);
    },
  }),
  onIssue({
    id: 'linear.issue-assigned-to',
    template: 'Issue {issue} is assigned to "{user}".',
    description: 'The user is the assignee of the issue.',
    compares: 'the assignee of the issue with {user}',
    params: { user },
    judge: (found, args, worlds) =>
      verdict(
        found.assigneeId !== null && usersMeant(worlds, args.user).has(found.assigneeId),
        `assignee of issue ${found.identifier}: ${userName(worlds.final, found.assigneeId)}`,
      ),
  }),
  onIssue({
    id: 'linear.issue-not-assigned-to',
    template: 'Issue {issue} is not assigned to "{user}".',
    description: 'There are the issue and the user, who is not its assignee.',
    compares: 'the assignee of the issue with {user}',
    params: { user },
    judge(found, args, worlds) {
      const users = usersMeant(worlds, args.user);
      if (users.size === 0) return failed(`there is no user "${args.user}"`);
      const isOther = found.assigneeId === null || !users.has(found.assigneeId);
      return verdict(isOther, `assignee of issue ${found.identifier}: ${userName(worlds.final, found.assigneeId)}`);
    },
  }),
  onIssue({
    id: 'linear.issue-unassigned',
    template: 'Issue {issue} has no assignee.',
    description: 'Nobody is assigned to the issue.',
    compares: 'the assignee of the issue with nobody',
    judge: (found, _args, { final }) =>
      verdict(found.assigneeId === null, `assignee of issue ${found.identifier}: ${userName(final, found.assigneeId)}`),
  }),
  onIssue({
    id: 'linear.issue-has-label',
    template: 'Issue {issue} has the label "{label}".',
    description: 'The label is on the issue, whatever else is.',
    compares: 'the labels of the issue with {label}',
    params: { label },
    judge(found, args, worlds) {
      const wanted = labelsMeant(worlds, args.label);
      return verdict(
        found.labelIds.some((id) => wanted.has(id)),
        labelEvidence(found, worlds.final),
      );
    },
  }),
  onIssue({
    id: 'linear.issue-lacks-label',
    template: 'Issue {issue} does not have the label "{label}".',
    description: 'The issue is there and the label is not on it. A label that there never was is taken for a slip of the pen.',
    compares: 'the labels of the issue with {label}',
    params: { label },
    judge(found, args, worlds) {
      const unwanted = labelsMeant(worlds, args.label);
      const isKnown = unwanted.size > 0 || labelsMeant({ seed: worlds.seed, final: worlds.seed }, args.label).size > 0;
      if (!isKnown) return failed(`there is no label ${quoted(args.label)}`);
      return verdict(!found.labelIds.some((id) => unwanted.has(id)), labelEvidence(found, worlds.final));
    },
  }),
  onIssue({
    id: 'linear.issue-labels-are',
    template: 'Issue {issue} has exactly the labels {labels}.',
    description: 'Each of these labels is on the issue, and no other.',
    compares: 'the set of labels of the issue with {labels}',
    params: { labels },
    judge(found, args, worlds) {
      const wanted = [...args.labels.matchAll(/"([^"]+)"/g)].map(([, one]) => labelsMeant(worlds, one as string));
      const areThere = wanted.every((ids) => found.labelIds.some((id) => ids.has(id)));
      const areMeant = found.labelIds.every((id) => wanted.some((ids) => ids.has(id)));
      return verdict(areThere && areMeant, labelEvidence(found, worlds.final));
    },
  }),
  onIssue({
    id: 'linear.issue-has-no-labels',
    template: 'Issue {issue} has no labels.',
    description: 'The issue is there and no label is on it.',
    compares: 'the number of labels of the issue with 0',
    judge: (found, _args, { final }) => verdict(found.labelIds.length === 0, labelEvidence(found, final)),
  }),
  onIssue({
    id: 'linear.issue-priority',
    template: 'Issue {issue} has the priority {priority}.',
    description: 'The priority of the issue is this one.',
    compares: 'the priority of the issue with {priority}',
    params: { priority },
    judge: (found, args) =>
      verdict(
        PRIORITIES[found.priority] === args.priority,
        `priority of issue ${found.identifier}: ${PRIORITIES[found.priority]}`,
      ),
  }),
  onIssue({
    id: 'linear.issue-estimate',
    template: 'Issue {issue} has the estimate {estimate}.',
    description: 'The issue is estimated at so many points.',
    compares: 'the estimate of the issue with {estimate}',
    params: { estimate },
    judge: (found, args) =>
      verdict(found.estimate === Number(args.estimate), `estimate of issue ${found.identifier}: ${found.estimate ?? 'none'}`),
  }),
  onIssue({
    id: 'linear.issue-due-date',
    template: 'Issue {issue} is due on {date}.',
    description: 'The due date of the issue is this day.',
    compares: 'the due date of the issue with {date}',
    params: { date },
    judge: (found, args) =>
      verdict(found.dueDate === args.date, `due date of issue ${found.identifier}: ${found.dueDate ?? 'none'}`),
  }),
  onIssue({
    id: 'linear.issue-has-no-due-date',
    template: 'Issue {issue} has no due date.',
    description: 'The issue is there and not due on any day.',
    compares: 'the due date of the issue with none',
    judge: (found) => verdict(found.dueDate === null, `due date of issue ${found.identifier}: ${found.dueDate ?? 'none'}`),
  }),
  onIssue({
    id: 'linear.issue-title-is',
    template: 'Issue {issue} is titled "{title}".',
    description: 'The title of the issue reads like this, case included.',
    compares: 'the title of the issue with {title}',
    params: { title },
    judge: (found, args) =>
      verdict(readsSame(found.title, args.title), `title of issue ${found.identifier}: ${quoted(found.title)}`),
  }),
  onIssue({
    id: 'linear.issue-in-team',
    template: 'Issue {issue} belongs to the team {team}.',
    description: 'The issue is in this team, whether it was created there or moved there.',
    compares: 'the team of the issue with {team}',
    params: { team },
    judge(found, args, worlds) {
      const wanted = teamMeant(worlds, args.team);
      if (typeof wanted === 'string') return failed(wanted);
      return verdict(
        found.teamId === wanted.id,
        `team of issue ${found.identifier}: ${nameOf(worlds.final.teams, found.teamId)}`,
      );
    },
  }),
  onIssue({
    id: 'linear.issue-subscribed',
    template: 'Issue {issue} is followed by "{user}".',
    description: 'The user is among the subscribers of the issue.',
    compares: 'the subscribers of the issue with {user}',
    params: { user },
    judge(found, args, worlds) {
      const wanted = usersMeant(worlds, args.user);
      return verdict(
        found.subscriberIds.some((id) => wanted.has(id)),
        subscriberEvidence(found, worlds.final),
      );
    },
  }),
  onIssue({
    id: 'linear.issue-not-subscribed',
    template: 'Issue {issue} is not followed by "{user}".',
    description: 'There is such a user, who is not among the subscribers of the issue.',
    compares: 'the subscribers of the issue with {user}',
    params: { user },
    judge(found, args, worlds) {
      const unwanted = usersMeant(worlds, args.user);
      if (unwanted.size === 0) return failed(`there is no user "${args.user}"`);
      return verdict(!found.subscriberIds.some((id) => unwanted.has(id)), subscriberEvidence(found, worlds.final));
    },
  }),
  onIssue({
    id: 'linear.issue-has-link',
    template: 'Issue {issue} has a link to {url}.',
    description: 'An attachment of the issue leads to exactly this address.',
    compares: 'the address of each attachment of the issue with {url}',
    params: { url: params.url },
    judge(found, args, { final }) {
      const urls = final.attachments.filter(({ issueId }) => issueId === found.id).map(({ url }) => url);
      return verdict(urls.includes(args.url), `links of issue ${identifierOf(final, found.id)}: ${listed(urls)}`);
    },
  }),
];

type Found = { identifier: string; labelIds: readonly string[]; subscriberIds: readonly string[] };
type Final = Parameters<typeof labelNames>[0];

const labelEvidence = (found: Found, final: Final): string =>
  `labels of issue ${found.identifier}: ${listed(labelNames(final, found.labelIds))}`;

const subscriberEvidence = (found: Found, final: Final): string =>
  `subscribers of issue ${found.identifier}: ${found.subscriberIds.map((id) => userName(final, id)).join(', ') || 'none'}`;
