import { type FieldError, ValidationFailed } from '../../errors.ts';
import type { Actors, Repository } from '../../world.ts';
import type { HasWorld } from '../access.ts';

/** The app of GitHub's own that is in every repository; no other is installed. */
export const ACTIONS_APP = 'github-actions';

/** Actors as callers name them: logins, and slugs of teams and apps. */
export interface NamedActors {
  users?: readonly string[] | undefined;
  teams?: readonly string[] | undefined;
  apps?: readonly string[] | undefined;
}

const fault = (field: string, name: string): FieldError => ({
  resource: 'ProtectedBranch',
  code: 'invalid',
  field,
  message: `${name} is no ${field.slice(0, -1)} that has access to this repository`,
});

/** @throws ValidationFailed for who isn't there */
export function userIds({ world }: HasWorld, logins: readonly string[]): number[] {
  return unique(
    logins.map((login) => {
      const user = world.users.by.login.first(login.toLowerCase());
      if (!user || user.type === 'Organization') throw new ValidationFailed([fault('users', login)]);
      return user.id;
    }),
  );
}

/** Teams of the organisation that owns the repository. @throws ValidationFailed */
export function teamIds({ world }: HasWorld, { owner_id }: Readonly<Repository>, slugs: readonly string[]): number[] {
  return unique(
    slugs.map((slug) => {
      const team = world.teams.by.slug.first(`${owner_id}/${slug.toLowerCase()}`);
      if (!team) throw new ValidationFailed([fault('teams', slug)]);
      return team.id;
    }),
  );
}

/** @throws ValidationFailed for all but the app that is there */
export function appSlugs(slugs: readonly string[]): string[] {
  const other = slugs.find((slug) => slug !== ACTIONS_APP);
  if (other !== undefined) throw new ValidationFailed([fault('apps', other)]);
  return unique(slugs);
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

/** @throws ValidationFailed */
export const actorsOf = (context: HasWorld, repository: Readonly<Repository>, named: NamedActors): Actors => ({
  user_ids: userIds(context, named.users ?? []),
  team_ids: teamIds(context, repository, named.teams ?? []),
  apps: appSlugs(named.apps ?? []),
});

/** Is somebody among them, by themselves or through a team? */
export const isAmong = ({ world }: HasWorld, actors: Actors | null | undefined, userId: number): boolean =>
  actors !== null &&
  actors !== undefined &&
  (actors.user_ids.includes(userId) || actors.team_ids.some((id) => world.teams.get(id)?.member_ids.includes(userId)));
