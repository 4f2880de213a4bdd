import type { GithubContext, User } from '../../world.ts';
import type { PageCut } from '../issue-list.ts';
import { dateInRange, numberInRange } from './match.ts';
import { holds, parseSearch, qualifiersNamed, refuseQualifiers, requireDates } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';

type Qualifier = (context: GithubContext, user: Readonly<User>, value: string) => boolean;

const holdsText = (text: string | null, value: string): boolean => (text ?? '').toLowerCase().includes(value.toLowerCase());
const isLogin: Qualifier = (_context, user, value) => user.login.toLowerCase() === value.toLowerCase();

/** https://docs.github.com/search-github/searching-on-github/searching-users */
const QUALIFIERS: Readonly<Record<string, Qualifier>> = {
  type: (_context, user, value) => ({ user: 'User', org: 'Organization' })[value.toLowerCase()] === user.type,
  user: isLogin,
  org: isLogin,
  location: (_context, user, value) => holdsText(user.location, value),
  fullname: (_context, user, value) => holdsText(user.name, value),
  created: (_context, user, value) => dateInRange(user.created_at, value),
  repos: ({ world }, user, value) => numberInRange(world.repositories.by.owner.count(user.id), value),
  followers: ({ world }, user, value) => numberInRange(world.follows.by.followed.count(user.id), value),
  language: ({ world }, user, value) => {
    const { owner } = world.repositories.by;
    return owner
      .page(user.id, { limit: owner.count(user.id) })
      .some((repository) => repository.language?.toLowerCase() === value.toLowerCase());
  },
  in: () => true,
};

/** Documented, and about what the twin doesn't model: sponsors. */
const UNMODELLED = ['is'] as const;
const KNOWN: ReadonlySet<string> = new Set([...Object.keys(QUALIFIERS), ...UNMODELLED]);

export interface UserSearch {
  q?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

export function searchUsers(context: GithubContext, search: UserSearch, cut: PageCut): Found<User> {
  const { root } = parseSearch(requireQuery(search.q), KNOWN);
  refuseQualifiers(root, UNMODELLED);
  requireDates(root, ['created']);
  searchCut(cut);
  const named = qualifiersNamed(root, 'in').flatMap((value) => value.toLowerCase().split(','));
  const places = new Set(named.length > 0 ? named : ['login', 'name', 'email']);
  const textsOf = (user: Readonly<User>): (string | null)[] => [
    ...(places.has('login') ? [user.login] : []),
    ...(places.has('name') || places.has('fullname') ? [user.name] : []),
    ...(places.has('email') ? [user.email] : []),
  ];
  const found = [...context.world.users.values()].filter((user) =>
    holds(root, (leaf) =>
      leaf.kind === 'qualifier'
        ? (QUALIFIERS[leaf.name]?.(context, user, leaf.value) ?? false)
        : textsOf(user).some((text) => holdsText(text, leaf.text)),
    ),
  );
  const rank = (user: Readonly<User>): number => {
    if (search.sort === 'joined') return Date.parse(user.created_at);
    if (search.sort === 'followers') return context.world.follows.by.followed.count(user.id);
    return search.sort === 'repositories' ? context.world.repositories.by.owner.count(user.id) : 0;
  };
  const sign = search.order === 'asc' ? 1 : -1;
  found.sort((a, b) => sign * (rank(a) - rank(b)) || a.id - b.id);
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}
