import { RuleBroken } from '../errors.ts';
import { daysLater } from '../lists/time.ts';
import { allIn, type Cycle, type LinearContext, timestamp } from '../world.ts';
import { born, given, type Input, referenced } from './support.ts';

export function createCycle(context: LinearContext, input: Input): Readonly<Cycle> {
  const fields = given<Cycle>('CycleCreateInput', input, {
    required: ['startsAt', 'endsAt'],
    nullable: ['name', 'description', 'completedAt'],
    own: ['id', 'teamId'],
  });
  const team = referenced(context, 'teams', input.teamId, 'teamId');
  const [startsAt, endsAt] = [fields.startsAt as string, fields.endsAt as string];
  checkSpan(context, team.id, startsAt, endsAt);
  return context.world.cycles.insert({
    ...born(context, 'cycles', input),
    teamId: team.id,
    number: context.ids.next(`cycle:${team.id}`),
    name: fields.name ?? null,
    description: fields.description ?? null,
    startsAt,
    endsAt,
    completedAt: fields.completedAt ?? null,
  });
}

export function updateCycle(context: LinearContext, id: unknown, input: Input): Readonly<Cycle> {
  const cycle = referenced(context, 'cycles', id);
  const patch = given<Cycle>('CycleUpdateInput', input, {
    required: ['startsAt', 'endsAt'],
    nullable: ['name', 'description', 'completedAt'],
  });
  if (patch.startsAt !== undefined || patch.endsAt !== undefined) {
    checkSpan(context, cycle.teamId, patch.startsAt ?? cycle.startsAt, patch.endsAt ?? cycle.endsAt, cycle.id);
  }
  return context.world.cycles.update(cycle.id, { ...patch, updatedAt: timestamp(context.now) });
}

/** Archives a cycle; its issues leave it. */
export function archiveCycle(context: LinearContext, id: unknown): Readonly<Cycle> {
  const { world } = context;
  const cycle = referenced(context, 'cycles', id);
  const now = timestamp(context.now);
  for (const issue of world.issues.by.creation.page(allIn(`cycle:${cycle.id}`))) {
    world.issues.update(issue.id, { cycleId: null, addedToCycleAt: null, updatedAt: now });
  }
  return world.cycles.update(cycle.id, { archivedAt: now, updatedAt: now });
}

/** Moves a cycle and all later ones of its team by whole days. */
export function shiftCycles(context: LinearContext, id: unknown, days: number): Readonly<Cycle> {
  const { world } = context;
  const cycle = referenced(context, 'cycles', id);
  const later = world.cycles.by.start.page(cycle.teamId).filter((one) => one.startsAt >= cycle.startsAt);
  for (const one of later) {
    world.cycles.update(one.id, {
      startsAt: daysLater(one.startsAt, days),
      endsAt: daysLater(one.endsAt, days),
      updatedAt: timestamp(context.now),
    });
  }
  return referenced(context, 'cycles', id);
}

/** Begins an upcoming cycle now; the one that runs ends. */
export function startCycleToday(context: LinearContext, id: unknown): Readonly<Cycle> {
  const { world } = context;
  const cycle = referenced(context, 'cycles', id);
  const now = timestamp(context.now);
  if (cycle.startsAt <= now) throw new RuleBroken('Cycle has started', 'Only an upcoming cycle can be started.');
  for (const one of world.cycles.by.start.page(cycle.teamId)) {
    if (one.startsAt <= now && one.endsAt > now) world.cycles.update(one.id, { endsAt: now, completedAt: now, updatedAt: now });
  }
  return world.cycles.update(cycle.id, { startsAt: now, updatedAt: now });
}

function checkSpan({ world }: LinearContext, teamId: string, startsAt: string, endsAt: string, self?: string): void {
  if (startsAt >= endsAt) throw new RuleBroken('Invalid cycle dates', 'A cycle ends after it starts.');
  const clash = world.cycles.by.start
    .page(teamId)
    .find((one) => one.id !== self && one.startsAt < endsAt && startsAt < one.endsAt);
  if (clash) throw new RuleBroken('Overlapping cycles', `The dates overlap with cycle ${clash.number}.`);
}
