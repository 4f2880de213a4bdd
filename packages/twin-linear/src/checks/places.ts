import { failed, passed, readsSame } from '@svc/twin-kit';
import type { IssueRelation, LinearState } from '../world.ts';
import { check, identifierOf, listed, nameOf, onIssue, verdict } from './find.ts';
import { idsMeant, statesMeant, teamMeant, type Worlds, withIssue } from './names.ts';
import { count, cycle, issue, milestone, other, project, relation, standing, state, team, title } from './params.ts';

/** Where an issue stands: in projects, cycles, families and relations. */
export const placeChecks = [
  check({
    id: 'linear.issue-titled-exists',
    template: 'An issue titled "{title}" exists in the team {team}.',
    description: 'There is an issue in the team whose title reads like this, in whatever state, and it is not in the trash.',
    compares: 'the titles of the issues of the team with {title}',
    substrate: 'final_state',
    params: { title, team },
    evaluate(args, final, seed) {
      const found = teamMeant({ seed, final }, args.team);
      if (typeof found === 'string') return failed(found);
      const issues = final.issues.filter((one) => one.teamId === found.id && !one.trashed);
      const titled = issues.find((one) => readsSame(one.title, args.title));
      return titled
        ? passed(`issue ${titled.identifier} has that title`)
        : failed(`none of the ${issues.length} issues of ${found.key} has that title`);
    },
  }),
  onIssue({
    id: 'linear.issue-in-project',
    template: 'Issue {issue} belongs to the project "{project}".',
    description: 'The issue is in the project with this name.',
    compares: 'the project of the issue with {project}',
    params: { project },
    judge(found, args, { seed, final }) {
      const evidence = `project of issue ${found.identifier}: ${nameOf(final.projects, found.projectId)}`;
      return verdict(idsMeant(seed.projects, final.projects, args.project).has(found.projectId ?? ''), evidence);
    },
  }),
  onIssue({
    id: 'linear.issue-in-no-project',
    template: 'Issue {issue} belongs to no project.',
    description: 'The issue is there and in none of the projects.',
    compares: 'the project of the issue with none',
    judge: (found, _args, { final }) =>
      verdict(found.projectId === null, `project of issue ${found.identifier}: ${nameOf(final.projects, found.projectId)}`),
  }),
  onIssue({
    id: 'linear.issue-in-milestone',
    template: 'Issue {issue} belongs to the milestone "{milestone}".',
    description: 'The issue is in the milestone of its project that has this name.',
    compares: 'the milestone of the issue with {milestone}',
    params: { milestone },
    judge(found, args, { seed, final }) {
      const of = (world: LinearState) => world.projectMilestones.filter(({ projectId }) => projectId === found.projectId);
      const evidence = `milestone of issue ${found.identifier}: ${nameOf(final.projectMilestones, found.projectMilestoneId)}`;
      return verdict(idsMeant(of(seed), of(final), args.milestone).has(found.projectMilestoneId ?? ''), evidence);
    },
  }),
  onIssue({
    id: 'linear.issue-in-cycle',
    template: 'Issue {issue} belongs to cycle {cycle}.',
    description: 'The issue is in the cycle of its team with this number.',
    compares: 'the number of the cycle of the issue with {cycle}',
    params: { cycle },
    judge(found, args, { final }) {
      const number = final.cycles.find(({ id }) => id === found.cycleId)?.number;
      return verdict(number === Number(args.cycle), `cycle of issue ${found.identifier}: ${number ?? 'none'}`);
    },
  }),
  onIssue({
    id: 'linear.issue-in-no-cycle',
    template: 'Issue {issue} belongs to no cycle.',
    description: 'The issue is planned into none of the cycles of its team.',
    compares: 'the cycle of the issue with none',
    judge(found, _args, { final }) {
      const number = final.cycles.find(({ id }) => id === found.cycleId)?.number;
      return verdict(number === undefined, `cycle of issue ${found.identifier}: ${number ?? 'none'}`);
    },
  }),
  onIssue({
    id: 'linear.issue-is-sub-issue-of',
    template: 'Issue {issue} is a sub-issue of {other}.',
    description: 'The parent of the issue is this one.',
    compares: 'the parent of the issue with {other}',
    params: { other },
    judge: (found, args, worlds) =>
      withIssue(worlds, args.other, (parent) =>
        verdict(
          found.parentId === parent.id,
          `parent of issue ${found.identifier}: ${identifierOf(worlds.final, found.parentId)}`,
        ),
      ),
  }),
  onIssue({
    id: 'linear.issue-is-no-sub-issue',
    template: 'Issue {issue} has no parent.',
    description: 'The issue is there and not a sub-issue of another one.',
    compares: 'the parent of the issue with none',
    judge: (found, _args, { final }) =>
      verdict(found.parentId === null, `parent of issue ${found.identifier}: ${identifierOf(final, found.parentId)}`),
  }),
  onIssue({
    id: 'linear.sub-issue-count',
    template: 'Issue {issue} has exactly {count} sub-issues.',
    description: 'So many issues outside the trash have the issue as their parent.',
    compares: 'the number of sub-issues with {count}',
    params: { count },
    judge(found, args, { final }) {
      const children = final.issues.filter(({ parentId, trashed }) => parentId === found.id && !trashed);
      const evidence = `sub-issues of ${found.identifier}: ${listed(children.map(({ identifier }) => identifier))}`;
      return verdict(children.length === Number(args.count), evidence);
    },
  }),
  onIssue({
    id: 'linear.issue-related',
    template: 'Issue {issue} {relation} issue {other}.',
    description: 'The two issues are related in this way. Only "is related to" reads both ways.',
    compares: 'the relations of the issue with {relation} and {other}',
    params: { relation: standing, other },
    judge: (found, args, worlds) =>
      withIssue(worlds, args.other, (target) => {
        const { relation: kind, turned } = relationMeant(args.relation);
        const [from, to] = turned ? [target.id, found.id] : [found.id, target.id];
        return verdict(areRelated(worlds.final, kind, from, to), relationEvidence(found, worlds.final));
      }),
  }),
  check({
    id: 'linear.issue-no-longer-related',
    template: 'Issue {issue} no longer {relation} issue {other}.',
    description: 'The seed relates the two issues in this way, and at the end they are both there and not so related.',
    compares: 'the relations of the issue with those of the seed',
    substrate: 'seed_and_final_state',
    params: { issue, relation, other },
    evaluate: (args, final, seed) =>
      withIssue({ seed, final }, args.issue, (found) =>
        withIssue({ seed, final }, args.other, (target) => {
          const kind = TYPES[args.relation] as RelationType;
          if (!areRelated(seed, kind, found.id, target.id)) return failed('the seed does not relate them so');
          return verdict(!areRelated(final, kind, found.id, target.id), relationEvidence(found, final));
        }),
      ),
  }),
  check({
    id: 'linear.state-issue-count',
    template: 'The team {team} has {count} issues in the state "{state}".',
    description: 'So many issues of the team are in this workflow state; archived ones and those in the trash do not count.',
    compares: 'the number of the issues in the state with {count}',
    substrate: 'final_state',
    params: { team, count, state },
    evaluate(args, final, seed) {
      const worlds: Worlds = { seed, final };
      const found = teamMeant(worlds, args.team);
      if (typeof found === 'string') return failed(found);
      const states = statesMeant(worlds, found.id, args.state);
      if (states.size === 0) return failed(`the team ${found.key} has no state "${args.state}"`);
      const issues = final.issues.filter((one) => one.archivedAt === null && states.has(one.stateId));
      const evidence = `issues of ${found.key} in "${args.state}": ${issues.length} (${listed(issues.map((one) => one.identifier))})`;
      return verdict(issues.length === Number(args.count), evidence);
    },
  }),
];

export type RelationType = IssueRelation['type'];

/** What sentences call the relations. */
export const TYPES: Readonly<Record<string, RelationType>> = {
  blocks: 'blocks',
  duplicates: 'duplicate',
  'is related to': 'related',
};

/** The same relations as the other issue has them. */
const TURNED: Readonly<Record<string, RelationType>> = { 'is blocked by': 'blocks', 'is duplicated by': 'duplicate' };

const relationMeant = (words: string): { relation: RelationType; turned: boolean } => {
  const turned = TURNED[words];
  return { relation: turned ?? (TYPES[words] as RelationType), turned: turned !== undefined };
};

const areRelated = ({ issueRelations }: LinearState, type: RelationType, from: string, to: string): boolean =>
  issueRelations.some(
    (one) =>
      one.type === type &&
      one.archivedAt === null &&
      ((one.issueId === from && one.relatedIssueId === to) ||
        (type === 'related' && one.issueId === to && one.relatedIssueId === from)),
  );

function relationEvidence({ id, identifier }: { id: string; identifier: string }, final: LinearState): string {
  const relations = final.issueRelations.filter((one) => one.issueId === id || one.relatedIssueId === id);
  const told = relations.map(
    (one) => `${identifierOf(final, one.issueId)} ${one.type} ${identifierOf(final, one.relatedIssueId)}`,
  );
  return `relations of issue ${identifier}: ${listed(told)}`;
}
