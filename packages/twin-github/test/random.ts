import { type Chance, type JsonSchema, type RandomCall, type RandomCaller, SchemaValues, STRANGE } from '@svc/twin-kit/testing';
import { z } from 'zod';
import { github } from '../src/index.ts';
import { fetchBody, graphqlBody, pushBody, type Subject } from './random-bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: records of many collections, as plain JSON
type Rows = readonly any[];
type AnyState = Record<string, Rows>;

/** They take a repository away with all that is in it. */
const DELETES: ReadonlySet<string> = new Set(['repos/delete', 'repos/delete-by-id']);
const WORDS = ['alpha', 'beta', 'Fixes #1', 'gamma', 'delta', 'x', 'ünï', ''];
const PATHS = ['README.md', 'src/a.ts', 'src/b.ts', 'docs', 'new/file.txt'];

const { operations } = github.definition;

/** In OpenSSH's format, and nobody's. */
function sshKey(number: number): string {
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from('ssh-ed25519')), part(Buffer.alloc(32, number))]).toString('base64')}`;
}

/** Bodies of what isn't called with a schema's JSON: GraphQL and git's own protocol. */
const BODIES: Readonly<Record<string, (chance: Chance, subject: Subject, text: unknown) => string>> = {
  graphql: graphqlBody,
  'graphql/enterprise': graphqlBody,
  'git-http/upload-pack': fetchBody,
  'git-http/receive-pack': pushBody,
  'git-http/gist-upload-pack': fetchBody,
  'git-http/gist-receive-pack': pushBody,
  'git-http/owned-gist-upload-pack': fetchBody,
  'git-http/owned-gist-receive-pack': pushBody,
};

/** Makes calls that mostly fit a world: names, numbers and ids come from its records, now and then something strange instead. */
export class Caller implements RandomCaller {
  readonly #chance: Chance;
  readonly #values: SchemaValues;
  #state: AnyState = {};
  #repository: Rows[number];
  #pull: Rows[number];
  #issue: Rows[number];
  /** The last parameter of the path so far. */
  #subject = '';
  #known: Record<string, () => unknown> = {};
  readonly #schemas = new Map<string, JsonSchema>();

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#values = new SchemaValues(chance, (field) => this.named(field));
    for (const { id, body } of operations) {
      if (body) this.#schemas.set(id, z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
    }
  }

  #one<T>(list: readonly T[]): T | undefined {
    return this.#chance.of(list);
  }

  /** Takes names and ids from a world. */
  know(state: object): void {
    this.#state = state as AnyState;
  }

  /** A repository, mostly the busiest, and a pull request and an issue of it: a call's ids should belong together. */
  #focus(): void {
    const { repositories = [], pull_requests = [], issues = [] } = this.#state;
    this.#repository = (this.#chance.maybe(0.7) ? repositories[0] : undefined) ?? this.#one(repositories);
    const here = pull_requests.filter((pull) => pull.repository_id === this.#repository?.id);
    const open = here.filter(({ state }) => state === 'open');
    this.#pull = this.#one(this.#chance.maybe(0.7) && open.length > 0 ? open : here);
    this.#issue = this.#one(issues.filter((issue) => issue.repository_id === this.#repository?.id));
  }

  /** A field of a record of the repository in focus. */
  #of(collection: string, field: string, keep: (record: Rows[number]) => boolean = () => true): unknown {
    const here = (this.#state[collection] ?? []).filter(
      (record) => (record.repository_id ?? this.#repository?.id) === this.#repository?.id && keep(record),
    );
    return this.#one(here)?.[field];
  }

  #branch(): string {
    return String(this.#of('refs', 'ref', ({ ref }) => ref.startsWith('refs/heads/')) ?? 'main').replace('refs/heads/', '');
  }

  /** The ids that a path's `comment_id` names. */
  #commentId(path: string): unknown {
    const ofPull = ({ issue_id }: { issue_id: number }) => !path.includes('replies') || issue_id === this.#pull?.issue_id;
    if (path.includes('/gists/')) return this.#one(this.#state.gist_comments ?? [])?.id;
    if (path.includes('/pulls/')) return this.#of('review_comments', 'id', ofPull);
    return this.#of(path.includes('/issues/') ? 'comments' : 'commit_comments', 'id');
  }

  #pools(path: string): Record<string, () => unknown> {
    const ofPull = ({ issue_id }: { issue_id: number }) => issue_id === this.#pull?.issue_id;
    const name = () => this.#one(['bug', 'v1', 'P1', 'build', 'one', 'tool', 'a.txt']);
    const isMine = ({ user_id }: { user_id: number }) => user_id === this.#state.settings?.[0]?.viewer_id;
    const pools: [names: string, make: () => unknown][] = [
      ['owner', () => this.#repository?.full_name.split('/')[0]],
      ['org organization', () => this.#one(['acme', 'ada'])],
      ['repo', () => this.#repository?.name],
      ['issue_number issue', () => this.#issue?.number],
      ['pull_number pullNumber', () => this.#pull?.number],
      ['milestone_number milestone', () => this.#of('milestones', 'number')],
      ['label_id repository_id', () => this.#repository?.id],
      ['sub_issue_id after_id before_id issue_id', () => this.#of('issues', 'id', (issue) => !issue.is_pull_request)],
      ['review_id', () => this.#of('reviews', 'id', (review) => ofPull(review) && (isMine(review) || this.#chance.maybe(0.3)))],
      ['in_reply_to commentId', () => this.#of('review_comments', 'id', ofPull)],
      ['comment_id', () => this.#commentId(path)],
      ['reaction_id', () => this.#reaction(path)],
      ['workflow_id', () => this.#of('workflows', 'id')],
      ['run_id', () => this.#of('workflow_runs', 'id')],
      ['job_id', () => this.#of('workflow_jobs', 'id')],
      ['artifact_id', () => this.#of('artifacts', 'id')],
      ['autolink_id', () => this.#of('autolinks', 'id')],
      ['issue_type_id', () => this.#one(this.#state.issue_types ?? [])?.id],
      ['key_prefix', () => this.#one(['OPS-', 'T-', 'X-'])],
      ['url_template', () => this.#one(['https://ops.example/<num>', 'https://ops.example'])],
      ['cache_id', () => this.#of('actions_caches', 'id')],
      ['alert_number alertNumber', () => this.#one([1, 2, 3])],
      ['ghsa_id ghsaId', () => this.#one(this.#state.advisories ?? [])?.ghsa_id],
      ['suite_id', () => this.#of('workflow_runs', 'suite_id')],
      ['attempt attempt_number', () => this.#one([1, 2])],
      ['secret_name', () => this.#one(['TOKEN', 'NPM_TOKEN'])],
      ['release_id', () => this.#of('releases', 'id')],
      ['asset_id', () => this.#of('release_assets', 'id')],
      ['check_run_id', () => this.#of('check_runs', 'id')],
      ['check_suite_id', () => this.#of('check_suites', 'id')],
      ['invitation_id', () => this.#of('invitations', 'id')],
      ['event_id', () => this.#of('issue_events', 'id')],
      ['deployment_id', () => this.#of('deployments', 'id')],
      ['ruleset_id', () => this.#of('rulesets', 'id')],
      ['environment_name', () => this.#of('environments', 'name')],
      ['branch_policy_id', () => this.#of('deployment_branch_policies', 'id')],
      ['status_id', () => this.#of('deployment_statuses', 'id')],
      ['hook_id', () => this.#hookId(path)],
      [
        'delivery_id',
        () => this.#one((this.#state.hook_deliveries ?? []).filter((one) => one.hook_id === this.#hookId(path)))?.id,
      ],
      ['url', () => this.#one(['http://127.0.0.1:9/hook', 'https://example.com/a', 'nowhere'])],
      ['gist_id', () => this.#one(this.#state.gists ?? [])?.id],
      ['thread_id', () => this.#of('notifications', 'id')],
      // Not the viewer, whose rights the other calls need.
      [
        'username assignee author committer assignees reviewers',
        () => this.#one(this.#chance.maybe(0.05) ? ['ada', 'acme'] : ['grace', 'lin']),
      ],
      ['labels context new_name', name],
      [
        'name',
        () =>
          path.endsWith('/hooks')
            ? 'web'
            : path.includes('/labels/')
              ? this.#of('labels', 'name')
              : path.includes('/variables')
                ? this.#one(['STAGE', 'LEVEL'])
                : path.includes('download')
                  ? 'a.txt'
                  : name(),
      ],
      [
        'sha',
        () =>
          path.includes('/contents/')
            ? this.#of('blobs', 'sha')
            : path.includes('/merge')
              ? undefined
              : this.#of('commits', 'sha'),
      ],
      ['head_sha commit_sha commit_id object parents', () => this.#of('commits', 'sha')],
      ['tag_sha', () => this.#of('tags', 'sha')],
      ['file_sha', () => this.#of('blobs', 'sha')],
      ['tree_sha tree base_tree', () => this.#of('trees', 'sha')],
      ['ref', () => this.#ref(path)],
      ['head base target_commitish default_branch', () => this.#branch()],
      ['branch', () => (path.includes('/protection') && this.#chance.maybe(0.8) ? 'level' : this.#branch())],
      ['basehead', () => `${this.#branch()}...${this.#branch()}`],
      ['tag tag_name previous_tag_name', () => this.#one(['v1', 'v2', 'v3', 'rc/1'])],
      ['path dir', () => this.#one(path.includes('/pulls/') ? ['src/a.ts', 'src/b.ts'] : PATHS)],
      ['content', () => this.#one(path.includes('reactions') ? ['+1', 'heart', 'eyes'] : ['aGVsbG8=', 'text'])],
      ['line position', () => 1 + this.#chance.below(4)],
      ['permission permissions', () => this.#one(['pull', 'push', 'admin', 'read', 'write'])],
      ['since due_on started_at completed_at date', () => this.#one(['2025-02-03T04:05:06Z', '2020-01-01T00:00:00+02:00'])],
      ['color', () => this.#one(['ff0000', '00ff00', 'nope'])],
      ['body message title description summary text commit_title commit_message', () => this.#one(WORDS)],
      ['team_slug', () => 'core'],
      ['email', () => 'a@example.com'],
      ['reaction', () => 'heart'],
      // These would end the world for all other calls.
      ['archived private', () => this.#chance.maybe(0.02)],
      ['has_issues allow_merge_commit allow_squash_merge allow_rebase_merge', () => this.#chance.maybe(0.95)],
      ['visibility', () => this.#visibility(path)],
      ['org_id', () => this.#state.users?.find(({ login }) => login === 'acme')?.id],
      ['team_id', () => this.#one(this.#state.teams ?? [])?.id],
      ['app_slug', () => 'github-actions'],
      ['target_user', () => this.#one(['ada', 'grace'])],
      ['key', () => sshKey(this.#chance.below(40))],
      ['emails', () => [`a${this.#chance.below(3)}@example.com`]],
      ['key_id', () => this.#keyId(path)],
      ['files', () => (path.includes('/gists') ? { 'a.txt': { content: 'a' } } : undefined)],
    ];
    return Object.fromEntries(pools.flatMap(([names, make]) => names.split(' ').map((one) => [one, make])));
  }

  /** Hooks of organisations are of no repository. */
  #hookId(path: string): unknown {
    if (!path.startsWith('/orgs/')) return this.#of('hooks', 'id');
    return this.#state.hooks?.find((hook) => hook.organization_id !== null)?.id;
  }

  #keyId(path: string): unknown {
    return path.includes('/repos/') ? this.#of('deploy_keys', 'id') : this.#one(this.#state.public_keys ?? [])?.id;
  }

  #visibility(path: string): string | undefined {
    if (/\/(?:secrets|variables)/.test(path)) return this.#one(['all', 'private', 'selected']);
    return path.includes('/email/') ? this.#one(['public', 'private']) : 'public';
  }

  /** A reaction of the viewer's on such a subject; that subject comes into focus. */
  #reaction(path: string): unknown {
    const type = /\/(issues\/comments|pulls\/comments|comments|releases|issues)\/\{/.exec(path)?.[1] ?? '';
    const subject = {
      'issues/comments': 'issue_comment',
      'pulls/comments': 'review_comment',
      comments: 'commit_comment',
      releases: 'release',
    };
    const wanted = subject[type as keyof typeof subject] ?? 'issue';
    const here = (this.#state.reactions ?? []).filter(
      (one) => one.subject_type === wanted && one.repository_id === this.#repository?.id,
    );
    return (here.find((one) => String(one.subject_id) === this.#subject) ?? this.#one(here))?.id;
  }

  #ref(path: string): string {
    const made = `x${this.#chance.below(30)}`;
    if (path.endsWith('/git/refs')) return this.#chance.maybe(0.8) ? `refs/heads/${made}` : `refs/tags/${made}`;
    if (path.includes('/git/')) return `heads/${this.#branch()}`;
    return this.#chance.maybe(0.5) ? this.#branch() : String(this.#of('commits', 'sha'));
  }

  named(field: string): unknown {
    return this.#known[field]?.() ?? this.#one(WORDS);
  }

  next(): RandomCall {
    const operation = this.#one(
      operations.filter(({ id, method }) =>
        DELETES.has(id) ? this.#chance.maybe(0.02) : method !== 'DELETE' || this.#chance.maybe(0.4),
      ),
    ) as (typeof operations)[number];
    this.#focus();
    // Without the repository that has pull requests and releases most of the calls after it would hit nothing.
    if (DELETES.has(operation.id)) this.#repository = this.#one(this.#state.repositories?.slice(1) ?? []);
    this.#known = this.#pools(operation.path);
    const path = operation.path.replaceAll(/\{(\w+)(\*?)\}/g, (_all, name: string, star: string) => {
      const value = String(this.#chance.maybe(0.03) ? this.#one(STRANGE) : (this.named(name) ?? 1));
      this.#subject = name === 'issue_number' ? String(this.#issue?.id) : value;
      if (!star) return encodeURIComponent(value);
      // A client resolves what leads upwards before it calls, and is out of the sandbox then.
      return value
        .split('/')
        .filter((part) => !/^\.{1,2}$/.test(part))
        .map(encodeURIComponent)
        .join('/');
    });
    const body = this.#body(operation);
    const broken = body !== undefined && this.#chance.maybe(0.02) ? body.slice(0, -1) : body;
    return {
      operation: operation.id,
      method: operation.method,
      path: path + (/^git-http\/.*refs$/.test(operation.id) ? this.#service() : this.#query(operation.method)),
      ...(broken !== undefined && { body: broken }),
    };
  }

  #body({ id, bodies }: (typeof operations)[number]): string | undefined {
    const subject = { repository: this.#repository, issue: this.#issue, refs: this.#state.refs ?? [] };
    const made = BODIES[id]?.(this.#chance, subject, this.#one(WORDS));
    if (made !== undefined) return made;
    const schema = this.#schemas.get(id);
    if (schema) return JSON.stringify(this.#values.value('', schema));
    return bodies ? 'The bytes of a file.' : undefined;
  }

  /** Of git's own protocol; without one a client is of an age that GitHub no longer serves. */
  #service(): string {
    const service = this.#one(['git-upload-pack', 'git-receive-pack', undefined]);
    return service === undefined ? '' : `?service=${service}`;
  }

  #query(method: string): string {
    if (method === 'POST' && this.#chance.maybe(0.5)) return `?name=file-${this.#chance.below(20)}.txt`;
    if (method !== 'GET' || this.#chance.maybe(0.5)) return '';
    const all = [
      'page=1',
      'per_page=2',
      'state=all',
      'sort=updated',
      'direction=desc',
      `base=${String(this.named('base'))}`,
      'q=alpha',
    ];
    return `?${all.filter(() => this.#chance.maybe(0.5)).join('&')}`;
  }
}
