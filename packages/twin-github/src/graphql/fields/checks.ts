import { runsOfSuite, suiteResult } from '../../actions/check-suites.ts';
import { RepositoryStore } from '../../actions/git-store.ts';
import { combinedStatus } from '../../actions/statuses.ts';
import { checkRunNow, lookAtCommit } from '../../actions/workflows/course.ts';
import { checkRunPath, repositoryOf } from '../../render/repository-path.ts';
import { type CheckRun, type CheckSuite, type CommitStatus, commitGroup } from '../../world.ts';
import { Connection, listed } from '../connection.ts';
import type { Fields, Graph } from '../graph.ts';
import { idIn } from '../ids.ts';
import { type Thing, thing } from '../thing.ts';
import { accountThing } from './accounts.ts';
import { isRequired } from './protection.ts';
import { runOfSuite } from './workflows.ts';

type AtCommit = { repository_id: number; sha: string };

const commitThing = ({ context }: Graph, { repository_id, sha }: AtCommit): Thing | null => {
  const commit = new RepositoryStore(context, repository_id).commit(sha);
  return commit ? thing('Commit', commit) : null;
};

/** The last run of each name and the last status of each context at a commit. */
export function checkContexts(graph: Graph, { repository_id, sha }: AtCommit): readonly Thing[] {
  const { context } = graph;
  const { commit } = context.world.check_runs.by;
  const group = commitGroup(repository_id, sha);
  const runs = new Map<string, Readonly<CheckRun>>();
  for (const run of commit.page(group, { limit: commit.count(group) })) runs.set(run.name, checkRunNow(context, run));
  lookAtCommit(context, repository_id, sha);
  const [owner = '', name = ''] = repositoryOf(context, { repository_id }).full_name.split('/');
  const { statuses } = combinedStatus(context, owner, name, sha);
  return [
    ...[...runs.values()].map((run) => thing('CheckRun', run)),
    ...statuses.map((status) => thing('StatusContext', status)),
  ];
}

const counted = (states: readonly string[]): { state: string; count: number }[] =>
  [...new Set(states)].map((state) => ({ state, count: states.filter((one) => one === state).length }));

/** The checks of a commit, and how many there are of each state: a run's is its conclusion once it has one. */
export class CheckContexts extends Connection {
  readonly checkRunCountsByState: readonly object[];
  readonly statusContextCountsByState: readonly object[];
  readonly checkRunCount: number;
  readonly statusContextCount: number;

  constructor(contexts: readonly Thing[], paging: ConstructorParameters<typeof Connection>[1]) {
    super(contexts, paging);
    const runs = contexts.filter(({ type }) => type === 'CheckRun').map(({ of }) => of as Readonly<CheckRun>);
    const statuses = contexts.filter(({ type }) => type === 'StatusContext').map(({ of }) => of as Readonly<CommitStatus>);
    this.checkRunCount = runs.length;
    this.checkRunCountsByState = counted(runs.map(({ conclusion, status }) => (conclusion ?? status).toUpperCase()));
    this.statusContextCount = statuses.length;
    this.statusContextCountsByState = counted(statuses.map(({ state }) => state.toUpperCase()));
  }
}

const runPage = (run: Readonly<CheckRun>, graph: Graph): string => graph.url(checkRunPath(graph.context, run));

/** Conclusions and states stand in capitals. */
export const checkFields: Readonly<Record<string, Fields>> = {
  CheckRun: {
    id: (run) => idIn('CR', run),
    databaseId: ({ id }) => id,
    name: ({ name }) => name,
    status: ({ status }) => status.toUpperCase(),
    conclusion: ({ conclusion }) => conclusion?.toUpperCase() ?? null,
    startedAt: ({ started_at }) => started_at,
    completedAt: ({ completed_at }) => completed_at,
    detailsUrl: (run, _args, graph) => run.details_url ?? runPage(run, graph),
    url: (run, _args, graph) => runPage(run, graph),
    permalink: (run, _args, graph) => runPage(run, graph),
    resourcePath: (run, _args, { context }) => checkRunPath(context, run),
    externalId: ({ external_id }) => external_id,
    title: ({ title }) => title,
    summary: ({ summary }) => summary,
    text: ({ text }) => text,
    isRequired: isRequired(({ name }: CheckRun) => name),
    repository: (run, _args, { context }) => thing('Repository', repositoryOf(context, run)),
    checkSuite: ({ suite_id }, _args, { context }) => {
      const suite = context.world.check_suites.get(suite_id);
      return suite ? thing('CheckSuite', suite) : null;
    },
  } satisfies Fields<CheckRun>,
  CheckSuite: {
    id: (suite) => idIn('CS', suite),
    databaseId: ({ id }) => id,
    status: (suite, _args, { context }) => suiteResult(context, suite).status.toUpperCase(),
    conclusion: (suite, _args, { context }) => suiteResult(context, suite).conclusion?.toUpperCase() ?? null,
    createdAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    commit: ({ repository_id, head_sha }, _args, graph) => commitThing(graph, { repository_id, sha: head_sha }),
    repository: (suite, _args, { context }) => thing('Repository', repositoryOf(context, suite)),
    checkRuns: listed(
      ['filterBy.checkName', 'filterBy.status', 'filterBy.conclusions'],
      ({ id }: Readonly<CheckSuite>, { filterBy }, { context }) =>
        runsOfSuite(context, id)
          .filter(
            ({ name, status, conclusion }) =>
              (filterBy?.checkName == null || filterBy.checkName === name) &&
              (filterBy?.status == null || filterBy.status === status.toUpperCase()) &&
              (filterBy?.conclusions == null || filterBy.conclusions.includes(conclusion?.toUpperCase())),
          )
          .map((run) => thing('CheckRun', run)),
    ),
    workflowRun: (suite, _args, { context }) => runOfSuite(context, suite),
    push: () => null,
    creator: () => null,
  } satisfies Fields<CheckSuite>,
  StatusContext: {
    id: (status) => idIn('SC', status),
    context: ({ context }) => context,
    state: ({ state }) => state.toUpperCase(),
    description: ({ description }) => description,
    targetUrl: ({ target_url }) => target_url,
    createdAt: ({ created_at }) => created_at,
    creator: ({ creator_id }, _args, graph) => accountThing(graph, creator_id),
    commit: (status, _args, graph) => commitThing(graph, status),
    isRequired: isRequired(({ context }: CommitStatus) => context),
  } satisfies Fields<CommitStatus>,
};
