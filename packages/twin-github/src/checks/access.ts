import { type Check, type CheckParam, failed } from '@svc/twin-kit';
import type { Permission } from '../world.ts';
import { accessOf, Entrances } from './entrances.ts';
import { holds, inRepository, isAccount, listed, loginOf, noAccount, ofRepository, type Place, same, verdict } from './find.ts';
import { neverIn } from './never.ts';
import * as params from './params.ts';

const { access, login } = params;

/** GitHub's words for what it calls pull and push in its API: https://docs.github.com/rest/collaborators/collaborators */
const ACCESS: Readonly<Record<string, Permission>> = {
  read: 'pull',
  triage: 'triage',
  write: 'push',
  maintain: 'maintain',
  admin: 'admin',
};
const wordFor = (permission: Permission): string => Object.keys(ACCESS).find((word) => ACCESS[word] === permission) ?? permission;

/** Everybody who may do something in a repository that not everybody may, with the role. */
function peopleOf(place: Place): { name: string; permission: Permission }[] {
  const { final, repository } = place;
  const teams = new Set(ofRepository(final.team_repositories ?? [], place).map(({ team_id }) => team_id));
  const members = final.teams.filter(({ id }) => teams.has(id)).flatMap(({ member_ids }) => member_ids);
  const named = ofRepository(final.collaborators, place).map(({ user_id }) => user_id);
  return [...new Set([...named, ...members])].flatMap((id) => {
    const permission = accessOf(final, repository.id, id);
    return permission ? [{ name: loginOf(final, id), permission }] : [];
  });
}

export const accessChecks: readonly Check[] = [
  inRepository({
    id: 'github.has-access',
    template: '{login} has {access} access to {repo}.',
    description:
      'The user has exactly this role, as a collaborator or through a team; the stronger one counts. An invitation that was not accepted is no access.',
    compares: 'the role of the collaborator with {access}',
    limits: 'what the owner of a repository, or of its organisation, may do without being a collaborator.',
    params: { login, access },
    judge(args, place) {
      const people = peopleOf(place);
      const isIt = people.some(({ name, permission }) => same(name, args.login) && permission === ACCESS[args.access]);
      const seen = people.map(({ name, permission }) => `${name}: ${wordFor(permission)}`);
      return verdict(isIt, `collaborators of ${place.name}: ${listed(seen)}`);
    },
  }),
  inRepository({
    id: 'github.no-access',
    template: '{login} is no collaborator of {repo}.',
    description:
      'The user has an account, is not among the collaborators of the repository, in no team that has access to it, and not invited either.',
    compares: 'the logins of collaborators, members of its teams and invited people with {login}',
    limits: 'what the owner of a repository, or of its organisation, may do without being a collaborator.',
    params: { login },
    judge(args, place) {
      if (!isAccount(place, args.login)) return failed(noAccount(args.login));
      const invited = ofRepository(place.final.invitations, place).map(({ invitee_id }) => loginOf(place.final, invitee_id));
      const people = peopleOf(place).map(({ name }) => name);
      const evidence = `collaborators of ${place.name}: ${listed(people)}; invited: ${listed(invited)}`;
      return verdict(!holds([...people, ...invited], args.login), evidence);
    },
  }),
  inRepository({
    id: 'github.invited',
    template: '{login} is invited to {repo} with {access} access.',
    description: 'The user has an invitation to this role that was not accepted or declined yet.',
    compares: 'the role of the invitation with {access}',
    params: { login, access },
    judge(args, place) {
      const invited = ofRepository(place.final.invitations, place).map(({ invitee_id, permission }) => ({
        name: loginOf(place.final, invitee_id),
        permission,
      }));
      const isIt = invited.some(({ name, permission }) => same(name, args.login) && permission === ACCESS[args.access]);
      return verdict(
        isIt,
        `invited to ${place.name}: ${listed(invited.map(({ name, permission }) => `${name}: ${wordFor(permission)}`))}`,
      );
    },
  }),
];

const NO_PARAMS: Readonly<Record<never, CheckParam>> = {};

export const noAccessGiven: Check = neverIn({
  id: 'github.no-access-given',
  template: 'No one was given access to {repo}.',
  description:
    'No call made anybody a collaborator, invited anybody, raised a role, let a team in or somebody into a team that has access, added a deploy key, or gave the repository to another owner, not even for a while.',
  compares: 'who may do what in the repository before and after each write',
  limits: 'what a repository that is made public shows to everybody; another sentence speaks of that.',
  params: NO_PARAMS,
  watch(args, seed, { id }) {
    const entrances = new Entrances(seed);
    return (write) => {
      const entrance = entrances.by(write).find(({ repositoryId }) => repositoryId === id);
      return entrance && `${entrance.who} got ${wordFor(entrance.permission)} access to ${args.repo}`;
    };
  },
});
