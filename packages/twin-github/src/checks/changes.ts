import { type ActionOnTape, type Change, Recent } from '@svc/twin-kit';
import type { GithubCollections, GithubState } from '../world.ts';
import { foundBy, leftBy } from './never.ts';

type RecordOf<N extends keyof GithubCollections> = GithubState[N][number];

/** How the records of a collection are looked at where something may not have been changed. */
interface Compared<T> {
  /** What people call one of them. */
  what: string;
  /** Fields that follow from changes which stand elsewhere. */
  ignore?: readonly (keyof T & string)[];
}

/** Every collection of the world, so that none is forgotten; a reason leaves one out. */
const COMPARED: { readonly [N in keyof GithubCollections]: Compared<RecordOf<N>> | { bookkeeping: string } } = {
  settings: { what: 'settings' },
  users: { what: 'account' },
  memberships: { what: 'membership' },
  teams: { what: 'team' },
  repositories: { what: 'repository', ignore: ['updated_at', 'pushed_at', 'size', 'language'] },
  repository_names: { bookkeeping: 'names that repositories had, whose names of now are compared' },
  collaborators: { what: 'collaborator' },
  labels: { what: 'label' },
  milestones: { what: 'milestone', ignore: ['updated_at'] },
  interaction_limits: { what: 'interaction limit' },
  issue_types: { what: 'issue type', ignore: ['updated_at'] },
  issues: { what: 'issue or pull request', ignore: ['updated_at', 'comments'] },
  linked_branches: { what: 'branch of an issue' },
  linked_pull_requests: { what: 'link of a pull request to an issue' },
  issue_transfers: { bookkeeping: 'numbers that issues had, which are compared where they are now' },
  deleted_issues: { bookkeeping: 'numbers of issues that were deleted, which are compared as issues' },
  comments: { what: 'comment', ignore: ['updated_at'] },
  issue_events: { bookkeeping: 'the history of what stands in issues' },
  blobs: { what: 'file' },
  trees: { what: 'folder' },
  commits: { what: 'commit' },
  tags: { what: 'tag' },
  packs: { bookkeeping: 'where objects stand that branches and tags lead to' },
  refs: { what: 'branch or tag' },
  pull_requests: { what: 'pull request', ignore: ['head_sha'] },
  reviews: { what: 'review' },
  review_comments: { what: 'review comment', ignore: ['updated_at'] },
  commit_statuses: { what: 'status' },
  check_suites: { what: 'check suite' },
  check_runs: { what: 'check run' },
  releases: { what: 'release' },
  release_assets: { what: 'release asset' },
  reactions: { what: 'reaction' },
  stars: { what: 'star' },
  commit_comments: { what: 'commit comment', ignore: ['updated_at'] },
  invitations: { what: 'invitation' },
  sub_issues: { what: 'sub-issue' },
  issue_dependencies: { what: 'dependency of an issue' },
  branch_protections: { what: 'protection of a branch' },
  rulesets: { what: 'ruleset', ignore: ['updated_at'] },
  merge_queue_entries: { what: 'place in a merge queue', ignore: ['group'] },
  hooks: { what: 'webhook', ignore: ['updated_at'] },
  workflow_schedules: { bookkeeping: 'when workflows run next, by files that are compared' },
  hook_secrets: { bookkeeping: 'what webhooks sign with, which no state shows' },
  hook_messages: { bookkeeping: 'the bytes of deliveries, which no state shows' },
  hook_deliveries: { bookkeeping: 'what other changes caused to be sent' },
  deployments: { what: 'deployment', ignore: ['updated_at'] },
  deployment_statuses: { what: 'deployment status' },
  environments: { what: 'environment', ignore: ['updated_at'] },
  deployment_branch_policies: { what: 'deployment branch policy' },
  gists: { what: 'gist', ignore: ['updated_at', 'head'] },
  gist_revisions: { bookkeeping: 'the history of gists, whose files of now are compared' },
  gist_comments: { what: 'comment on a gist', ignore: ['updated_at'] },
  gist_stars: { what: 'star of a gist' },
  notifications: { what: 'notification' },
  subscriptions: { what: 'subscription' },
  team_repositories: { what: 'access of a team' },
  workflows: { what: 'workflow', ignore: ['updated_at', 'runs', 'attempts'] },
  workflow_runs: { what: 'workflow run' },
  workflow_jobs: { bookkeeping: 'what runs are made of' },
  artifacts: { bookkeeping: 'what runs have made' },
  actions_secrets: { what: 'secret' },
  actions_policies: { what: 'policy of Actions' },
  actions_caches: { what: 'cache' },
  runner_groups: { what: 'group of runners' },
  actions_variables: { what: 'variable' },
  follows: { what: 'following of somebody' },
  public_keys: { what: 'key' },
  deploy_keys: { what: 'deploy key' },
  autolinks: { what: 'autolink', ignore: ['updated_at'] },
  pushes: { bookkeeping: 'the history of branches and tags, which are compared' },
  apps: { what: 'app' },
  installations: { what: 'installation of an app' },
  installation_tokens: { bookkeeping: 'what installations call with, which no state shows' },
  run_looks: { bookkeeping: 'how often runs were looked at' },
  projects: { what: 'project', ignore: ['updated_at'] },
  project_status_updates: { what: 'status update of a project', ignore: ['updated_at'] },
  project_items: { what: 'item of a project', ignore: ['updated_at'] },
  discussion_categories: { what: 'category of discussions', ignore: ['updated_at'] },
  discussions: { what: 'discussion', ignore: ['updated_at'] },
  discussion_comments: { what: 'comment on a discussion', ignore: ['updated_at'] },
  code_scanning_alerts: { what: 'code scanning alert', ignore: ['updated_at'] },
  secret_scanning_alerts: { what: 'secret scanning alert', ignore: ['updated_at'] },
  dependabot_alerts: { what: 'Dependabot alert', ignore: ['updated_at'] },
  advisories: { what: 'advisory' },
  repository_advisories: { what: 'security advisory', ignore: ['updated_at'] },
};

/** A call that writes more is compared again by each criterion. */
const MOST_WRITES = 64;
const compared = new Recent(comparedFields, MOST_WRITES);

/** The fields that a write changed, of a new or removed record all; empty where nothing changed that counts. */
export const changedFields = (write: Change): readonly string[] => compared.of(write);

/** Events that no call asks for by themselves. */
const FOLLOWING: ReadonlySet<unknown> = new Set(['push', 'pull_request', 'pull_request_target', 'release']);

/** Runs follow from pushes and pull requests, and checks from runs: what was pushed is compared. */
function followsFromPush(collection: string, record: object | null): boolean {
  if (collection === 'workflow_runs') return FOLLOWING.has((record as { event?: unknown } | null)?.event);
  return (collection === 'check_runs' || collection === 'check_suites') && record !== null && 'workflow_run_id' in record;
}

function comparedFields({ collection, before, after }: Change): readonly string[] {
  const how = COMPARED[collection as keyof GithubCollections];
  if ('bookkeeping' in how || followsFromPush(collection, (before ?? after) as object | null)) return [];
  if (before === null || after === null) return Object.keys(after ?? before ?? {});
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const ignored: readonly string[] = how.ignore ?? [];
  const fields = Object.keys(now);
  for (const field of Object.keys(old)) if (!Object.hasOwn(now, field)) fields.push(field);
  return fields.filter(
    (field) => old[field] !== now[field] && !ignored.includes(field) && JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  );
}

/** A change as evidence names it, e.g. `comment 7 is new` or `issue or pull request 4: labels`. */
export function namedChange(write: Change, fields: readonly string[]): string {
  const how = COMPARED[write.collection as keyof GithubCollections];
  const name = `${'what' in how ? how.what : write.collection} ${write.id}`;
  if (write.before === null) return `${name} is new`;
  return write.after === null ? `${name} is gone` : `${name} was changed: ${fields.join(', ')}`;
}

const GIT_OBJECTS: ReadonlySet<string> = new Set(['blobs', 'trees', 'commits']);

/** Is it a file, a folder or a commit of the repository, which no one sees before a branch holds it? */
export const isGitObject = ({ collection, after }: Change, repositoryId: number): boolean =>
  GIT_OBJECTS.has(collection) && (after as { repository_id?: number } | null)?.repository_id === repositoryId;

/** Tells which issue or pull request a write is about, by its id; knows the comments of the seed and those that calls wrote. */
export function threadWatch(seed: GithubState): (write: Change) => readonly number[] {
  const onIssues = new Map(seed.comments.map(({ id, issue_id }) => [id, issue_id]));
  const onLines = new Map(seed.review_comments.map(({ id, issue_id }) => [id, issue_id]));
  const commented: Readonly<Record<string, ReadonlyMap<number, number>>> = { issue_comment: onIssues, review_comment: onLines };
  return (write) => {
    if (write.collection === 'issues') return [write.id as number];
    const comment = leftBy(write, 'comments');
    if (comment) onIssues.set(comment.id, comment.issue_id);
    const onLine = leftBy(write, 'review_comments');
    if (onLine) onLines.set(onLine.id, onLine.issue_id);
    const part = leftBy(write, 'sub_issues') ?? foundBy(write, 'sub_issues');
    if (part) return [part.issue_id, part.parent_id];
    const dependency = leftBy(write, 'issue_dependencies') ?? foundBy(write, 'issue_dependencies');
    if (dependency) return [dependency.issue_id, dependency.blocking_id];
    const link = leftBy(write, 'linked_pull_requests') ?? foundBy(write, 'linked_pull_requests');
    if (link) return [link.pull_id, link.issue_id];
    const reaction = leftBy(write, 'reactions') ?? foundBy(write, 'reactions');
    if (!reaction) {
      const id = ((write.after ?? write.before) as { issue_id?: number }).issue_id;
      return id === undefined ? [] : [id];
    }
    const { subject_type, subject_id } = reaction;
    const id = subject_type === 'issue' ? subject_id : commented[subject_type]?.get(subject_id);
    return id === undefined ? [] : [id];
  };
}

/** May a call have written this? */
export type Allowance = (write: Change, action: ActionOnTape) => boolean;
