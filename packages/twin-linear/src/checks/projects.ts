import {
  added,
  type CheckArgs,
  type CheckParam,
  containing,
  failed,
  meant,
  type Outcome,
  passed,
  quoted,
  readsSame,
  says,
} from '@svc/twin-kit';
import type { LinearState, Project } from '../world.ts';
import { check, listed, nameOf, userName, verdict } from './find.ts';
import { same, usersMeant, type Worlds } from './names.ts';
import * as params from './params.ts';
import { texts, textsIn } from './words.ts';

const { health, project, status, user, date, name, needle, count, title, initiative, milestone } = params;

interface OnProject<P extends string> {
  id: string;
  template: string;
  description: string;
  compares: string;
  params: Readonly<Record<P, CheckParam>>;
  judge(found: Readonly<Project>, args: CheckArgs<P | 'project'>, worlds: Worlds): Outcome;
}

/** Declares a check on a project, which has to be there. Of several with the name, any that it is so of is meant. */
const onProject = <P extends string>({ params: more, judge, ...words }: OnProject<P>) =>
  check({
    ...words,
    substrate: 'final_state',
    params: { project, ...more } as Readonly<Record<P | 'project', CheckParam>>,
    evaluate(args: CheckArgs<P | 'project'>, final, seed) {
      const found = projectsMeant({ seed, final }, args.project);
      const outcomes = found.map((one) => judge(one, args, { seed, final }));
      return (
        outcomes.find(({ status: verdictOf }) => verdictOf === 'passed') ??
        outcomes[0] ??
        failed(`there is no project "${args.project}"`)
      );
    },
  });

const projectsMeant = ({ seed, final }: Worlds, called: string): readonly Readonly<Project>[] =>
  meant(seed.projects, final.projects, (one) => same(one.name, called)).filter(({ trashed }) => !trashed);

/** Projects, and what belongs to planning: updates, milestones, initiatives, documents. */
export const projectChecks = [
  check({
    id: 'linear.project-created',
    template: 'A new project called "{name}" exists.',
    description: 'A project has this name that the seed does not have, and it is not in the trash.',
    compares: 'the names of new projects with {name}',
    substrate: 'seed_and_final_state',
    params: { name },
    evaluate(args, final, seed) {
      const names = added(seed.projects, final.projects)
        .filter(({ trashed }) => !trashed)
        .map((one) => one.name);
      return verdict(
        names.some((one) => readsSame(one, args.name)),
        `new projects: ${listed(names)}`,
      );
    },
  }),
  onProject({
    id: 'linear.project-status',
    template: 'The project "{project}" has the status "{state}".',
    description: 'The project is in the status with this name.',
    compares: 'the status of the project with {state}',
    params: { state: status },
    judge(found, args, { seed, final }) {
      const wanted = meant(seed.projectStatuses, final.projectStatuses, (one) => same(one.name, args.state));
      return verdict(
        wanted.some(({ id }) => id === found.statusId),
        `status of project ${quoted(found.name)}: ${nameOf(final.projectStatuses, found.statusId)}`,
      );
    },
  }),
  onProject({
    id: 'linear.project-health',
    template: 'The latest update of the project "{project}" says {health}.',
    description: 'The latest status update of the project reports this health.',
    compares: 'the health of the project with {health}',
    params: { health },
    judge: (found, args) =>
      verdict(found.health === args.health, `health of project ${quoted(found.name)}: ${found.health ?? 'none'}`),
  }),
  onProject({
    id: 'linear.project-update-contains',
    template: 'An update of the project "{project}" contains "{needle}".',
    description: 'A status update of the project that is there at the end holds the text.',
    compares: 'the text of each update of the project with {needle}',
    params: { needle },
    judge(found, args, { final }) {
      const updates = final.projectUpdates.filter((one) => one.projectId === found.id && one.archivedAt === null);
      const hit = updates.find((one) =>
        textsIn('projectUpdates', one, 'body').some((text) => says(text, containing(args.needle))),
      );
      return hit
        ? passed(`an update says ${quoted(hit.body, args.needle)}`)
        : failed(`updates of ${quoted(found.name)}: ${listed(updates.map(({ body }) => body))}`);
    },
  }),
  onProject({
    id: 'linear.project-lead',
    template: 'The project "{project}" is led by "{user}".',
    description: 'The user is the lead of the project.',
    compares: 'the lead of the project with {user}',
    params: { user },
    judge: (found, args, worlds) =>
      verdict(
        found.leadId !== null && usersMeant(worlds, args.user).has(found.leadId),
        `lead of project ${quoted(found.name)}: ${userName(worlds.final, found.leadId)}`,
      ),
  }),
  onProject({
    id: 'linear.project-target-date',
    template: 'The project "{project}" has the target date {date}.',
    description: 'The project is to be done on this day.',
    compares: 'the target date of the project with {date}',
    params: { date },
    judge: (found, args) =>
      verdict(found.targetDate === args.date, `target date of project ${quoted(found.name)}: ${found.targetDate ?? 'none'}`),
  }),
  onProject({
    id: 'linear.project-start-date',
    template: 'The project "{project}" has the start date {date}.',
    description: 'The project is to begin on this day.',
    compares: 'the start date of the project with {date}',
    params: { date },
    judge: (found, args) =>
      verdict(found.startDate === args.date, `start date of project ${quoted(found.name)}: ${found.startDate ?? 'none'}`),
  }),
  onProject({
    id: 'linear.project-text-contains',
    template: 'The text of the project "{project}" contains "{needle}".',
    description: 'The summary or the description of the project holds the text, as typed or as Linear shows it.',
    compares: 'summary and description of the project with {needle}',
    params: { needle },
    judge(found, args) {
      const all = texts.textsOf('projects', found).filter(({ field }) => field !== 'name');
      const hit = all.find((text) => says(text, containing(args.needle)));
      return hit
        ? passed(`the project says ${quoted(hit.text, args.needle)}`)
        : failed(`the project says ${listed(all.map(({ text }) => text))}`);
    },
  }),
  onProject({
    id: 'linear.project-issue-count',
    template: 'The project "{project}" has exactly {count} issues.',
    description: 'So many issues outside the trash are in the project.',
    compares: 'the number of issues of the project with {count}',
    params: { count },
    judge(found, args, { final }) {
      const issues = final.issues.filter(({ projectId, trashed }) => projectId === found.id && !trashed);
      return verdict(
        issues.length === Number(args.count),
        `issues of ${quoted(found.name)}: ${listed(issues.map(({ identifier }) => identifier))}`,
      );
    },
  }),
  onProject({
    id: 'linear.project-milestone',
    template: 'The project "{project}" has the milestone "{milestone}".',
    description: 'The project has a milestone of this name.',
    compares: 'the names of the milestones of the project with {milestone}',
    params: { milestone },
    judge(found, args, { seed, final }) {
      const of = (world: LinearState) => world.projectMilestones.filter(({ projectId }) => projectId === found.id);
      return verdict(
        meant(of(seed), of(final), (one) => same(one.name, args.milestone)).length > 0,
        `milestones of ${quoted(found.name)}: ${listed(of(final).map((one) => one.name))}`,
      );
    },
  }),
  onProject({
    id: 'linear.project-in-initiative',
    template: 'The project "{project}" is part of the initiative "{initiative}".',
    description: 'The initiative includes the project.',
    compares: 'the initiatives of the project with {initiative}',
    params: { initiative },
    judge(found, args, { seed, final }) {
      const ids = final.initiativeToProjects.filter(({ projectId }) => projectId === found.id).map((one) => one.initiativeId);
      const wanted = meant(seed.initiatives, final.initiatives, (one) => same(one.name, args.initiative));
      return verdict(
        wanted.some(({ id, trashed }) => !trashed && ids.includes(id)),
        `initiatives of ${quoted(found.name)}: ${ids.map((id) => nameOf(final.initiatives, id)).join(', ') || 'none'}`,
      );
    },
  }),
  check({
    id: 'linear.document-contains',
    template: 'A document titled "{title}" contains "{needle}".',
    description: 'A document outside the trash has this title at the end, and its content holds the text.',
    compares: 'the content of each document of the title with {needle}',
    substrate: 'final_state',
    params: { title, needle },
    evaluate(args, final) {
      const titled = final.documents.filter((one) => !one.trashed && readsSame(one.title, args.title));
      const hit = titled.find((one) => textsIn('documents', one, 'content').some((text) => says(text, containing(args.needle))));
      if (hit) return passed(`the document says ${quoted(hit.content ?? '', args.needle)}`);
      return failed(
        titled.length === 0
          ? `there is no document "${args.title}"`
          : `it says ${listed(titled.map(({ content }) => content ?? ''))}`,
      );
    },
  }),
];
