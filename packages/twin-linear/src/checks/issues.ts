import { failed, passed } from '@svc/twin-kit';
import type { LinearState } from '../world.ts';
import { check, issueIn, labelsOn, listed, namesOf, same, stateOf, withIssue } from './find.ts';
import * as params from './params.ts';

const { issue, other, state, label, user, project, cycle, team, title, priority, relation, count } = params;

const PRIORITIES = ['none', 'urgent', 'high', 'medium', 'low'];
const RELATIONS: Readonly<Record<string, string>> = { blocks: 'blocks', duplicates: 'duplicate', 'is related to': 'related' };

export const issueChecks = [
  check({
    id: 'linear.issue-exists',
    template: 'Issue {issue} exists.',
    description: 'There is an issue with this identifier, and it is not in the trash.',
    compares: 'the identifiers of all issues with {issue}',
    substrate: 'final_state',
    params: { issue },
    evaluate: (args, final) => withIssue(final, args.issue, (found) => passed(`issue ${found.identifier} is "${found.title}"`)),
  }),
  check({
    id: 'linear.issue-state',
    template: 'Issue {issue} is in the state "{state}".',
    description: 'The issue is in the workflow state with this name.',
    compares: 'the name of the workflow state of the issue with {state}',
    substrate: 'final_state',
    params: { issue, state },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const actual = stateOf(final, found);
        const evidence = `issue ${found.identifier} is in the state "${actual}"`;
        return same(actual, args.state) ? passed(evidence) : failed(`${evidence}, not "${args.state}"`);
      }),
  }),
  check({
    id: 'linear.issue-assigned-to',
    template: 'Issue {issue} is assigned to "{user}".',
    description: 'The user is the assignee of the issue.',
    compares: 'the names of the assignee with {user}',
    substrate: 'final_state',
    params: { issue, user },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const names = namesOf(final, found.assigneeId);
        const evidence = `assignee of issue ${found.identifier}: ${listed(names.slice(0, 1))}`;
        return names.some((name) => same(name, args.user)) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.issue-unassigned',
    template: 'Issue {issue} has no assignee.',
    description: 'Nobody is assigned to the issue.',
    compares: 'the assignee of the issue with nobody',
    substrate: 'final_state',
    params: { issue },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const evidence = `assignee of issue ${found.identifier}: ${listed(namesOf(final, found.assigneeId).slice(0, 1))}`;
        return found.assigneeId === null ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.issue-has-label',
    template: 'Issue {issue} has the label "{label}".',
    description: 'The label is on the issue, whatever else is.',
    compares: 'the names of the labels of the issue with {label}',
    substrate: 'final_state',
    params: { issue, label },
    evaluate: (args, final) => judgeLabel(final, args.issue, args.label, true),
  }),
  check({
    id: 'linear.issue-lacks-label',
    template: 'Issue {issue} does not have the label "{label}".',
    description: 'The issue is there and the label is not on it.',
    compares: 'the names of the labels of the issue with {label}',
    substrate: 'final_state',
    params: { issue, label },
    evaluate: (args, final) => judgeLabel(final, args.issue, args.label, false),
  }),
  check({
    id: 'linear.issue-priority',
    template: 'Issue {issue} has the priority {priority}.',
    description: 'The priority of the issue is this one.',
    compares: 'the priority of the issue with {priority}',
    substrate: 'final_state',
    params: { issue, priority },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const evidence = `priority of issue ${found.identifier}: ${PRIORITIES[found.priority]}`;
        return PRIORITIES[found.priority] === args.priority ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.issue-title-is',
    template: 'Issue {issue} is titled "{title}".',
    description: 'The title of the issue is this one, letter by letter.',
    compares: 'the title of the issue with {title}',
    substrate: 'final_state',
    params: { issue, title },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const evidence = `title of issue ${found.identifier}: "${found.title}"`;
        return found.title === args.title ? passed(evidence) : failed(evidence);
      }),
  }),
];

export const placeChecks = [
  check({
    id: 'linear.issue-titled-exists',
    template: 'An issue titled "{title}" exists in the team {team}.',
    description: 'There is an issue with exactly this title in the team, in whatever state, and it is not in the trash.',
    compares: 'the titles of the issues of the team with {title}',
    substrate: 'final_state',
    params: { title, team },
    evaluate(args, final) {
      const found = final.teams.find(({ key }) => same(key, args.team));
      if (!found) return failed(`there is no team ${args.team}`);
      const issues = final.issues.filter((one) => one.teamId === found.id && !one.trashed);
      const titled = issues.find((one) => one.title === args.title);
      return titled
        ? passed(`issue ${titled.identifier} has that title`)
        : failed(`none of the ${issues.length} issues of ${found.key} has that title`);
    },
  }),
  check({
    id: 'linear.issue-in-project',
    template: 'Issue {issue} belongs to the project "{project}".',
    description: 'The issue is in the project with this name.',
    compares: 'the name of the project of the issue with {project}',
    substrate: 'final_state',
    params: { issue, project },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const name = final.projects.find(({ id }) => id === found.projectId)?.name;
        const evidence = `project of issue ${found.identifier}: ${listed(name === undefined ? [] : [name])}`;
        return name !== undefined && same(name, args.project) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.issue-in-cycle',
    template: 'Issue {issue} belongs to cycle {cycle}.',
    description: 'The issue is in the cycle of its team with this number.',
    compares: 'the number of the cycle of the issue with {cycle}',
    substrate: 'final_state',
    params: { issue, cycle },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const number = final.cycles.find(({ id }) => id === found.cycleId)?.number;
        const evidence = `cycle of issue ${found.identifier}: ${number ?? 'none'}`;
        return number === Number(args.cycle) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.issue-in-no-cycle',
    template: 'Issue {issue} belongs to no cycle.',
    description: 'The issue is planned into none of the cycles of its team.',
    compares: 'the cycle of the issue with none',
    substrate: 'final_state',
    params: { issue },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const number = final.cycles.find(({ id }) => id === found.cycleId)?.number;
        const evidence = `cycle of issue ${found.identifier}: ${number ?? 'none'}`;
        return number === undefined ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.issue-is-sub-issue-of',
    template: 'Issue {issue} is a sub-issue of {other}.',
    description: 'The parent of the issue is this one.',
    compares: 'the identifier of the parent of the issue with {other}',
    substrate: 'final_state',
    params: { issue, other },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const parent = final.issues.find(({ id }) => id === found.parentId)?.identifier;
        const evidence = `parent of issue ${found.identifier}: ${parent ?? 'none'}`;
        return parent !== undefined && same(parent, args.other) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.issue-related',
    template: 'Issue {issue} {relation} issue {other}.',
    description: 'The two issues are related in this way. Only "is related to" reads both ways.',
    compares: 'the relations of the issue with {relation} and {other}',
    substrate: 'final_state',
    params: { issue, relation, other },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const target = issueIn(final, args.other);
        if (!target) return failed(`there is no issue ${args.other}`);
        const type = RELATIONS[args.relation];
        const pair = [found.id, target.id];
        const hit = final.issueRelations.find(
          (one) =>
            one.type === type &&
            ((one.issueId === pair[0] && one.relatedIssueId === pair[1]) ||
              (type === 'related' && one.issueId === pair[1] && one.relatedIssueId === pair[0])),
        );
        return hit
          ? passed(`relation ${hit.id} says so`)
          : failed(`${found.identifier} has relations: ${listed(relationsOf(final, found.id))}`);
      }),
  }),
  check({
    id: 'linear.state-issue-count',
    template: 'The team {team} has {count} issues in the state "{state}".',
    description: 'So many issues of the team are in this workflow state; archived ones and those in the trash do not count.',
    compares: 'the number of the issues in the state with {count}',
    substrate: 'final_state',
    params: { team, count, state },
    evaluate(args, final) {
      const found = final.teams.find(({ key }) => same(key, args.team));
      if (!found) return failed(`there is no team ${args.team}`);
      const issues = final.issues.filter(
        (one) => one.teamId === found.id && one.archivedAt === null && same(stateOf(final, one), args.state),
      );
      const evidence = `issues of ${found.key} in "${args.state}": ${issues.length} (${listed(issues.map((one) => one.identifier))})`;
      return issues.length === Number(args.count) ? passed(evidence) : failed(evidence);
    },
  }),
];

function judgeLabel(final: LinearState, identifier: string, label: string, wanted: boolean) {
  return withIssue(final, identifier, (found) => {
    const labels = labelsOn(final, found);
    const evidence = `labels of issue ${found.identifier}: ${listed(labels)}`;
    return labels.some((name) => same(name, label)) === wanted ? passed(evidence) : failed(evidence);
  });
}

function relationsOf(final: LinearState, issueId: string): string[] {
  const name = (id: string): string => final.issues.find((one) => one.id === id)?.identifier ?? id;
  return final.issueRelations
    .filter((one) => one.issueId === issueId || one.relatedIssueId === issueId)
    .map((one) => `${name(one.issueId)} ${one.type} ${name(one.relatedIssueId)}`);
}
