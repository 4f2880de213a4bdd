import { type Capture, LeftOut } from './capture.ts';
import { CaptureError } from './error.ts';
import { type Exported, known, listOf, numberOf, recordOf, textOf } from './exported.ts';
import type { People } from './people.ts';

/** By the fields that only they have (REST API, and `gh … --json` with names in camel case). */
const KINDS = {
  repository: (one: Exported) => 'default_branch' in one && 'full_name' in one,
  review: (one: Exported) => 'pull_request_url' in one && 'submitted_at' in one,
  comment: (one: Exported) => 'issue_url' in one && 'body' in one,
  milestone: (one: Exported) => 'open_issues' in one && 'title' in one,
  release: (one: Exported) => 'tag_name' in one && 'assets' in one,
  account: (one: Exported) => 'login' in one && 'type' in one,
  label: (one: Exported) => 'color' in one && 'name' in one,
  pull: (one: Exported) => 'number' in one && ('head' in one || 'headRefName' in one),
  issue: (one: Exported) => 'number' in one && 'title' in one,
} as const;
type Kind = keyof typeof KINDS;

const kindOf = (one: Exported): Kind | undefined => (Object.keys(KINDS) as Kind[]).find((kind) => KINDS[kind](one));
/** Of an issue or pull request, or of what belongs to one. */
const numberIn = (url: unknown): number | undefined => {
  const [, number] = /\/(?:issues|pulls?)\/(\d+)(?:\/|#|$)/.exec(textOf(url) ?? '') ?? [];
  return number === undefined ? undefined : Number(number);
};
const repositoryIn = (one: Exported): string | undefined => {
  const urls = [one.full_name, one.repository_url, one.html_url, one.issue_url, one.url].map((url) => textOf(url) ?? '');
  for (const url of urls) {
    const [, name] = /^(?:https:\/\/(?:api\.github\.com\/repos|github\.com)\/)?([\w.-]+\/[\w.-]+)(?:\/|$)/.exec(url) ?? [];
    if (name) return name;
  }
  return undefined;
};

export const github: Capture = {
  twin: 'github',
  how: 'gh api --paginate "repos/acme/web/issues?state=all" > issues.json; likewise repos/acme/web, …/pulls, …/issues/comments, …/labels, …/milestones, …/releases',
  seed(files, people, { repo }) {
    const records = files.flatMap((file) => file.records);
    const leftOut = new LeftOut();
    const byRepository = Map.groupBy(
      records.filter(
        (one) => kindOf(one) !== 'account' && (kindOf(one) !== undefined || leftOut.add('records of a kind that is not read')),
      ),
      (one) => repositoryIn(one) ?? repo,
    );
    const nameless = byRepository.get(undefined);
    const names = [...byRepository.keys()].filter((name) => name !== undefined);
    if (nameless && names.length !== 1)
      throw new CaptureError('The files do not say whose they are.', 'name the repository: --repo owner/name.');
    if (nameless) byRepository.get(names[0])?.push(...nameless);
    if (names.length === 0) throw new CaptureError('The files hold no issue, pull request or repository of GitHub.', github.how);
    const organizations = new Set<string>();
    // Accounts first: they tell by which names and address somebody is known whom issues call by login only.
    for (const one of records.toSorted((a, b) => Number('login' in b) - Number('login' in a))) meet(one, people, organizations);
    const repositories = names.map((name) =>
      repositoryOf(name, byRepository.get(name) as Exported[], { people, organizations, leftOut }),
    );
    return { seed: { users: [...organizations].map((login) => ({ login, type: 'Organization' })), repositories }, leftOut };
  },
};

/** Makes everybody known that a record names. */
function meet(one: Exported, people: People, organizations: Set<string>): void {
  const accounts = [
    // A user's own record tells the name that texts use.
    'login' in one ? one : undefined,
    one.user,
    one.author,
    one.owner,
    one.assignee,
    recordOf(one.base).user,
    ...listOf(one.assignees),
    ...listOf(one.requested_reviewers),
  ].map(recordOf);
  for (const account of accounts) {
    const login = textOf(account.login);
    if (login && account.type === 'Organization') organizations.add(login);
    else if (login && !isBot(account)) people.person({ login, name: textOf(account.name), email: textOf(account.email) });
  }
  for (const comment of listOf(one.comments)) meet(comment, people, organizations);
}

const isBot = ({ login, type, is_bot }: Exported): boolean =>
  type === 'Bot' || is_bot === true || String(login).endsWith('[bot]');

/** Those of their own list, and those that only issues and pull requests name. */
function milestonesOf(records: readonly Exported[], listed: readonly Exported[]): Exported[] {
  const named = records.map(({ milestone }) => recordOf(milestone)).filter(({ title }) => textOf(title) !== undefined);
  return [...new Map([...named, ...listed].map((one) => [String(one.title), one])).values()];
}

interface Scene {
  people: People;
  organizations: Set<string>;
  leftOut: LeftOut;
}

function repositoryOf(fullName: string, records: readonly Exported[], scene: Scene): Record<string, unknown> {
  const { people, organizations } = scene;
  const of = (kind: Kind): Exported[] => records.filter((one) => kindOf(one) === kind);
  const [owner = '', name = ''] = fullName.split('/');
  const about = recordOf(of('repository')[0]);
  // Who isn't known to be a person may as well be an organisation.
  const isPerson = recordOf(about.owner).type === 'User';
  if (!isPerson) organizations.add(owner);
  const comments = Map.groupBy(of('comment'), (one) => numberIn(one.issue_url));
  const pulls = new Map(of('pull').map((one) => [one.number, one]));
  const thread = (one: Exported) => threadOf(one, comments.get(one.number as number) ?? [], scene);
  const issues = of('issue').filter(
    (one) => !('pull_request' in one) || (pulls.has(one.number) ? false : scene.leftOut.add('pull requests without …/pulls')),
  );
  const reviews = Map.groupBy(of('review'), (one) => numberIn(one.pull_request_url));
  return known({
    owner: isPerson ? people.person({ login: owner }).handle : owner,
    name,
    description: shown(about.description, people),
    private: about.private === true ? true : undefined,
    default_branch: textOf(about.default_branch),
    topics: Array.isArray(about.topics) ? about.topics : undefined,
    labels: nonEmpty(
      of('label').map((label) =>
        known({ name: label.name, color: textOf(label.color), description: shown(label.description, people) }),
      ),
    ),
    milestones: nonEmpty(
      milestonesOf(records, of('milestone')).map((one) =>
        known({
          title: people.text(String(one.title)),
          state: textOf(one.state),
          description: shown(one.description, people),
          due_on: textOf(one.due_on),
        }),
      ),
    ),
    issues: [...new Map(issues.map((one) => [one.number, one])).values()].map((one) =>
      known({ ...thread(one), state_reason: textOf(one.state_reason ?? one.stateReason)?.toLowerCase() }),
    ),
    pull_requests: [...pulls.values()].map((one) => pullOf(one, thread(one), reviews.get(one.number as number) ?? [], people)),
    releases: nonEmpty(
      of('release').map((one) =>
        known({
          tag_name: one.tag_name,
          name: shown(one.name, people),
          body: shown(one.body, people),
          draft: one.draft === true,
          prerelease: one.prerelease === true,
          published_at: textOf(one.published_at),
        }),
      ),
    ),
  });
}

const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);
const shown = (value: unknown, people: People): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : people.text(text);
};

function loginOf(account: unknown, people: People): string | undefined {
  const login = textOf(recordOf(account).login);
  if (login === undefined) return undefined;
  return isBot(recordOf(account)) ? login : people.person({ login }).handle;
}

/** What issues and pull requests have in common. */
function threadOf(one: Exported, comments: readonly Exported[], { people }: Scene) {
  const labels = listOf(one.labels).map(({ name }) => name);
  const said = [...comments, ...listOf(one.comments)].map((comment) =>
    known({
      user: loginOf(comment.user ?? comment.author, people),
      body: people.text(textOf(comment.body) ?? ''),
      created_at: textOf(comment.created_at ?? comment.createdAt),
    }),
  );
  return known({
    number: numberOf(one.number),
    title: people.text(textOf(one.title) ?? 'Untitled'),
    body: shown(one.body, people),
    user: loginOf(one.user ?? one.author, people),
    state: textOf(one.state)?.toLowerCase() === 'open' ? 'open' : 'closed',
    labels: nonEmpty(labels),
    assignees: nonEmpty(listOf(one.assignees).flatMap((account) => loginOf(account, people) ?? [])),
    milestone: shown(recordOf(one.milestone).title, people),
    comments: nonEmpty(said),
    created_at: textOf(one.created_at ?? one.createdAt),
    updated_at: textOf(one.updated_at ?? one.updatedAt),
    closed_at: textOf(one.closed_at ?? one.closedAt),
  });
}

const REVIEW_STATES = new Set(['COMMENTED', 'APPROVED', 'CHANGES_REQUESTED', 'DISMISSED']);

/** Code isn't in these exports: each branch changes a file of its own. */
function pullOf(
  one: Exported,
  thread: Record<string, unknown>,
  reviews: readonly Exported[],
  people: People,
): Record<string, unknown> {
  const { closed_at, state, ...rest } = thread;
  const merged = textOf(one.merged_at ?? one.mergedAt) !== undefined;
  return known({
    ...rest,
    state: merged ? undefined : state,
    head: `pull-${one.number}`,
    files: { [`changes/${one.number}.md`]: `${thread.title}\n` },
    draft: one.draft === true || one.isDraft === true ? true : undefined,
    merged: merged ? true : undefined,
    requested_reviewers: nonEmpty(listOf(one.requested_reviewers).flatMap((account) => loginOf(account, people) ?? [])),
    reviews: nonEmpty(
      reviews
        .filter(
          ({ user, state: verdict }) =>
            REVIEW_STATES.has(String(verdict)) &&
            textOf(recordOf(user).login) !== undefined &&
            textOf(recordOf(user).login) !== textOf(recordOf(one.user).login),
        )
        .map((review) =>
          known({
            user: loginOf(review.user, people),
            state: review.state,
            body: people.text(textOf(review.body) ?? ''),
            submitted_at: textOf(review.submitted_at),
          }),
        ),
    ),
  });
}
