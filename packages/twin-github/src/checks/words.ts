import { containing, MARKDOWN, type Markup, type Passage, passage, says, shownMarkdown, textReader } from '@svc/twin-kit';
import { type GistContent, isBase64 } from '../actions/gist-commits.ts';
import type { Blob, GithubCollections, GithubState } from '../world.ts';

type RecordOf<N extends keyof GithubCollections> = GithubState[N][number];

type Texts = { readonly [N in keyof GithubCollections]: (record: RecordOf<N>) => readonly (readonly [string, string | null])[] };

const none = (): readonly [] => [];
const contexts = (checks: readonly { context: string }[] = []): string => checks.map(({ context }) => context).join('\n');
const namePattern = (pattern: string) => ['pattern of names', pattern] as const;

/** The names of a gist's files, and what is in them. */
const inGist = (content: GistContent): [string, string][] =>
  Object.keys(content.files).flatMap((name): [string, string][] => [
    ['file name', name],
    ['content', decoded({ content: content.files[name] ?? '', encoding: isBase64(content, name) ? 'base64' : 'utf-8' })],
  ]);

/** What a deployment is for where nobody says it: https://docs.github.com/rest/deployments/deployments#create-a-deployment */
const USUAL_TASK = 'deploy';

/**
 * The one list of what people write and read on GitHub, by collection. What the product derives from it is left out: the
 * history of an issue repeats titles and labels, and a comment on a line repeats the diff.
 */
const TEXTS: Texts = {
  settings: none,
  users: ({ login, name, email, emails = [], bio, company, location, blog }) => [
    ['login', login],
    ['name', name],
    ['email', email],
    ...emails.map((one) => ['email', one.email] as const),
    ['bio', bio],
    ['company', company],
    ['location', location],
    ['blog', blog],
  ],
  memberships: none,
  interaction_limits: none,
  workflow_schedules: none,
  merge_queue_entries: none,
  repository_names: none,
  teams: ({ name, description }) => [
    ['name', name],
    ['description', description],
  ],
  repositories: ({ name, description, homepage, default_branch, topics }) => [
    ['name', name],
    ['description', description],
    ['homepage', homepage],
    ['default branch', default_branch],
    ['topics', topics.join(' ')],
  ],
  collaborators: none,
  labels: ({ name, description }) => [
    ['name', name],
    ['description', description],
  ],
  milestones: ({ title, description }) => [
    ['title', title],
    ['description', description],
  ],
  issue_types: ({ name, description }) => [
    ['name', name],
    ['description', description],
  ],
  issues: ({ title, body }) => [
    ['title', title],
    ['body', body],
  ],
  comments: ({ body }) => [['body', body]],
  // The one thing that stands nowhere else.
  issue_events: ({ dismissed_review }) => [['dismissal message', dismissed_review?.dismissal_message ?? null]],
  blobs: (blob) => [['content', decoded(blob)]],
  trees: ({ entries }) => entries.map(({ path }) => ['file name', path]),
  commits: ({ message, author, committer }) => [
    ['message', message],
    ['author', `${author.name} <${author.email}>`],
    ['committer', `${committer.name} <${committer.email}>`],
  ],
  tags: ({ tag, message, tagger }) => [
    ['name', tag],
    ['message', message],
    ['tagger', `${tagger.name} <${tagger.email}>`],
  ],
  packs: none,
  refs: ({ ref }) => [['name', ref]],
  // What a merge that is waited for would say.
  pull_requests: ({ auto_merge }) => [
    ['title of the merge', auto_merge?.commit_title ?? null],
    ['message of the merge', auto_merge?.commit_message ?? null],
  ],
  reviews: ({ body }) => [['body', body]],
  review_comments: ({ body, path }) => [
    ['body', body],
    ['path', path],
  ],
  commit_statuses: ({ context, description, target_url }) => [
    ['context', context],
    ['description', description],
    ['target', target_url],
  ],
  check_suites: none,
  check_runs: ({ name, external_id, details_url, title, summary, text, annotations }) => [
    ['name', name],
    ['external id', external_id],
    ['details', details_url],
    ['title', title],
    ['summary', summary],
    ['text', text],
    ...annotations.map(
      (one) => ['annotation', [one.path, one.title, one.message, one.raw_details].filter(Boolean).join('\n')] as const,
    ),
  ],
  releases: ({ tag_name, name, body }) => [
    ['tag', tag_name],
    ['name', name],
    ['body', body],
  ],
  release_assets: (asset) => [
    ['name', asset.name],
    ['label', asset.label],
    ['content', decoded(asset)],
  ],
  reactions: none,
  stars: none,
  commit_comments: ({ body, path }) => [
    ['body', body],
    ['path', path],
  ],
  invitations: none,
  sub_issues: none,
  issue_dependencies: none,
  issue_transfers: none,
  deleted_issues: none,
  linked_branches: ({ ref }) => [['branch', ref]],
  linked_pull_requests: none,
  branch_protections: ({ required_status_checks }) => [['required checks', contexts(required_status_checks?.checks)]],
  rulesets: ({ name, ref_name, repository_name, rules }) => [
    ['name', name],
    ...[ref_name, repository_name].flatMap((one) => [...(one?.include ?? []), ...(one?.exclude ?? [])]).map(namePattern),
    ...rules.flatMap(({ parameters }) => [
      ['name of a rule', parameters?.name ?? null] as const,
      ['pattern of a rule', parameters?.pattern ?? null] as const,
      ['required checks', contexts(parameters?.required_status_checks)] as const,
    ]),
  ],
  hooks: ({ url }) => [['address', url]],
  hook_secrets: none,
  hook_messages: none,
  hook_deliveries: none,
  deployments: ({ description, environment, task, payload }) => [
    ['description', description],
    ['environment', environment],
    ['task', task === USUAL_TASK ? null : task],
    ['payload', typeof payload === 'string' ? payload : JSON.stringify(payload)],
  ],
  deployment_statuses: ({ description, environment, log_url, environment_url }) => [
    ['description', description],
    ['environment', environment],
    ['address of the log', log_url],
    ['address of the environment', environment_url],
  ],
  environments: ({ name }) => [['name', name]],
  deployment_branch_policies: ({ name }) => [['name', name]],
  gists: (gist) => [['description', gist.description], ...inGist(gist)],
  // What a push brings and takes away again is in no gist.
  gist_revisions: (revision) => [
    ['message', revision.commit.message],
    ['author', `${revision.commit.author.name} <${revision.commit.author.email}>`],
    ['committer', `${revision.commit.committer.name} <${revision.commit.committer.email}>`],
    ...inGist(revision),
  ],
  gist_comments: ({ body }) => [['body', body]],
  gist_stars: none,
  notifications: none,
  subscriptions: none,
  team_repositories: none,
  workflows: ({ path }) => [['path', path]],
  workflow_runs: ({ display_title, inputs }) => [
    ['title', display_title],
    ['inputs', Object.values(inputs).join('\n')],
  ],
  workflow_jobs: ({ name, log }) => [
    ['name', name],
    ['log', log.join('\n')],
  ],
  artifacts: ({ name, files }) => [['name', name], ...Object.entries(files).map(([path, text]) => [path, text] as const)],
  actions_secrets: ({ name }) => [['name', name]],
  actions_variables: ({ name, value }) => [
    ['name', name],
    ['value', value],
  ],
  follows: none,
  public_keys: ({ title, key }) => [
    ['title', title],
    ['key', key],
  ],
  deploy_keys: ({ title, key }) => [
    ['title', title],
    ['key', key],
  ],
  actions_policies: ({ patterns_allowed }) => [['allowed actions', patterns_allowed.join('\n')]],
  actions_caches: ({ key }) => [['key', key]],
  runner_groups: ({ name, selected_workflows }) => [
    ['name', name],
    ['workflows', selected_workflows.join('\n')],
  ],
  autolinks: ({ key_prefix, url_template }) => [
    ['prefix', key_prefix],
    ['address', url_template],
  ],
  pushes: none,
  apps: none,
  installations: none,
  installation_tokens: none,
  run_looks: none,
  projects: ({ title, short_description, readme, fields, views }) => [
    ['title', title],
    ['description', short_description],
    ['readme', readme],
    ...fields.flatMap(({ name, options = [], iterations = [] }) => [
      ['field', name] as const,
      ...iterations.map((one) => ['iteration', one.title] as const),
      ...options.flatMap((one) => [['option', one.name] as const, ['option', one.description] as const]),
    ]),
    ...views.flatMap(({ name, filter }) => [['view', name] as const, ['filter', filter] as const]),
  ],
  project_status_updates: ({ body }) => [['body', body]],
  project_items: ({ draft, values }) => [
    ['title', draft?.title ?? null],
    ['body', draft?.body ?? null],
    ['values', Object.values(values).join('\n')],
  ],
  discussion_categories: ({ name, description }) => [
    ['name', name],
    ['description', description],
  ],
  discussions: ({ title, body, poll }) => [
    ['question', poll?.question ?? null],
    ...(poll?.options ?? []).map(({ option }) => ['option', option] as const),
    ['title', title],
    ['body', body],
  ],
  discussion_comments: ({ body }) => [['body', body]],
  code_scanning_alerts: ({ rule, message, location, dismissed_comment }) => [
    ['rule', rule.id],
    ['description', rule.description],
    ['message', message],
    ['path', location.path],
    ['comment', dismissed_comment],
  ],
  secret_scanning_alerts: ({ secret_type, resolution_comment }) => [
    ['type', secret_type],
    ['comment', resolution_comment],
  ],
  dependabot_alerts: ({ package: dependency, manifest_path, dismissed_comment }) => [
    ['package', dependency.name],
    ['path', manifest_path],
    ['comment', dismissed_comment],
  ],
  repository_advisories: ({ summary, description, vulnerabilities }) => [
    ['summary', summary],
    ['description', description],
    ...vulnerabilities.flatMap((one) => [
      ['package', one.package.name] as const,
      ['versions', one.vulnerable_version_range] as const,
      ['versions', one.patched_versions] as const,
      ['functions', one.vulnerable_functions.join('\n')] as const,
    ]),
  ],
  advisories: ({ summary, description }) => [
    ['summary', summary],
    ['description', description],
  ],
};

/** Bytes as text: UTF-16 where a byte order mark says so, else UTF-8, in which what is no text becomes replacement characters. */
export function decoded({ content, encoding }: { content: string; encoding: Blob['encoding'] }): string {
  if (encoding !== 'base64') return content;
  const bytes = Buffer.from(content, 'base64');
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
  return mark === 'feff' ? new TextDecoder('utf-16be').decode(bytes) : bytes.toString('utf8');
}

const IN_LINES: Markup = { shown: shownMarkdown };

/** What GitHub renders as Markdown: texts with all that it has, titles and short descriptions without HTML. */
const MARKUP: ReadonlyMap<string, Markup> = new Map([
  ['body', MARKDOWN],
  ['summary', MARKDOWN],
  ['text', MARKDOWN],
  ['title', IN_LINES],
  ['description', IN_LINES],
]);

const markupOf = (collection: string, field: string): Markup | undefined =>
  collection === 'milestones' && field === 'description' ? MARKDOWN : MARKUP.get(field);

/** Everything that a person would read of a record, made once for all checks. */
export const texts = textReader((collection, record) => {
  const read: Passage[] = [];
  for (const [field, text] of TEXTS[collection as keyof GithubCollections](record as never))
    if (text) read.push(passage(field, text, markupOf(collection, field)));
  return read;
});

/** The passage of a record in which a reader finds a text, typed or shown; in one field, or in any. */
export function passageWith<N extends keyof GithubCollections>(
  collection: N,
  record: RecordOf<N>,
  needle: string,
  field?: string,
  finds = says,
): Passage | undefined {
  const isIt = containing(needle);
  return texts.textsOf(collection, record).find((one) => (field === undefined || one.field === field) && finds(one, isIt));
}
