import type { Chance, PlainWorld, Rule } from '@svc/twin-kit/testing';
import { type Args, find, inRepo, issueOf, may, me, type Row, repoOf, rowsOf, some, when } from './rule-records.ts';

// The rules of who is in a repository, of what is whose, and of repositories beside each other.

const FORBIDDEN = 'Resource not accessible';
const MOVED = 301;

const ownerOf = (world: PlainWorld): Row => rowsOf(world, 'users').find(({ login }) => login === 'acme');
const userNamed = (world: PlainWorld, login: string): Row => rowsOf(world, 'users').find((one) => one.login === login);
const isIn = (world: PlainWorld, repository: number, user: number): boolean =>
  rowsOf(world, 'collaborators').some((one) => one.repository_id === repository && one.user_id === user);
const isMember = (world: PlainWorld, user: number): boolean =>
  rowsOf(world, 'memberships').some((one) => one.organization_id === ownerOf(world).id && one.user_id === user);
/** Repositories of acme, by id. */
const named = (world: PlainWorld, name: string): Row =>
  rowsOf(world, 'repositories').find((one) => one.owner_id === ownerOf(world).id && one.name === name);
const OF_ISSUES = new Set([
  'create issue',
  'create comment',
  'close',
  'react',
  'lock',
  'add sub-issue',
  'block issue',
  'assign',
  'remove reaction',
  'type issue',
]);

export const peopleRules: Record<string, Rule> = {
  'who is in a repository is told to those who may push': {
    forbids: ({ does, args }, world) =>
      when(does === 'list collaborators' && !may(world, args.repo, 'push'), 'Must have push access to view'),
  },
  'members of the organisation are let in at once, others when they accept; its owner is no collaborator': {
    forbids: ({ does, args }) =>
      when(does === 'add collaborator' && args.login === 'acme', 'Repository owner cannot be a collaborator'),
    follows({ does, args, before, after }) {
      if (does !== 'add collaborator') return undefined;
      const [{ id }, user] = [repoOf(before, args.repo), userNamed(before, args.login).id];
      const isAtOnce = isIn(before, id, user) || isMember(before, user);
      return isIn(after, id, user) === isAtOnce || `${args.login} is ${isAtOnce ? 'not ' : ''}in`;
    },
    *faults(world) {
      const asked = rowsOf(world, 'invitations').map((one) => `${one.repository_id} ${one.invitee_id}`);
      if (new Set(asked).size < asked.length) yield 'somebody is invited twice';
      for (const { repository_id: id, invitee_id: user } of rowsOf(world, 'invitations'))
        if (isIn(world, id, user)) yield `${user} is in ${id} and invited`;
    },
  },
  'who is assigned may be, and nobody stays assigned who was removed; ten at most': {
    follows({ does, args, before, after }) {
      if (does === 'remove collaborator') {
        const { id } = userNamed(before, args.login);
        if (!isIn(before, repoOf(before, args.repo).id, id)) return undefined;
        const left = inRepo(after, 'issues', args.repo).some((one) => one.assignee_ids.includes(id));
        return !left || `${args.login} was removed and is assigned`;
      }
      if (does !== 'assign') return undefined;
      const { id } = userNamed(before, args.assignees[0]);
      const issue = issueOf(before, args);
      const spoke =
        issue.user_id === id || rowsOf(before, 'comments').some((one) => one.issue_id === issue.id && one.user_id === id);
      const mayBe = isIn(before, repoOf(before, args.repo).id, id) || isMember(before, id) || spoke;
      return issueOf(after, args).assignee_ids.includes(id) === mayBe || `${args.assignees} is ${mayBe ? 'not ' : ''}assigned`;
    },
    *faults(world) {
      for (const { id, assignee_ids: assigned } of rowsOf(world, 'issues'))
        if (assigned.length > 10) yield `${assigned.length} are assigned to ${id}`;
    },
  },
  'a comment is changed by its author and by who can write, a reaction taken back by whose it is': {
    forbids({ does, args }, world) {
      if (does === 'remove reaction') return when(find(world, 'reactions', args.id).user_id !== me(world), FORBIDDEN);
      if (does !== 'update comment' && does !== 'delete comment') return undefined;
      const isOwn = find(world, 'comments', args.id).user_id === me(world);
      return [
        ...(isOwn || may(world, args.repo, 'push') ? [] : [FORBIDDEN]),
        ...(repoOf(world, args.repo).archived ? ['archived'] : []),
      ];
    },
    *faults(world) {
      const keys = rowsOf(world, 'reactions').map((one) => [one.subject_type, one.subject_id, one.user_id, one.content].join());
      if (new Set(keys).size < keys.length) yield 'somebody reacted twice in one way';
    },
  },
  'issues that are switched off take nothing': {
    forbids({ does, args }, world) {
      const { has_issues: isOn } = repoOf(world, args.repo);
      const isPull = args.number !== undefined && issueOf(world, args).is_pull_request;
      return when(!isOn && OF_ISSUES.has(does) && !isPull, 'Issues are disabled for this repo');
    },
  },
  'a repository allows one way to merge at least': {
    forbids({ does, args }, world) {
      if (does !== 'update repository') return undefined;
      const ways = { ...repoOf(world, args.repo), ...args };
      return when(
        !(ways.allow_merge_commit || ways.allow_squash_merge || ways.allow_rebase_merge),
        'you need to allow at least one merge strategy',
      );
    },
    *faults(world) {
      for (const one of rowsOf(world, 'repositories'))
        if (!(one.allow_merge_commit || one.allow_squash_merge || one.allow_rebase_merge)) yield `${one.name} merges in no way`;
    },
  },
  'an account has one fork of a repository, and none of its own': {
    forbids({ does, args }, world) {
      if (does !== 'fork' || args.organization !== 'acme') return undefined;
      return isMember(world, me(world)) ? 'You cannot fork your own repository into the same account' : 'Must have admin rights';
    },
    follows({ does, args, before, after }) {
      if (does !== 'fork') return undefined;
      const { id } = repoOf(before, args.repo);
      const forks = rowsOf(after, 'repositories').filter((one) => one.parent_id === id && one.owner_id === me(after));
      return forks.length === 1 || `there are ${forks.length} forks`;
    },
  },
  "a repository's name is its owner's only one; a former name leads on until another takes it": {
    forbids({ does, args }, world, past) {
      if (does === 'rename') return when(named(world, args.to) && args.to !== args.at, 'name already exists on this account');
      if (does !== 'ask by name' || named(world, args.name)) return undefined;
      return when(
        !past.some((one) => one.does === 'rename' && one.args.at === args.name && one.args.to !== args.name),
        'Not Found',
      );
    },
    follows({ does, args, before, answer }) {
      if (does !== 'ask by name') return undefined;
      const isFormer = !named(before, args.name);
      return isFormer === (answer.status === MOVED) || `${args.name} is answered with ${answer.status}`;
    },
    *faults(world) {
      const names = rowsOf(world, 'repositories').map(({ full_name: name }) => name.toLowerCase());
      if (new Set(names).size < names.length) yield 'two repositories have one name';
    },
  },
  'a repository is given to somebody who is there and has it not, and stays until another person accepts it': {
    forbids({ does, args }, world) {
      if (does !== 'transfer') return undefined;
      // An archived one is given away, too.
      if (!may(world, args.repo, 'admin')) return 'Must have admin rights';
      if (args.new_owner === 'acme') return 'Repository is already owned by the new owner';
      return when(!userNamed(world, args.new_owner), 'Invalid new owner');
    },
    follows({ does, args, before, after }) {
      if (does !== 'transfer') return undefined;
      const [was, is] = [repoOf(before, args.repo), repoOf(after, args.repo)];
      return (was.owner_id === is.owner_id && was.full_name === is.full_name) || `${args.new_owner} has ${is.full_name}`;
    },
    *faults(world) {
      for (const { id, owner_id: owner, full_name: name } of rowsOf(world, 'repositories')) {
        const login = find(world, 'users', owner)?.login;
        if (!name.startsWith(`${login}/`)) yield `${name} is ${login}'s`;
        if (isIn(world, id, owner)) yield `the owner of ${name} is its collaborator`;
      }
    },
  },
};

/** Operations of these rules, by the least permission that they need. */
export const PEOPLE_NEED: Readonly<Record<string, string>> = {
  'add collaborator': 'admin',
  'remove collaborator': 'admin',
  assign: 'triage',
  rename: 'admin',
};

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
const PEOPLE = ['ben', 'cy', 'dan'];
const ownComment = (chance: Chance, world: PlainWorld, repo: string): Args | undefined => {
  const comment = chance.of(inRepo(world, 'comments', repo));
  return comment && { id: comment.id };
};
export const peopleDraws: Readonly<Record<string, Draw>> = {
  'list collaborators': () => ({}),
  'add collaborator': (chance) => ({ login: chance.of([...PEOPLE, 'acme']), permission: 'push' }),
  // Everyone may leave, which is another thing.
  'remove collaborator': (chance, world) => {
    const login = chance.of(PEOPLE);
    return userNamed(world, login).id === me(world) ? undefined : { login };
  },
  assign: (chance, world, repo) => ({
    number: chance.of(inRepo(world, 'issues', repo))?.number,
    assignees: [chance.of(['ada', ...PEOPLE])],
  }),
  'update comment': (chance, world, repo) => {
    const comment = ownComment(chance, world, repo);
    return comment && { ...comment, body: 'Better' };
  },
  'delete comment': ownComment,
  'remove reaction': (chance, world, repo) => {
    const reaction = chance.of(inRepo(world, 'reactions', repo).filter((one) => one.subject_type === 'issue'));
    const issue = reaction && find(world, 'issues', reaction.subject_id);
    return issue && { id: reaction.id, number: issue.number };
  },
  fork: (chance) => some(chance, 0.3, { organization: 'acme' }),
  rename: (chance, world) => {
    const at = ['old', 'new'].find((name) => named(world, name));
    return at === undefined ? undefined : { repo: 'web', at, to: chance.of(['old', 'new', 'web']) };
  },
  // To whoever looks it would be given at once, and nothing would stand where the others look for it.
  transfer: (chance, world) => {
    const new_owner = chance.of([...PEOPLE, 'acme', 'nobody']);
    return userNamed(world, new_owner)?.id === me(world) ? undefined : { new_owner };
  },
  'ask by name': (chance) => ({ repo: 'web', name: chance.of(['old', 'old', 'new', 'never']) }),
};

type Path = (args: Args) => [method: string, path: string];
export const peoplePaths: Readonly<Record<string, Path>> = {
  'list collaborators': () => ['GET', '/collaborators'],
  'add collaborator': ({ login }) => ['PUT', `/collaborators/${login}`],
  'remove collaborator': ({ login }) => ['DELETE', `/collaborators/${login}`],
  assign: ({ number }) => ['POST', `/issues/${number}/assignees`],
  'update comment': ({ id }) => ['PATCH', `/issues/comments/${id}`],
  'delete comment': ({ id }) => ['DELETE', `/issues/comments/${id}`],
  'remove reaction': ({ number, id }) => ['DELETE', `/issues/${number}/reactions/${id}`],
  fork: () => ['POST', '/forks'],
  rename: () => ['PATCH', ''],
  transfer: () => ['POST', '/transfer'],
  'ask by name': () => ['GET', ''],
};
