import type {
  Chance,
  DirectCall,
  PlainWorld,
  Rule,
  RuleBook,
  RuledOperation,
  RuledStep,
  RuledWorld,
} from '@svc/twin-kit/testing';
import {
  type Args,
  find,
  history,
  inRepo,
  issueOf,
  LEVELS,
  levelOf,
  may,
  me,
  op,
  pullOf,
  type Row,
  repoOf,
  rowsOf,
  some,
  tipOf,
  when,
} from './rule-records.ts';
import { ADVISORIES_NEED, advisoryDraws, advisoryPaths, advisoryRules, advisorySeed } from './rules-of-advisories.ts';
import { dependencyDraws, dependencyPaths, dependencyRules } from './rules-of-dependencies.ts';
import { linkCall, linkDraws, linkRules } from './rules-of-links.ts';
import { mergeCall, mergeDraws, mergeRules } from './rules-of-merges.ts';
import { PEOPLE_NEED, peopleDraws, peoplePaths, peopleRules } from './rules-of-people.ts';
import { transferCall, transferDraws, transferRules } from './rules-of-transfers.ts';
import { typeDraws, typePaths, typeRules } from './rules-of-types.ts';
import {
  IN_WORKFLOW_PATH,
  WORKFLOWS_NEED,
  workflowDraws,
  workflowFiles,
  workflowPaths,
  workflowRules,
  workflowSeed,
} from './rules-of-workflows.ts';

// What the README's table says, once more, on the records of a world alone.

const repository = (name: string, more: object) => ({
  ...{ owner: 'acme', name },
  collaborators: [
    { login: 'ada', permission: 'admin' },
    { login: 'ben', permission: 'push' },
    { login: 'cy', permission: 'pull' },
  ],
  files: { 'README.md': '# It\n', 'a.txt': 'one\ntwo\nthree\n', ...workflowFiles },
  ...workflowSeed,
  ...advisorySeed,
  labels: ['bug'],
  milestones: [{ title: 'v1' }],
  branches: [{ name: 'spare', files: { 'spare.txt': 's\n' } }, { name: 'level' }],
  issues: [
    { title: 'One', user: 'ben', comments: [{ body: 'Hm', user: 'ada' }], reactions: [{ content: 'eyes', user: 'ben' }] },
    { title: 'Two' },
    { title: 'Three', locked: true },
  ],
  pull_requests: [
    { title: 'By ada', head: 'ada-1', user: 'ada', files: { 'a.txt': 'one\nTWO\nthree\n' }, body: 'Fixes #1' },
    {
      title: 'By ben',
      head: 'ben-1',
      user: 'ben',
      files: { 'a.txt': 'one\n2\nthree\n' },
      reviews: [{ user: 'ada', state: 'APPROVED' }],
    },
    { title: 'Begun', head: 'ada-2', user: 'ada', files: { 'b.txt': 'b\n' }, draft: true },
  ],
  releases: [{ tag_name: 'v1', assets: [{ name: 'a.txt', content: 'a' }] }],
  ...more,
});

const seedOf = (viewer: string) => ({
  viewer,
  users: [
    ...['ada', 'ben', 'cy', 'dan'].map((login) => ({ login })),
    { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'ben'], teams: [{ name: 'Core' }] },
  ],
  repositories: [
    repository('web', {}),
    repository('vault', { private: true }),
    repository('attic', { archived: true }),
    repository('quiet', { has_issues: false }),
    repository('calm', { interaction_limit: 'collaborators_only' }),
    { owner: 'acme', name: 'old', collaborators: [{ login: 'ada', permission: 'admin' }] },
    repository('kept', { allow_auto_merge: true, branch_protections: [{ required_pull_request_reviews: {} }] }),
  ],
});

/** A chain of issues as long as it may be. */
const DEEP = [...Array(7).keys()];
const before: RuledOperation[] = DEEP.map((at) => op('create issue', { repo: 'web', title: `Level ${at}` }));
const worlds: Record<string, RuledWorld> = Object.fromEntries(
  ['ada', 'ben', 'cy', 'dan'].map((viewer) => [viewer, { seed: seedOf(viewer), before }]),
);

const isBehind = (world: PlainWorld, repo: string, head: string | undefined, base: string | undefined): boolean =>
  head !== undefined && history(world, repo, base).has(head);

/** Operations that change a repository, by the least permission that they need. */
const NEEDS: Readonly<Record<string, string>> = {
  'create issue': 'pull',
  'create comment': 'pull',
  'create review': 'pull',
  'submit review': 'pull',
  'delete review': 'pull',
  'update review': 'pull',
  react: 'pull',
  lock: 'triage',
  'add sub-issue': 'triage',
  'block issue': 'triage',
  'create label': 'push',
  'create milestone': 'push',
  'create pull': 'push',
  'merge pull': 'push',
  'request reviewers': 'push',
  'dismiss review': 'push',
  'update ref': 'push',
  'delete ref': 'push',
  'create ref': 'push',
  'put file': 'push',
  'create release': 'push',
  'upload asset': 'push',
  'create status': 'push',
  'update repository': 'admin',
  ...PEOPLE_NEED,
  ...WORKFLOWS_NEED,
  ...ADVISORIES_NEED,
};

/** Open pull requests from a branch into another, but for one. */
const openPulls = (world: PlainWorld, repo: string, head: string, base: string, but?: number): Row[] =>
  inRepo(world, 'pull_requests', repo).filter(
    (one) => one.state === 'open' && one.head_ref === head && one.base_ref === base && one.number !== but,
  );
const FLAGS: Readonly<Record<string, string>> = {
  merge: 'allow_merge_commit',
  squash: 'allow_squash_merge',
  rebase: 'allow_rebase_merge',
};

const parentsOf = (world: PlainWorld): Map<number, number> =>
  new Map(rowsOf(world, 'sub_issues').map(({ issue_id: part, parent_id: parent }) => [part, parent]));
function above(world: PlainWorld, id: number): number[] {
  const parents = parentsOf(world);
  const line: number[] = [];
  for (let at = parents.get(id); at !== undefined && !line.includes(at); at = parents.get(at)) line.push(at);
  return line;
}
function heightOf(world: PlainWorld, id: number): number {
  const parts = rowsOf(world, 'sub_issues').filter(({ parent_id: parent }) => parent === id);
  return 1 + Math.max(0, ...parts.map(({ issue_id: part }) => heightOf(world, part)));
}
const reviewOf = (world: PlainWorld, { id }: Args): Row => find(world, 'reviews', id);

const isProtected = (world: PlainWorld, repo: string, branch: string): boolean =>
  inRepo(world, 'branch_protections', repo).some((one) => one.branch === branch);
/** The last verdict of everyone who can write and isn't the author. */
function verdictsOf(world: PlainWorld, repo: string, issue: Row): string[] {
  const last = new Map<number, string>();
  for (const { issue_id, user_id, state } of rowsOf(world, 'reviews'))
    if (issue_id === issue.id && state !== 'PENDING' && state !== 'COMMENTED') last.set(user_id, state);
  return [...last].flatMap(([user, state]) =>
    user !== issue.user_id && levelOf(world, repo, user) >= LEVELS.indexOf('push') ? [state] : [],
  );
}

/** What follows from a push, a merge or a removed branch for the pull requests of a repository. */
function* leftOpen(world: PlainWorld): Generator<string> {
  for (const { name } of rowsOf(world, 'repositories'))
    for (const pull of inRepo(world, 'pull_requests', name)) {
      if (pull.state !== 'open') continue;
      if (tipOf(world, name, pull.head_ref) !== pull.head_sha) yield `#${pull.number} of ${name} isn't at its branch`;
      if (tipOf(world, name, pull.base_ref) === undefined) yield `#${pull.number} of ${name} has no base`;
      const side = inRepo(world, 'issues', name).find((issue) => issue.id === pull.issue_id);
      if (side.state !== pull.state) yield `#${pull.number} of ${name} is ${side.state} and ${pull.state}`;
    }
}

/** Did a step close issues and pull requests as it should? */
function closed({ does, args, before: past, after }: RuledStep): true | string | undefined {
  if (does === 'delete ref') {
    const lost = inRepo(past, 'pull_requests', args.repo).filter(
      (one) => one.state === 'open' && [one.head_ref, one.base_ref].includes(args.branch),
    );
    if (lost.length === 0) return undefined;
    return (
      lost.every(({ id }) => find(after, 'pull_requests', id).state === 'closed') ||
      `${args.branch} is gone and its pulls are open`
    );
  }
  if (does !== 'merge pull') return undefined;
  const { body } = issueOf(past, args);
  const fixed = /Fixes #(\d+)/.exec(body ?? '')?.[1];
  const { merged_at: merged, state } = pullOf(after, args);
  if (merged === null || state !== 'closed') return `#${args.number} was merged and is ${state}`;
  if (fixed === undefined || pullOf(past, args).base_ref !== 'main') return true;
  const issue = issueOf(after, { repo: args.repo, number: Number(fixed) });
  return issue === undefined || issue.state === 'closed' || `#${fixed} was fixed and is open`;
}

const rules: Record<string, Rule> = {
  'a private repository is there for its owner and collaborators only': {
    forbids: ({ args }, world) => when(levelOf(world, args.repo, me(world)) < 0, 'Not Found'),
  },
  'a write needs the permission, and no archived repository takes one': {
    forbids({ does, args }, world) {
      const needed = NEEDS[does];
      if (needed === undefined) return undefined;
      // Whoever wrote an issue may close it; a title is everybody's own.
      return [
        ...(may(world, args.repo, needed) ? [] : [needed === 'admin' ? 'Must have admin rights' : 'Resource not accessible']),
        ...(repoOf(world, args.repo).archived && args.archived !== false ? ['Repository was archived so is read-only'] : []),
      ];
    },
  },
  'a pull request needs two branches with commits between them, and is the only open one from its head into its base': {
    forbids({ does, args }, world) {
      const { repo, head, base, number } = args;
      if (does === 'create pull') {
        const [from, into] = [tipOf(world, repo, head), tipOf(world, repo, base)];
        return [
          ...(from === undefined || into === undefined ? ['Validation Failed'] : []),
          ...(isBehind(world, repo, from, into) ? ['No commits between'] : []),
          ...(openPulls(world, repo, head, base).length > 0 ? ['A pull request already exists'] : []),
        ];
      }
      if (does !== 'change base' && does !== 'reopen pull') return undefined;
      const pull = pullOf(world, args);
      const into = base ?? pull.base_ref;
      const isOpen = does === 'reopen pull' || pull.state === 'open';
      const isOther = does === 'reopen pull' ? pull.state === 'closed' : into !== pull.base_ref;
      if (!isOther) return undefined;
      return [
        ...(isOpen && openPulls(world, repo, pull.head_ref, into, number).length > 0 ? ['A pull request already exists'] : []),
        ...(does === 'change base' && isBehind(world, repo, pull.head_sha, tipOf(world, repo, into))
          ? ['There are no new commits']
          : []),
        ...(tipOf(world, repo, into) === undefined ? ['was not found', 'has been deleted'] : []),
        ...(tipOf(world, repo, pull.head_ref) === undefined && does === 'reopen pull' ? ['has been deleted'] : []),
        ...(pull.merged_at !== null && does === 'reopen pull' ? ['cannot be reopened'] : []),
      ];
    },
    *faults(world) {
      for (const { name } of rowsOf(world, 'repositories'))
        for (const { state, head_ref: head, base_ref: base, number } of inRepo(world, 'pull_requests', name))
          if (state === 'open' && openPulls(world, name, head, base, number).length > 0)
            yield `${head} into ${base} is open twice`;
    },
  },
  'a draft, a conflict, a method that the repository forbids and a head that moved on are not merged': {
    forbids({ does, args }, world) {
      if (does !== 'merge pull') return undefined;
      const pull = pullOf(world, args);
      if (pull.state !== 'open') return 'Pull Request is not mergeable';
      return [
        ...(pull.draft ? ['Pull Request is still a draft'] : []),
        ...(repoOf(world, args.repo)[FLAGS[args.merge_method] as string] ? [] : ['are not allowed on this repository']),
        ...(args.sha !== undefined && args.sha !== pull.head_sha ? ['Head branch was modified'] : []),
      ];
    },
    // What conflicts, the files say.
    mayForbid: ({ does, args }) =>
      when(does === 'merge pull', args.merge_method === 'rebase' ? "can't be rebased" : 'is not mergeable'),
    follows({ does, args, before: past, after }) {
      if (does !== 'merge pull') return undefined;
      const tip = tipOf(after, args.repo, pullOf(past, args).base_ref);
      return tip !== tipOf(past, args.repo, pullOf(past, args).base_ref) || 'a merge left its base as it was';
    },
  },
  'a review is asked of collaborators and of teams of the owner, never of the author': {
    forbids({ does, args }, world) {
      if (does !== 'request reviewers') return undefined;
      const author = rowsOf(world, 'users').find(({ id }) => id === issueOf(world, args).user_id).login;
      const isStranger = (login: string): boolean => {
        const user = rowsOf(world, 'users').find((one) => one.login === login);
        const { id, owner_id } = repoOf(world, args.repo);
        return (
          user.id !== owner_id &&
          !rowsOf(world, 'collaborators').some((one) => one.repository_id === id && one.user_id === user.id)
        );
      };
      return [
        ...(args.reviewers.includes(author) ? ['Review cannot be requested from pull request author'] : []),
        ...(args.reviewers.some(isStranger) || args.team_reviewers.some((slug: string) => slug !== 'core')
          ? ['Reviews may only be requested from collaborators']
          : []),
      ];
    },
    *faults(world) {
      for (const { issue_id, requested_reviewer_ids: asked } of rowsOf(world, 'pull_requests'))
        if (asked.includes(find(world, 'issues', issue_id).user_id)) yield 'an author is asked for a review';
    },
  },
  'the author neither approves nor refuses; a person has one pending review; only a verdict is dismissed': {
    forbids({ does, args }, world) {
      if (does === 'dismiss review')
        return when(!['APPROVED', 'CHANGES_REQUESTED'].includes(reviewOf(world, args).state), 'Can not dismiss a');
      if (does !== 'create review' && does !== 'submit review') return undefined;
      const { id, user_id: author } = issueOf(world, args);
      const isPending = rowsOf(world, 'reviews').some(
        (one) => one.issue_id === id && one.user_id === me(world) && one.state === 'PENDING',
      );
      const isVerdict = ['APPROVE', 'REQUEST_CHANGES'].includes(args.event);
      return [
        ...(does === 'create review' && isPending ? ['User can only have one pending review'] : []),
        ...(does === 'submit review' && reviewOf(world, args).state !== 'PENDING' ? ['it was submitted before'] : []),
        ...(author === me(world) && isVerdict ? ['your own pull request'] : []),
      ];
    },
    *faults(world) {
      const keys = rowsOf(world, 'reviews').flatMap((one) => (one.state === 'PENDING' ? [`${one.issue_id} ${one.user_id}`] : []));
      if (new Set(keys).size < keys.length) yield 'somebody has two pending reviews';
      for (const { state, issue_id, user_id } of rowsOf(world, 'reviews'))
        if (['APPROVED', 'CHANGES_REQUESTED'].includes(state) && find(world, 'issues', issue_id).user_id === user_id)
          yield 'an author judged';
    },
  },
  "a label's name, whatever the case, and a milestone's title are the repository's only ones": {
    forbids({ does, args }, world) {
      const names = does === 'create label' ? inRepo(world, 'labels', args.repo).map(({ name }) => name.toLowerCase()) : [];
      const titles = does === 'create milestone' ? inRepo(world, 'milestones', args.repo).map(({ title }) => title) : [];
      return when(names.includes(args.name?.toLowerCase()) || titles.includes(args.title), 'already_exists');
    },
    *faults(world) {
      for (const { name } of rowsOf(world, 'repositories')) {
        const names = inRepo(world, 'labels', name).map((label) => label.name.toLowerCase());
        const titles = inRepo(world, 'milestones', name).map(({ title }) => title);
        if (new Set(names).size < names.length || new Set(titles).size < titles.length) yield `${name} has a name twice`;
      }
    },
  },
  'an issue is part of one other, never of itself, eight levels deep, a hundred parts at most': {
    forbids({ does, args }, world) {
      if (does !== 'add sub-issue') return undefined;
      const { id } = issueOf(world, args);
      const parent = parentsOf(world).get(args.sub_issue_id);
      return [
        ...([id, ...above(world, id)].includes(args.sub_issue_id) ? ['cannot be an ancestor'] : []),
        ...(parent === id ? ['may not contain duplicate'] : []),
        ...(parent !== undefined && parent !== id && !args.replace_parent ? ['may only have one parent'] : []),
        ...(above(world, id).length + 1 + heightOf(world, args.sub_issue_id) > 8 ? ['cannot be nested more than 8'] : []),
      ];
    },
    *faults(world) {
      for (const { issue_id: part } of rowsOf(world, 'sub_issues')) {
        if (above(world, part).includes(part)) yield `issue ${part} is part of itself`;
        if (above(world, part).length >= 8) yield `issue ${part} is ${above(world, part).length} levels deep`;
      }
    },
  },
  'a locked conversation takes comments of who can write': {
    forbids({ does, args }, world) {
      const isWord = ['create comment', 'create review', 'submit review'].includes(does);
      return when(isWord && issueOf(world, args).locked && !may(world, args.repo, 'push'), 'issue is locked');
    },
    follows({ does, args, before: past }) {
      return does === 'create comment' && issueOf(past, args).locked ? true : undefined;
    },
  },
  'a branch moves forwards unless it is forced; the default branch stays': {
    forbids({ does, args }, world) {
      if (does === 'delete ref')
        return when(args.branch === repoOf(world, args.repo).default_branch, 'Cannot delete the default branch');
      const moves = does === 'update ref' && !args.force;
      return when(
        moves && !history(world, args.repo, args.sha).has(tipOf(world, args.repo, args.branch) as string),
        'not a fast forward',
      );
    },
    *faults(world) {
      for (const { name, default_branch: branch } of rowsOf(world, 'repositories'))
        if (tipOf(world, name, branch) === undefined) yield `${name} has no ${branch}`;
    },
  },
  'a release has a tag of its own, and an asset a name of its own': {
    forbids({ does, args }, world) {
      const isTaken = inRepo(world, 'releases', args.repo).some((one) => !one.draft && one.tag_name === args.tag_name);
      if (does === 'create release') return when(isTaken && !args.draft, 'already_exists');
      const assets = rowsOf(world, 'release_assets').filter(({ release_id }) => release_id === args.release);
      return when(does === 'upload asset' && assets.some(({ name }) => name === args.name), 'already_exists');
    },
    *faults(world) {
      const tags = rowsOf(world, 'releases').flatMap((one) => (one.draft ? [] : [`${one.repository_id} ${one.tag_name}`]));
      const names = rowsOf(world, 'release_assets').map((one) => `${one.release_id} ${one.name}`);
      if (new Set(tags).size < tags.length || new Set(names).size < names.length) yield 'a release or an asset is there twice';
    },
  },
  'a protected branch takes what its rules ask for, by pull request and approved, and is neither forced nor removed': {
    forbids({ does, args }, world) {
      const { repo } = args;
      if (does === 'put file') return when(isProtected(world, repo, args.branch), 'Changes must be made through a pull request.');
      if (does === 'update ref') {
        const tip = tipOf(world, repo, args.branch);
        const isForced = tip !== args.sha && !history(world, repo, args.sha).has(tip as string);
        return when(isProtected(world, repo, args.branch) && isForced, 'force-push');
      }
      if (does !== 'merge pull') return undefined;
      const pull = pullOf(world, args);
      if (!isProtected(world, repo, pull.base_ref)) return undefined;
      const verdicts = verdictsOf(world, repo, issueOf(world, args));
      return [
        ...(verdicts.includes('CHANGES_REQUESTED') ? ['requesting changes'] : []),
        ...(verdicts.includes('APPROVED') ? [] : ['At least 1 approving review is required']),
      ];
    },
    // What is approved may be merged by a push, too.
    mayForbid: ({ does, args }, world) =>
      when(does === 'update ref' && isProtected(world, args.repo, args.branch), 'Changes must be made through a pull request.'),
  },
  'what closes, merges or loses a pull request or an issue follows from pushes, merges and removed branches': {
    follows: closed,
    faults: leftOpen,
  },
  ...mergeRules,
  ...peopleRules,
  ...typeRules,
  ...dependencyRules,
  ...transferRules,
  ...linkRules,
  ...advisoryRules,
  ...workflowRules,
};

const besides: Record<string, Rule> = {
  'who changes an issue wrote it, or may triage': {
    forbids({ does, args }, world) {
      if (!['change base', 'reopen pull', 'close', 'type issue'].includes(does)) return undefined;
      const isOwn = issueOf(world, args).user_id === me(world);
      return [
        ...(isOwn || may(world, args.repo, 'triage') ? [] : ['Resource not accessible', 'Must have']),
        ...(repoOf(world, args.repo).archived ? ['archived'] : []),
      ];
    },
    // A reader who wrote nothing here, and what a base is, is told in several ways.
    mayForbid: ({ does, args }, world) =>
      when(does === 'change base' && !may(world, args.repo, 'push'), 'Resource not accessible'),
  },
  'a review that is deleted or changed is pending, or one’s own': {
    forbids({ does, args }, world) {
      if (does === 'delete review') return when(reviewOf(world, args).state !== 'PENDING', 'non-pending');
      return when(does === 'update review' && reviewOf(world, args).user_id !== me(world), 'it is not yours');
    },
  },
  'what conflicts is not merged, whatever the method': {
    mayForbid: ({ does }) => when(does === 'merge pull', 'Pull Request is not mergeable'),
  },
  'a file that is replaced is named': {
    mayForbid: ({ does }) => when(does === 'put file', "wasn't supplied"),
  },
  'a ref is made once, and only what is there is changed': {
    forbids: ({ does, args }, world) =>
      when(does === 'create ref' && tipOf(world, args.repo, args.branch), 'Reference already exists'),
  },
  'a hidden review is nowhere': {
    forbids({ does, args }, world) {
      if (!/review$/.test(does) || args.id === undefined) return undefined;
      const { state, user_id } = reviewOf(world, args);
      return when(state === 'PENDING' && user_id !== me(world), 'Not Found');
    },
  },
};

const BRANCHES = ['main', 'spare', 'level', 'ada-1', 'ben-1', 'made', 'nowhere'];

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
const numberOf = (chance: Chance, world: PlainWorld, repo: string): number | undefined =>
  chance.of(inRepo(world, 'issues', repo))?.number;
const pullNumber = (chance: Chance, world: PlainWorld, repo: string): number | undefined =>
  chance.of(inRepo(world, 'pull_requests', repo))?.number;
const branchIn = (chance: Chance, world: PlainWorld, repo: string): string | undefined =>
  chance.of(inRepo(world, 'refs', repo).filter(({ ref }) => ref.startsWith('refs/heads/')))?.ref.slice(11);
/** A review with the pull request that it is of. */
function anyReview(chance: Chance, world: PlainWorld, repo: string): Args | undefined {
  const review = chance.of(inRepo(world, 'reviews', repo));
  return review && { id: review.id, number: find(world, 'issues', review.issue_id).number };
}

const draws: Readonly<Record<string, Draw>> = {
  ...mergeDraws,
  ...peopleDraws,
  ...typeDraws,
  ...dependencyDraws,
  ...transferDraws,
  ...linkDraws,
  ...advisoryDraws,
  ...workflowDraws,
  read: () => ({}),
  'create issue': () => ({ title: 'New' }),
  close: (chance, world, repo) => ({ number: numberOf(chance, world, repo), state: 'closed' }),
  'create comment': (chance, world, repo) => ({ number: numberOf(chance, world, repo), body: 'Words' }),
  react: (chance, world, repo) => ({ number: numberOf(chance, world, repo), content: 'eyes' }),
  lock: (chance, world, repo) => ({ number: numberOf(chance, world, repo) }),
  'add sub-issue'(chance, world, repo) {
    const issues = inRepo(world, 'issues', repo).filter((one) => !one.is_pull_request);
    const at = chance.below(issues.length);
    const part = chance.maybe(0.6) ? issues[at + 1] : chance.of(issues);
    return part && { number: issues[at].number, sub_issue_id: part.id, ...some(chance, 0.3, { replace_parent: true }) };
  },
  'create label': (chance) => ({ name: chance.of(['bug', 'BUG', `l${chance.below(4)}`]), color: 'ff0000' }),
  'create milestone': (chance) => ({ title: chance.of(['v1', `m${chance.below(4)}`]) }),
  'create pull': (chance) => ({ title: 'Pull', head: chance.of(BRANCHES), base: chance.of(['main', 'main', 'level', 'spare']) }),
  'change base': (chance, world, repo) => ({
    number: pullNumber(chance, world, repo),
    base: chance.of(['main', 'level', 'spare', 'nowhere']),
  }),
  'reopen pull': (chance, world, repo) => ({ number: pullNumber(chance, world, repo), state: 'open' }),
  'merge pull'(chance, world, repo) {
    const pull = chance.of(inRepo(world, 'pull_requests', repo));
    return {
      number: pull.number,
      merge_method: chance.of(['merge', 'squash', 'rebase']),
      ...some(chance, 0.3, { sha: chance.of([pull.head_sha, pull.base_sha]) }),
    };
  },
  'request reviewers': (chance, world, repo) => ({
    number: pullNumber(chance, world, repo),
    reviewers: [chance.of(['ada', 'ben', 'cy', 'dan'])],
    team_reviewers: chance.of([[], ['core'], ['none']]),
  }),
  'create review': (chance, world, repo) => ({
    number: pullNumber(chance, world, repo),
    body: 'Looks right',
    ...some(chance, 0.7, { event: chance.of(['APPROVE', 'REQUEST_CHANGES', 'COMMENT']) }),
  }),
  'submit review': (chance, world, repo) => {
    const review = anyReview(chance, world, repo);
    return review && { ...review, body: 'Done', event: chance.of(['APPROVE', 'COMMENT']) };
  },
  'dismiss review': (chance, world, repo) => {
    const review = anyReview(chance, world, repo);
    return review && { ...review, message: 'Old' };
  },
  'delete review': (chance, world, repo) => anyReview(chance, world, repo),
  'update review': (chance, world, repo) => {
    const review = anyReview(chance, world, repo);
    return review && { ...review, body: 'Better' };
  },
  'create ref': (chance, world, repo) => ({
    branch: chance.of(['made', 'spare']),
    sha: tipOf(world, repo, branchIn(chance, world, repo) ?? 'main'),
  }),
  'update ref': (chance, world, repo) => ({
    branch: branchIn(chance, world, repo),
    sha: chance.of(inRepo(world, 'commits', repo)).sha,
    force: chance.maybe(0.3),
  }),
  'delete ref': (chance, world, repo) => ({ branch: branchIn(chance, world, repo) }),
  'put file': (chance, world, repo) => ({
    path: `f${chance.below(3)}.txt`,
    message: 'A file',
    content: Buffer.from(`${chance.below(9)}`).toString('base64'),
    branch: branchIn(chance, world, repo),
  }),
  'create status': (_chance, world, repo) => ({ sha: tipOf(world, repo, 'main'), state: 'success' }),
  'create release': (chance) => ({ tag_name: chance.of(['v1', `r${chance.below(3)}`]), ...some(chance, 0.2, { draft: true }) }),
  'upload asset': (chance, world, repo) => ({
    release: chance.of(inRepo(world, 'releases', repo))?.id,
    name: chance.of(['a.txt', 'b.txt']),
  }),
  'update repository': (chance) =>
    chance.maybe(0.7)
      ? { [chance.of(Object.values(FLAGS))]: false }
      : { allow_merge_commit: false, allow_squash_merge: false, allow_rebase_merge: chance.maybe(0.5) },
};
const OFTEN = [
  'create comment',
  'let merge',
  'let merge',
  'bring up',
  'take back',
  'merge pull',
  'merge pull',
  'create pull',
  'change base',
  'add sub-issue',
  'add sub-issue',
  'create review',
  'close',
  'update repository',
  'update repository',
];
const NAMES = [...Object.keys(draws), ...OFTEN];

type Path = (args: Args) => [method: string, path: string];
const paths: Readonly<Record<string, Path>> = {
  ...peoplePaths,
  ...typePaths,
  ...dependencyPaths,
  ...advisoryPaths,
  ...workflowPaths,
  read: () => ['GET', ''],
  'create issue': () => ['POST', '/issues'],
  close: ({ number }) => ['PATCH', `/issues/${number}`],
  'create comment': ({ number }) => ['POST', `/issues/${number}/comments`],
  react: ({ number }) => ['POST', `/issues/${number}/reactions`],
  lock: ({ number }) => ['PUT', `/issues/${number}/lock`],
  'add sub-issue': ({ number }) => ['POST', `/issues/${number}/sub_issues`],
  'create label': () => ['POST', '/labels'],
  'create milestone': () => ['POST', '/milestones'],
  'create pull': () => ['POST', '/pulls'],
  'change base': ({ number }) => ['PATCH', `/pulls/${number}`],
  'reopen pull': ({ number }) => ['PATCH', `/pulls/${number}`],
  'merge pull': ({ number }) => ['PUT', `/pulls/${number}/merge`],
  'request reviewers': ({ number }) => ['POST', `/pulls/${number}/requested_reviewers`],
  'create review': ({ number }) => ['POST', `/pulls/${number}/reviews`],
  'submit review': ({ number, id }) => ['POST', `/pulls/${number}/reviews/${id}/events`],
  'dismiss review': ({ number, id }) => ['PUT', `/pulls/${number}/reviews/${id}/dismissals`],
  'delete review': ({ number, id }) => ['DELETE', `/pulls/${number}/reviews/${id}`],
  'update review': ({ number, id }) => ['PUT', `/pulls/${number}/reviews/${id}`],
  'create ref': () => ['POST', '/git/refs'],
  'update ref': ({ branch }) => ['PATCH', `/git/refs/heads/${branch}`],
  'delete ref': ({ branch }) => ['DELETE', `/git/refs/heads/${branch}`],
  'put file': ({ path }) => ['PUT', `/contents/${path}`],
  'create status': ({ sha }) => ['POST', `/statuses/${sha}`],
  'create release': () => ['POST', '/releases'],
  'upload asset': ({ release, name }) => ['POST', `/releases/${release}/assets?name=${name}`],
  'update repository': () => ['PATCH', ''],
};

/** What of an operation's arguments is in its path. */
const IN_PATH = new Set(['repo', 'number', 'id', 'path', 'release', 'login', 'at', 'to', 'ghsa_id', ...IN_WORKFLOW_PATH]);

function callOf({ does, args }: RuledOperation): DirectCall {
  if (does === 'transfer issue') return transferCall(args);
  if (does === 'link branch') return linkCall(args);
  const mutation = mergeCall({ does, args });
  if (mutation) return mutation;
  const [method, path] = (paths[does] as Path)(args);
  const sent = Object.fromEntries(Object.entries(args).filter(([name]) => !IN_PATH.has(name)));
  const { branch, ...rest } = sent;
  const body = does === 'create ref' ? { ref: `refs/heads/${branch}`, sha: args.sha } : does.endsWith(' ref') ? rest : sent;
  const to = { method, path: `/repos/acme/${args.at ?? (does === 'ask by name' ? args.name : args.repo)}${path}` };
  if (does === 'rename') return { ...to, body: { name: args.to } };
  if (does === 'upload asset') return { ...to, body: 'bytes', headers: { 'content-type': 'text/plain' } };
  return method === 'GET' || method === 'DELETE' ? to : { ...to, body };
}

export const book: RuleBook = {
  worlds,
  draw(chance, world) {
    const does = chance.of(NAMES);
    const repo = chance.of(['web', 'web', 'web', 'web', 'kept', 'vault', 'attic', 'quiet', 'calm']);
    const args = (draws[does] as Draw)(chance, world, repo);
    return args === undefined || Object.values(args).includes(undefined) ? undefined : { does, args: { repo, ...args } };
  },
  call: callOf,
  refusal: ({ status, body }) =>
    status >= 400 || (body?.data !== undefined && body.errors) ? JSON.stringify([body.message, body.errors]) : undefined,
  rules,
  besides,
};
