import type { Change } from '@svc/twin-kit';
import { type GithubState, PERMISSIONS, type Permission, type Team, teamRepositoryKey } from '../world.ts';
import { loginOf } from './find.ts';
import { foundBy, leftBy } from './never.ts';

/** Somebody who may do more in a repository than before. */
export interface Entrance {
  repositoryId: number;
  /** Who it is, for evidence. */
  who: string;
  /** Undefined for a key. */
  userId?: number;
  permission: Permission;
}

const rank = (permission: Permission | undefined): number => PERMISSIONS.indexOf(permission as Permission);

const strongest = (permissions: readonly Permission[]): Permission | undefined =>
  PERMISSIONS.findLast((permission) => permissions.includes(permission));

/** What somebody may do in a repository as a collaborator or through a team; undefined where neither says. States of earlier versions have no teams' repositories. */
export function accessOf(state: GithubState, repositoryId: number, userId: number): Permission | undefined {
  const own = state.collaborators.filter((one) => one.repository_id === repositoryId && one.user_id === userId);
  const theirs = new Set(state.teams.filter(({ member_ids }) => member_ids.includes(userId)).map(({ id }) => id));
  const granted = (state.team_repositories ?? []).filter((one) => one.repository_id === repositoryId && theirs.has(one.team_id));
  return strongest([...own, ...granted].map(({ permission }) => permission));
}

/** Follows the writes of a run, and tells of each who is let into which repository by it: as a collaborator, by an invitation, through a team, by a key or as its owner. */
export class Entrances {
  readonly #seed: GithubState;
  readonly #teams: Map<number, Readonly<Team>>;
  /** What teams may do, by team and repository. */
  readonly #grants: Map<string, { team_id: number; repository_id: number; permission: Permission }>;

  constructor(seed: GithubState) {
    this.#seed = seed;
    this.#teams = new Map(seed.teams.map((team) => [team.id, team]));
    this.#grants = new Map((seed.team_repositories ?? []).map((one) => [teamRepositoryKey(one.team_id, one.repository_id), one]));
  }

  by(write: Change): Entrance[] {
    const { collection } = write;
    if (collection === 'collaborators' || collection === 'invitations') return this.#byName(write);
    if (collection === 'team_repositories') return this.#byGrant(write);
    if (collection === 'teams') return this.#byTeam(write);
    if (collection === 'repositories') return this.#byTransfer(write);
    const key = leftBy(write, 'deploy_keys');
    if (!key) return [];
    return [{ repositoryId: key.repository_id, who: `the key "${key.title}"`, permission: key.read_only ? 'pull' : 'push' }];
  }

  #byName(write: Change): Entrance[] {
    const after = leftBy(write, 'collaborators') ?? leftBy(write, 'invitations');
    const before = foundBy(write, 'collaborators') ?? foundBy(write, 'invitations');
    if (!after || rank(after.permission) <= rank(before?.permission)) return [];
    return [this.#person('invitee_id' in after ? after.invitee_id : after.user_id, after.repository_id, after.permission)];
  }

  #byGrant(write: Change): Entrance[] {
    const after = leftBy(write, 'team_repositories');
    if (!after) {
      this.#grants.delete(String(write.id));
      return [];
    }
    this.#grants.set(String(write.id), after);
    if (rank(after.permission) <= rank(foundBy(write, 'team_repositories')?.permission)) return [];
    const members = this.#teams.get(after.team_id)?.member_ids ?? [];
    const team = { repositoryId: after.repository_id, who: this.#nameOf(after.team_id), permission: after.permission };
    return [team, ...members.map((id) => this.#person(id, after.repository_id, after.permission, after.team_id))];
  }

  #byTeam(write: Change): Entrance[] {
    const after = leftBy(write, 'teams');
    if (!after) {
      this.#teams.delete(write.id as number);
      return [];
    }
    this.#teams.set(after.id, after);
    const earlier = foundBy(write, 'teams')?.member_ids ?? [];
    const newcomers = after.member_ids.filter((id) => !earlier.includes(id));
    const grants = [...this.#grants.values()].filter(({ team_id }) => team_id === after.id);
    return grants.flatMap(({ repository_id, permission }) =>
      newcomers.map((id) => this.#person(id, repository_id, permission, after.id)),
    );
  }

  #byTransfer(write: Change): Entrance[] {
    const [before, after] = [foundBy(write, 'repositories'), leftBy(write, 'repositories')];
    if (!before || !after || before.owner_id === after.owner_id) return [];
    return [this.#person(after.owner_id, after.id, 'admin')];
  }

  #nameOf(teamId: number): string {
    return `the team ${this.#teams.get(teamId)?.slug ?? teamId}`;
  }

  #person(userId: number, repositoryId: number, permission: Permission, teamId?: number): Entrance {
    const through = teamId === undefined ? '' : ` (of ${this.#nameOf(teamId)})`;
    return { repositoryId, userId, who: `${loginOf(this.#seed, userId)}${through}`, permission };
  }
}
