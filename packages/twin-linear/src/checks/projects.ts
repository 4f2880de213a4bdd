import { failed, type Outcome, passed } from '@svc/twin-kit';
import type { LinearState, Project } from '../world.ts';
import { check, same } from './find.ts';
import { health, project, state } from './params.ts';

function withProject(final: LinearState, name: string, judge: (project: Readonly<Project>) => Outcome): Outcome {
  const found = final.projects.find((one) => same(one.name, name) && !one.trashed);
  return found ? judge(found) : failed(`there is no project "${name}"`);
}

export const projectChecks = [
  check({
    id: 'linear.project-status',
    template: 'The project "{project}" has the status "{state}".',
    description: 'The project is in the status with this name.',
    compares: 'the name of the status of the project with {state}',
    substrate: 'final_state',
    params: { project, state },
    evaluate: (args, final) =>
      withProject(final, args.project, (found) => {
        const name = final.projectStatuses.find(({ id }) => id === found.statusId)?.name ?? found.statusId;
        const evidence = `status of project "${found.name}": "${name}"`;
        return same(name, args.state) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.project-health',
    template: 'The latest update of the project "{project}" says {health}.',
    description: 'The latest status update of the project reports this health.',
    compares: 'the health of the project with {health}',
    substrate: 'final_state',
    params: { project, health },
    evaluate: (args, final) =>
      withProject(final, args.project, (found) => {
        const evidence = `health of project "${found.name}": ${found.health ?? 'none'}`;
        return found.health === args.health ? passed(evidence) : failed(evidence);
      }),
  }),
];
