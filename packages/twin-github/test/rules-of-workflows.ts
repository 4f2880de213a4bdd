import type { Chance, PlainWorld, Rule } from '@svc/twin-kit/testing';
import { type Args, find, inRepo, may, type Row, rowsOf, tipOf, when } from './rule-records.ts';

// The rules of GitHub Actions: workflows, their runs, what those make, and what they are given. By the pages of the operations
// (https://docs.github.com/rest/actions) and https://docs.github.com/actions/reference.

const TEXT = (on: string) => `name: It\non: ${on}\njobs: { build: { runs-on: ubuntu-latest, steps: [{ run: make }] } }\n`;
/** What the seed of each repository has besides. */
export const workflowFiles = {
  '.github/workflows/asked.yml': TEXT('workflow_dispatch'),
  '.github/workflows/pushed.yml': TEXT('{ push: { branches: [none] } }'),
};
const LONG_AGO = '1969-01-01T00:00:00Z';
export const workflowSeed = {
  workflows: [{ path: 'asked.yml', outcomes: [{ artifacts: [{ name: 'new', files: { 'a.txt': 'a' } }] }] }],
  workflow_runs: [
    { workflow: 'asked.yml', event: 'workflow_dispatch', artifacts: [{ name: 'kept', files: { 'a.txt': 'a' } }] },
    {
      ...{ workflow: 'asked.yml', event: 'workflow_dispatch', conclusion: 'failure', created_at: LONG_AGO },
      artifacts: [{ name: 'old', files: { 'a.txt': 'a' } }],
    },
  ],
  variables: { STAGE: 'test' },
  secrets: ['TOKEN'],
};

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;
const workflowNamed = (world: PlainWorld, repo: string, file: string): Row =>
  inRepo(world, 'workflows', repo).find(({ path }) => path.endsWith(`/${file}`));
const isName = (name: string): boolean => /^[A-Z_][A-Z0-9_]*$/i.test(name) && !/^GITHUB_/i.test(name);
/** What stays of a run. */
const leftOf = (world: PlainWorld, run: Row): number =>
  rowsOf(world, 'workflow_jobs').filter(({ run_id: id }) => id === run.id).length +
  rowsOf(world, 'artifacts').filter(({ run_id: id }) => id === run.id).length +
  rowsOf(world, 'check_suites').filter(({ id }) => id === run.suite_id).length;

export const workflowRules: Record<string, Rule> = {
  'a workflow is dispatched on a branch that is there, where its file takes that and nobody has disabled it': {
    forbids({ does, args }, world) {
      if (does !== 'dispatch') return undefined;
      return [
        ...(tipOf(world, args.repo, args.ref) === undefined ? ['No ref found for'] : []),
        ...(workflowNamed(world, args.repo, args.workflow).state === 'active' ? [] : ['on a disabled workflow']),
        ...(args.workflow === 'asked.yml' ? [] : ["does not have 'workflow_dispatch' trigger"]),
      ];
    },
    follows({ does, args, before, after }) {
      if (does !== 'dispatch') return undefined;
      const [past, now] = [inRepo(before, 'workflow_runs', args.repo), inRepo(after, 'workflow_runs', args.repo)];
      const made = now.filter(({ id }) => !past.some((one) => one.id === id));
      const fits = made.length === 1 && made[0].head_sha === tipOf(before, args.repo, args.ref);
      return fits || `a dispatch made ${made.length} runs`;
    },
    *faults(world) {
      const keys = rowsOf(world, 'workflows').map(({ repository_id: id, path }) => `${id} ${path}`);
      if (new Set(keys).size < keys.length) yield 'a file is two workflows';
    },
  },
  // When a run is over the clock says, and how often somebody looked.
  'a run is cancelled until it is over, and begins again or is deleted once it is': {
    mayForbid({ does }) {
      if (does === 'cancel run') return 'Cannot cancel a workflow run that is completed';
      if (does === 'rerun') return 'This workflow is already running';
      return when(does === 'delete run', 'Could not delete the workflow run');
    },
    follows({ does, args, before, after }) {
      const past = args.run === undefined ? undefined : find(before, 'workflow_runs', args.run);
      if (past === undefined) return undefined;
      const now = find(after, 'workflow_runs', args.run);
      if (does === 'cancel run') return now.conclusion === 'cancelled' || `a run was cancelled and ends as ${now.conclusion}`;
      if (does === 'rerun') {
        const grew = now.attempts.length - past.attempts.length;
        return grew === 1 || `a run that began again has ${grew} attempts more`;
      }
      if (does !== 'delete run') return undefined;
      return (now === undefined && leftOf(after, past) === 0) || 'something of a deleted run is left';
    },
    *faults(world) {
      for (const { id, attempts, conclusion } of rowsOf(world, 'workflow_runs')) {
        if (conclusion !== attempts.at(-1).conclusion) yield `run ${id} ends otherwise than its last attempt`;
        for (const [at, one] of attempts.entries())
          if (at > 0 && one.started_at < attempts[at - 1].started_at)
            yield `attempt ${at + 1} of run ${id} begins before the one before`;
      }
    },
  },
  'a run has failed jobs where those alone begin again': {
    mayForbid: ({ does }) => when(does === 'rerun failed', 'This workflow is already running'),
    forbids({ does, args }, world) {
      if (does !== 'rerun failed') return undefined;
      const { attempts, id } = find(world, 'workflow_runs', args.run);
      const jobs = rowsOf(world, 'workflow_jobs').filter((job) => job.run_id === id && job.attempt === attempts.length);
      const isGood = jobs.every(({ conclusion }) => ['success', 'neutral', 'skipped'].includes(conclusion));
      return when(isGood, 'has no failed jobs');
    },
  },
  'an artifact is downloaded for ninety days, and goes with its run': {
    // An artifact is there once its run has come so far; those of the seed were made before the clock began.
    mayForbid({ does, args }, world) {
      if (does !== 'download artifact') return undefined;
      return when(Date.parse(find(world, 'artifacts', args.artifact).created_at) > 0, 'Not Found');
    },
    forbids({ does, args }, world) {
      if (does !== 'download artifact') return undefined;
      return when(Date.parse(find(world, 'artifacts', args.artifact).created_at) + KEPT_MS <= 0, 'Artifact has expired');
    },
    *faults(world) {
      for (const { id, run_id: run } of rowsOf(world, 'artifacts'))
        if (find(world, 'workflow_runs', run) === undefined) yield `artifact ${id} is of no run`;
    },
  },
  "a variable's name is its repository's only one, and like a secret's of letters, digits and underscores, without `GITHUB_` before":
    {
      forbids({ does, args }, world) {
        if (does === 'put secret')
          return isName(args.secret) ? 'is not sealed with the public key' : 'Secret names can only contain';
        if (does !== 'create variable') return undefined;
        const isTaken = inRepo(world, 'actions_variables', args.repo).some(({ name }) => name === args.name.toUpperCase());
        return [
          ...(isName(args.name) ? [] : ['Variable names can only contain']),
          ...(isTaken ? ['Variable already exists'] : []),
        ];
      },
      *faults(world) {
        for (const { name } of [...rowsOf(world, 'actions_variables'), ...rowsOf(world, 'actions_secrets')])
          if (!isName(name) || name !== name.toUpperCase()) yield `${name} is no name`;
      },
    },
  "a secret is its place's only one of its name, whatever the case; one that is there is deleted, and its value is told nobody": {
    forbids({ does, args }, world) {
      if (does !== 'delete secret' && does !== 'get secret') return undefined;
      return [
        ...(secretNamed(world, args) ? [] : ['Not Found']),
        ...(does === 'get secret' && !may(world, args.repo, 'push') ? ['Resource not accessible'] : []),
      ];
    },
    follows({ does, args, after, answer }) {
      if (does === 'delete secret') return !secretNamed(after, args) || `${args.secret} is still there`;
      if (does !== 'get secret') return undefined;
      const told = Object.keys(answer.body).toSorted().join();
      return told === 'created_at,name,updated_at' || `a secret tells ${told}`;
    },
    *faults(world) {
      const keys = rowsOf(world, 'actions_secrets').map((one) =>
        [one.repository_id, one.environment_id, one.organization_id, one.user_id, one.app, one.name].join(),
      );
      if (new Set(keys).size < keys.length) yield 'a place has two secrets of one name';
    },
  },
};

const secretNamed = (world: PlainWorld, { repo, secret }: Args): Row =>
  inRepo(world, 'actions_secrets', repo).find(({ name }) => name === secret.toUpperCase());

/** Operations of these rules, by the least permission that they need. */
export const WORKFLOWS_NEED: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'dispatch',
    'cancel run',
    'rerun',
    'rerun failed',
    'delete run',
    'enable',
    'disable',
    'create variable',
    'put secret',
    'delete secret',
  ].map((does) => [does, 'push']),
);

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
const FILES = ['asked.yml', 'asked.yml', 'pushed.yml'];
const anyRun: Draw = (chance, world, repo) => ({ run: chance.of(inRepo(world, 'workflow_runs', repo))?.id });
const SECRETS = ['TOKEN', 'token', 'OTHER'];
const NAMES = ['STAGE', 'stage', 'OTHER', '1ST', 'GITHUB_X', 'WITH-DASH'];
export const workflowDraws: Readonly<Record<string, Draw>> = {
  dispatch: (chance) => ({ workflow: chance.of(FILES), ref: chance.of(['main', 'main', 'spare', 'nowhere']) }),
  enable: (chance) => ({ workflow: chance.of(FILES) }),
  disable: (chance) => (chance.maybe(0.3) ? { workflow: chance.of(FILES) } : undefined),
  'cancel run': anyRun,
  rerun: anyRun,
  'rerun failed': anyRun,
  'delete run': (chance, world, repo) => (chance.maybe(0.5) ? anyRun(chance, world, repo) : undefined),
  'download artifact': (chance, world, repo) => ({ artifact: chance.of(inRepo(world, 'artifacts', repo))?.id }),
  'create variable': (chance) => ({ name: chance.of(NAMES), value: 'x' }),
  'delete secret': (chance) => (chance.maybe(0.5) ? { secret: chance.of(SECRETS) } : undefined),
  'get secret': (chance) => ({ secret: chance.of(SECRETS) }),
  'put secret': (chance) => ({ secret: chance.of(NAMES), encrypted_value: 'bm90IHNlYWxlZA==', key_id: '1' }),
};

type Path = (args: Args) => [method: string, path: string];
export const workflowPaths: Readonly<Record<string, Path>> = {
  dispatch: ({ workflow }) => ['POST', `/actions/workflows/${workflow}/dispatches`],
  enable: ({ workflow }) => ['PUT', `/actions/workflows/${workflow}/enable`],
  disable: ({ workflow }) => ['PUT', `/actions/workflows/${workflow}/disable`],
  'cancel run': ({ run }) => ['POST', `/actions/runs/${run}/cancel`],
  rerun: ({ run }) => ['POST', `/actions/runs/${run}/rerun`],
  'rerun failed': ({ run }) => ['POST', `/actions/runs/${run}/rerun-failed-jobs`],
  'delete run': ({ run }) => ['DELETE', `/actions/runs/${run}`],
  'download artifact': ({ artifact }) => ['GET', `/actions/artifacts/${artifact}/zip`],
  'create variable': () => ['POST', '/actions/variables'],
  'put secret': ({ secret }) => ['PUT', `/actions/secrets/${secret}`],
  'delete secret': ({ secret }) => ['DELETE', `/actions/secrets/${secret}`],
  'get secret': ({ secret }) => ['GET', `/actions/secrets/${secret}`],
};
/** What of their arguments is in the path. */
export const IN_WORKFLOW_PATH = ['workflow', 'run', 'artifact', 'secret'];
