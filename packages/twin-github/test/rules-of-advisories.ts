import type { Chance, PlainWorld, Rule } from '@svc/twin-kit/testing';
import { type Args, inRepo, may, me, type Row, repoOf, rowsOf, when } from './rule-records.ts';

// The rules of advisories that a repository's own people write.

const advisoryOf = (world: PlainWorld, { repo, ghsa_id }: Args): Row =>
  inRepo(world, 'repository_advisories', repo).find((one) => one.ghsa_id === ghsa_id);

const worksOn = (world: PlainWorld, { collaborating_user_ids: people }: Row): boolean => people.includes(me(world));
const CHANGES = new Set(['read advisory', 'change advisory']);

/** Fields of a state, which are said of that alone. */
const OF_STATE = [
  ['published', 'published_at'],
  ['published', 'publisher_id'],
  ['closed', 'closed_at'],
] as const;

export const advisoryRules: Record<string, Rule> = {
  'an advisory that is not published is there for administrators and who works on it': {
    forbids({ does, args }, world) {
      if (!CHANGES.has(does)) return undefined;
      const advisory = advisoryOf(world, args);
      const isSeen = advisory.state === 'published' || may(world, args.repo, 'admin') || worksOn(world, advisory);
      return when(!isSeen, 'Not Found');
    },
  },
  'an advisory is drafted, published and closed by administrators, changed also by who works on it, and stays published': {
    forbids({ does, args }, world) {
      if (does !== 'change advisory') return undefined;
      const advisory = advisoryOf(world, args);
      const [isAdmin, moves] = [may(world, args.repo, 'admin'), args.state !== undefined && args.state !== advisory.state];
      return [
        ...(isAdmin || (worksOn(world, advisory) && !moves) ? [] : ['Must have admin rights']),
        ...(moves && advisory.state === 'published' ? ['"field":"state"'] : []),
        ...(repoOf(world, args.repo).archived ? ['Repository was archived so is read-only'] : []),
      ];
    },
    follows({ does, args, after }) {
      if (does !== 'change advisory' || args.state === undefined) return undefined;
      const { state } = advisoryOf(after, args);
      return state === args.state || `${args.ghsa_id} is ${state}, not ${args.state}`;
    },
    *faults(world) {
      for (const one of rowsOf(world, 'repository_advisories'))
        for (const [state, field] of OF_STATE)
          if ((one.state === state) !== (one[field] !== null))
            yield `${one.ghsa_id} is ${one.state} and has ${field} ${one[field]}`;
    },
  },
};

export const ADVISORIES_NEED: Readonly<Record<string, string>> = { 'draft advisory': 'admin' };
export const advisorySeed = {
  security_advisories: [
    { summary: 'Nobody knows', collaborating_users: ['cy'] },
    { summary: 'Everybody knows', state: 'published' },
    { summary: 'Was none', state: 'closed' },
  ],
};

const anyOf = (chance: Chance, world: PlainWorld, repo: string): Args | undefined => {
  const advisory = chance.of(inRepo(world, 'repository_advisories', repo));
  return advisory && { ghsa_id: advisory.ghsa_id };
};

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
export const advisoryDraws: Readonly<Record<string, Draw>> = {
  'read advisory': anyOf,
  'draft advisory': () => ({ summary: 'New', description: 'Bad', vulnerabilities: [] }),
  'change advisory'(chance, world, repo) {
    const of = anyOf(chance, world, repo);
    return (
      of && { ...of, ...(chance.maybe(0.5) ? { state: chance.of(['draft', 'closed', 'published']) } : { summary: 'Worse' }) }
    );
  },
};

type Path = (args: Args) => [method: string, path: string];
export const advisoryPaths: Readonly<Record<string, Path>> = {
  'read advisory': ({ ghsa_id }) => ['GET', `/security-advisories/${ghsa_id}`],
  'draft advisory': () => ['POST', '/security-advisories'],
  'change advisory': ({ ghsa_id }) => ['PATCH', `/security-advisories/${ghsa_id}`],
};
