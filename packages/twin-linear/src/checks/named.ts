import { objectNames } from '@svc/twin-kit';
import type { LinearState } from '../world.ts';

/** Those that are named by identifier or whole title; what is created isn't in the seed. */
export const issues = objectNames<LinearState>({
  what: 'issue',
  made: false,
  of: (world) =>
    world.issues.flatMap(({ identifier, previousIdentifiers, title }) => [
      identifier,
      ...previousIdentifiers,
      `titled "${title}"`,
    ]),
  in: (value) => (/^(?:created )?with |^created /.test(value) ? [] : value.startsWith('titled ') ? [value] : value.split(', ')),
});
export const users = objectNames<LinearState>({
  what: 'user',
  made: false,
  of: (world) => world.users.flatMap(({ displayName, name, email }) => [displayName, name, email]),
});
export const teams = objectNames<LinearState>({
  what: 'team',
  made: false,
  of: (world) => world.teams.flatMap(({ key, name }) => [key, `"${name}"`]),
});
export const states = objectNames<LinearState>({
  what: 'workflow state',
  made: true,
  of: (world) => world.workflowStates.map(({ name }) => name),
});
const called = (what: string, records: (world: LinearState) => readonly { name: string }[]) =>
  objectNames<LinearState>({ what, made: true, of: (world) => records(world).map(({ name }) => name) });
export const labels = called('label', (world) => world.issueLabels);
export const projects = called('project', (world) => world.projects);
export const milestones = called('milestone', (world) => world.projectMilestones);
export const initiatives = called('initiative', (world) => world.initiatives);
