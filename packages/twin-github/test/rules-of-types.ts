import type { Chance, PlainWorld, Rule } from '@svc/twin-kit/testing';
import { type Args, find, inRepo, issueOf, may, me, type Row, repoOf, rowsOf, when } from './rule-records.ts';

// The rules of what an organisation says of issues, and of who may take part.

const typeNamed = (world: PlainWorld, repo: string, name: string): Row =>
  rowsOf(world, 'issue_types').find((one) => one.organization_id === repoOf(world, repo).owner_id && one.name === name);

/** "Commenting, opening issues, creating pull requests, reacting with emojis" (docs: "Limiting interactions in your repository"). */
const INTERACTIONS = new Set(['create issue', 'create comment', 'react', 'create pull', 'create review', 'submit review']);

function isKeptOut(world: PlainWorld, repo: string): boolean {
  const { id, owner_id: owner } = repoOf(world, repo);
  const isLimited = rowsOf(world, 'interaction_limits').some((one) => one.repository_id === id);
  const isIn = rowsOf(world, 'collaborators').some((one) => one.repository_id === id && one.user_id === me(world));
  const isMember = rowsOf(world, 'memberships').some((one) => one.organization_id === owner && one.user_id === me(world));
  return isLimited && !isIn && !isMember && owner !== me(world);
}

export const typeRules: Record<string, Rule> = {
  'an issue has a type of the organisation that owns its repository, which those who may push give it': {
    forbids: ({ does, args }, world) =>
      when(
        does === 'type issue' && args.type !== null && may(world, args.repo, 'push') && !typeNamed(world, args.repo, args.type),
        '"field":"type"',
      ),
    follows({ does, args, before, after }) {
      if (does !== 'type issue') return undefined;
      const was = issueOf(before, args).issue_type_id ?? null;
      const asked = args.type === null ? null : typeNamed(before, args.repo, args.type)?.id;
      const wanted = may(before, args.repo, 'push') ? asked : was;
      const is = issueOf(after, args).issue_type_id ?? null;
      return is === wanted || `#${args.number} of ${args.repo} has the type ${is}, not ${wanted}`;
    },
    *faults(world) {
      for (const { id, repository_id: repository, issue_type_id: type } of rowsOf(world, 'issues'))
        if (
          type != null &&
          find(world, 'issue_types', type)?.organization_id !== find(world, 'repositories', repository).owner_id
        )
          yield `issue ${id} has a type that isn't its owner's`;
    },
  },
  'where interactions are limited, strangers open, say and answer nothing': {
    forbids: ({ does, args }, world) =>
      when(INTERACTIONS.has(does) && isKeptOut(world, args.repo), 'have been restricted to collaborators only'),
  },
};

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
export const typeDraws: Readonly<Record<string, Draw>> = {
  'type issue': (chance, world, repo) => ({
    number: chance.of(inRepo(world, 'issues', repo).filter((one) => !one.is_pull_request))?.number,
    type: chance.of(['Bug', 'Feature', 'Riddle', null]),
  }),
};

type Path = (args: Args) => [method: string, path: string];
export const typePaths: Readonly<Record<string, Path>> = {
  'type issue': ({ number }) => ['PATCH', `/issues/${number}`],
};
