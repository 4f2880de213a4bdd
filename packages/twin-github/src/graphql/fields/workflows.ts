import { attemptNow } from '../../actions/workflows/course.ts';
import { workflowName } from '../../actions/workflows/records.ts';
import { repositoryOf } from '../../render/repository-path.ts';
import type { CheckSuite, GithubContext, Workflow, WorkflowRun } from '../../world.ts';
import { inOrder, listed } from '../connection.ts';
import type { Fields } from '../graph.ts';
import { idIn } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';

const runPath = (context: GithubContext, run: Readonly<WorkflowRun>): string =>
  `/${repositoryOf(context, run).full_name}/actions/runs/${run.id}`;

/** The page of the workflow's runs. */
const workflowPath = (context: GithubContext, workflow: Readonly<Workflow>): string =>
  `/${repositoryOf(context, workflow).full_name}/actions/workflows/${workflow.path.split('/').at(-1)}`;

/** The run that a suite stands for; null for one that calls of the API made. */
export function runOfSuite({ world }: GithubContext, { id }: Readonly<CheckSuite>): Thing | null {
  const run = world.workflow_runs.by.suite.first(id);
  return run ? thing('WorkflowRun', run) : null;
}

export const workflowFields: Readonly<Record<string, Fields>> = {
  WorkflowRun: {
    id: (run) => idIn('WFR', run),
    databaseId: ({ id }) => id,
    event: ({ event }) => event,
    runNumber: ({ run_number }) => run_number,
    createdAt: ({ created_at }) => created_at,
    updatedAt: (run, _args, { context }) => attemptNow(context, run, run.attempts.length).updated_at,
    url: (run, _args, graph) => graph.url(runPath(graph.context, run)),
    resourcePath: (run, _args, { context }) => runPath(context, run),
    checkSuite: ({ suite_id }, _args, { context }) => {
      const suite = context.world.check_suites.get(suite_id);
      return suite ? thing('CheckSuite', suite) : null;
    },
    workflow: ({ workflow_id }, _args, { context }) => {
      const workflow = context.world.workflows.get(workflow_id);
      return workflow ? thing('Workflow', workflow) : null;
    },
  } satisfies Fields<WorkflowRun>,
  Workflow: {
    id: (workflow) => idIn('W', workflow),
    databaseId: ({ id }) => id,
    name: (workflow, _args, { context }) => workflowName(context, workflow),
    state: ({ state }) => state.toUpperCase(),
    createdAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    url: (workflow, _args, graph) => graph.url(workflowPath(graph.context, workflow)),
    resourcePath: (workflow, _args, { context }) => workflowPath(context, workflow),
    runs: listed(['orderBy'], ({ id }: Readonly<Workflow>, { orderBy }, { context }) => {
      const { workflow } = context.world.workflow_runs.by;
      const runs = workflow.page(id, { limit: workflow.count(id) });
      return inOrder(runs, orderBy ?? { field: 'CREATED_AT', direction: 'DESC' }, { CREATED_AT: ({ id: made }) => made }).map(
        (run) => thing('WorkflowRun', run),
      );
    }),
  } satisfies Fields<Workflow>,
};
