import { defineFact } from '@svc/twin-kit';
import type { Issue, LinearCollections, LinearState, Project } from '../world.ts';
import { idsMeant, issueMeant } from './names.ts';
import { issue, project } from './params.ts';

const fact = defineFact<LinearCollections>();

function ofIssue(final: LinearState, seed: LinearState, reference: string, read: (found: Readonly<Issue>) => string[]): string[] {
  const found = issueMeant({ seed, final }, reference);
  return typeof found === 'string' || !found.now || found.now.trashed ? [] : read(found.now);
}

function ofProjects(
  final: LinearState,
  seed: LinearState,
  called: string,
  read: (found: Readonly<Project>) => string | null,
): string[] {
  const ids = idsMeant(seed.projects, final.projects, called);
  return final.projects.filter(({ id }) => ids.has(id)).flatMap((found) => read(found) ?? []);
}

/** What sentences about other products may say of Linear. */
export const facts = [
  fact({
    id: 'linear.issue-identifier',
    template: 'identifier of issue {issue}',
    description: 'E.g. ENG-7; its number is part of it.',
    params: { issue },
    read: (args, final, seed) => ofIssue(final, seed, args.issue, ({ identifier }) => [identifier]),
  }),
  fact({
    id: 'linear.issue-title',
    template: 'title of issue {issue}',
    description: 'The whole title.',
    params: { issue },
    read: (args, final, seed) => ofIssue(final, seed, args.issue, ({ title }) => [title]),
  }),
  fact({
    id: 'linear.issue-state',
    template: 'state of issue {issue}',
    description: 'The name of its workflow state.',
    params: { issue },
    read: (args, final, seed) =>
      ofIssue(final, seed, args.issue, ({ stateId }) =>
        final.workflowStates.filter(({ id }) => id === stateId).map(({ name }) => name),
      ),
  }),
  fact({
    id: 'linear.issue-assignee',
    template: 'assignee of issue {issue}',
    description: 'The display name, name or e-mail address of its assignee.',
    params: { issue },
    read: (args, final, seed) =>
      ofIssue(final, seed, args.issue, ({ assigneeId }) =>
        final.users.filter(({ id }) => id === assigneeId).flatMap((user) => [user.displayName, user.name, user.email]),
      ),
  }),
  fact({
    id: 'linear.project-start-date',
    template: 'start date of project "{project}"',
    description: 'The day, e.g. 2026-03-02.',
    params: { project },
    read: ({ project: called }, final, seed) => ofProjects(final, seed, called, ({ startDate }) => startDate),
  }),
  fact({
    id: 'linear.project-target-date',
    template: 'target date of project "{project}"',
    description: 'The day, e.g. 2026-03-31.',
    params: { project },
    read: ({ project: called }, final, seed) => ofProjects(final, seed, called, ({ targetDate }) => targetDate),
  }),
];
