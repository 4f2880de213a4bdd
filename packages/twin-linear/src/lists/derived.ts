import type { AnyRecord } from '../model.ts';
import { type LinearWorld, liveIn } from '../world.ts';

/** What a filter may read beside the record. */
export interface ListContext {
  world: LinearWorld;
  /** The world's time; a function, so that an answer which asked for it is known to change with time. */
  now(): number;
  viewerId: string;
}

type Value = (record: AnyRecord, context: ListContext) => unknown;
type List = (record: AnyRecord, context: ListContext) => readonly AnyRecord[];

const relates = (scope: 'issue' | 'relatedIssue', type: string): Value => {
  return ({ id }, { world }) =>
    world.issueRelations.by.creation.page(liveIn(`${scope}:${id}`)).some((relation) => relation.type === type);
};
const either =
  (type: string): Value =>
  (record, context) =>
    Boolean(relates('issue', type)(record, context)) || Boolean(relates('relatedIssue', type)(record, context));

const cycleIs =
  (test: (cycle: AnyRecord, now: string) => boolean): Value =>
  (cycle, context) =>
    test(cycle, new Date(context.now()).toISOString());

/** The cycle of a team that follows or precedes the current moment. */
export function neighbourCycle({ world }: Pick<ListContext, 'world'>, teamId: string, now: string, side: 'next' | 'previous') {
  const cycles = world.cycles.by.start.page(teamId);
  return side === 'next'
    ? cycles.find((cycle) => cycle.startsAt > now)
    : cycles.filter((cycle) => (cycle.completedAt ?? cycle.endsAt) <= now).at(-1);
}

export const isPastCycle = (cycle: AnyRecord, now: string): boolean => (cycle.completedAt ?? cycle.endsAt) <= now;
export const isActiveCycle = (cycle: AnyRecord, now: string): boolean => cycle.startsAt <= now && !isPastCycle(cycle, now);

/** Filter fields that no record holds as such. */
export const derivedValues: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  Issue: {
    searchableContent: (issue) => `${issue.identifier} ${issue.title} ${issue.description ?? ''}`,
    hasBlockingRelations: relates('issue', 'blocks'),
    hasBlockedByRelations: relates('relatedIssue', 'blocks'),
    hasRelatedRelations: either('related'),
    hasDuplicateRelations: either('duplicate'),
    hasSharedUsers: () => false,
    customerCount: () => 0,
    customerImportantCount: () => 0,
  },
  User: {
    isMe: (user, { viewerId }) => user.id === viewerId,
    invited: () => false,
    isInvited: () => false,
  },
  Team: { visibility: (team) => (team.private ? 'private' : 'public') },
  Project: {
    state: (project, { world }) => world.projectStatuses.get(project.statusId)?.type,
    searchableContent: (project) => `${project.name} ${project.description} ${project.content ?? ''}`,
    customerCount: () => 0,
    customerImportantCount: () => 0,
  },
  Document: { searchableContent: (document) => `${document.title} ${document.content ?? ''}` },
  Cycle: {
    isActive: cycleIs(isActiveCycle),
    isPast: cycleIs(isPastCycle),
    isFuture: cycleIs((cycle, now) => cycle.startsAt > now),
    isInCooldown: () => false,
    isNext: (cycle, context) =>
      neighbourCycle(context, cycle.teamId, new Date(context.now()).toISOString(), 'next')?.id === cycle.id,
    isPrevious: (cycle, context) =>
      neighbourCycle(context, cycle.teamId, new Date(context.now()).toISOString(), 'previous')?.id === cycle.id,
    inheritedFromId: () => null,
  },
};

/** Filter lists that lead over a collection between, by type: the records' type and the records. */
export const derivedLists: Readonly<Record<string, Readonly<Record<string, readonly [string, List]>>>> = {
  Issue: {
    reactions: ['Reaction', ({ id }, { world }) => world.reactions.by.creation.page(liveIn(`issue:${id}`))],
    needs: ['CustomerNeed', () => []],
    releases: ['Release', () => []],
    sharedWith: ['User', () => []],
    suggestions: ['IssueSuggestion', () => []],
  },
  Comment: {
    reactions: ['Reaction', ({ id }, { world }) => world.reactions.by.creation.page(liveIn(`comment:${id}`))],
    needs: ['CustomerNeed', () => []],
  },
  Team: {
    members: ['User', members(() => true)],
    owners: ['User', members((membership) => membership.owner)],
    users: ['User', members(() => true)],
    ancestors: ['Team', ({ parentId }, { world }) => ancestors(parentId, (id) => world.teams.get(id))],
  },
  Project: {
    accessibleTeams: ['Team', ({ teamIds }, { world }) => found(teamIds, (id) => world.teams.get(id))],
    initiatives: [
      'Initiative',
      ({ id }, { world }) =>
        found(
          world.initiativeToProjects.by.creation.page(liveIn(`project:${id}`)).map((link) => link.initiativeId),
          (initiative) => world.initiatives.get(initiative),
        ),
    ],
    needs: ['CustomerNeed', () => []],
  },
  Initiative: {
    projects: [
      'Project',
      ({ id }, { world }) =>
        found(
          world.initiativeToProjects.by.creation.page(liveIn(`initiative:${id}`)).map((link) => link.projectId),
          (project) => world.projects.get(project),
        ),
    ],
    ancestors: [
      'Initiative',
      ({ parentInitiativeId }, { world }) =>
        ancestors(parentInitiativeId, (id) => {
          const initiative = world.initiatives.get(id);
          return initiative && { ...initiative, parentId: initiative.parentInitiativeId };
        }),
    ],
  },
};

function members(wanted: (membership: { owner: boolean }) => boolean): List {
  return ({ id }, { world }) =>
    found(
      world.teamMemberships.by.creation
        .page(liveIn(`team:${id}`))
        .filter(wanted)
        .map((membership) => membership.userId),
      (user) => world.users.get(user),
    );
}

/** The records that ids lead to, without those that lead nowhere. */
export function found<T>(ids: readonly string[], get: (id: string) => T | undefined): T[] {
  return ids.map(get).filter((record): record is T => record !== undefined);
}

function ancestors(from: string | null, get: (id: string) => AnyRecord | undefined): AnyRecord[] {
  const chain: AnyRecord[] = [];
  for (let id = from; id !== null && chain.every((one) => one.id !== id); ) {
    const parent = get(id);
    if (!parent) break;
    chain.push(parent);
    id = parent.parentId;
  }
  return chain;
}
