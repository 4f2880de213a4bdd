import { InvalidInput, RuleBroken } from '../errors.ts';
import { entities } from '../lists/sequence.ts';
import { allIn, type IssueLabel, type LinearContext, timestamp } from '../world.ts';
import { removeFavorites } from './removal.ts';
import { actor, born, colour, given, type Input, notBlank, referenced, referencedAll } from './support.ts';

/** The three families of labels behave alike; only those of issues may belong to a team. */
export type LabelFamily = 'issueLabels' | 'projectLabels' | 'initiativeLabels';

const INPUT = { issueLabels: 'IssueLabel', projectLabels: 'ProjectLabel', initiativeLabels: 'InitiativeLabel' } as const;
const SUBJECTS = { issueLabels: 'issues', projectLabels: 'projects', initiativeLabels: 'initiatives' } as const;
const DEFAULT_COLOR = '#bec2c8';

export function createLabel(context: LinearContext, family: LabelFamily, input: Input): Readonly<IssueLabel> {
  const own = ['id', 'parentId', 'teamId'];
  const fields = given<IssueLabel>(`${INPUT[family]}CreateInput`, input, {
    required: ['name'],
    nullable: ['color', 'description', 'isGroup', 'groupType', 'retiredAt'],
    own,
  });
  notBlank('name', input.name);
  colour('color', input.color);
  const parent = parentOf(context, family, input.parentId);
  const teamId = input.teamId == null ? (parent?.teamId ?? null) : referenced(context, 'teams', input.teamId, 'teamId').id;
  refuseDuplicate(context, family, fields.name as string, teamId);
  return context.world[family].insert({
    ...born(context, family, input),
    name: fields.name as string,
    color: fields.color ?? DEFAULT_COLOR,
    description: fields.description ?? null,
    isGroup: fields.isGroup ?? false,
    groupType: fields.groupType ?? (fields.isGroup ? 'singleSelect' : null),
    parentId: parent?.id ?? null,
    teamId,
    creatorId: actor(context).id,
    retiredAt: fields.retiredAt ?? null,
    retiredById: null,
    lastAppliedAt: null,
  });
}

export function updateLabel(context: LinearContext, family: LabelFamily, id: unknown, input: Input): Readonly<IssueLabel> {
  const label = referenced(context, family, id);
  const patch = given<IssueLabel>(`${INPUT[family]}UpdateInput`, input, {
    required: ['name', 'color', 'isGroup'],
    nullable: ['description', 'groupType', 'retiredAt'],
    own: ['parentId'],
  });
  notBlank('name', input.name);
  colour('color', input.color);
  if (patch.name !== undefined && patch.name.toLowerCase() !== label.name.toLowerCase()) {
    refuseDuplicate(context, family, patch.name, label.teamId);
  }
  if (input.parentId !== undefined) {
    const parent = parentOf(context, family, input.parentId);
    if (parent?.id === label.id) throw new InvalidInput('parentId', 'isOther', "can't be the label itself");
    patch.parentId = parent?.id ?? null;
  }
  requireApart(context, family, { ...label, ...patch });
  if (patch.isGroup && usesOf(context, family, label.id).length > 0) {
    throw new RuleBroken('Label is applied', 'A label that is applied already can not become a group.');
  }
  return context.world[family].update(label.id, { ...patch, updatedAt: timestamp(context.now) });
}

/** Deletes a label, its sub-labels, and takes them off everything they are applied to. */
export function deleteLabel(context: LinearContext, family: LabelFamily, id: unknown): Readonly<IssueLabel> {
  const { world } = context;
  const label = referenced(context, family, id);
  for (const child of world[family].by.creation.page(allIn(`parent:${label.id}`))) deleteLabel(context, family, child.id);
  const subjects = entities(world, SUBJECTS[family]);
  for (const record of usesOf(context, family, label.id)) {
    const labelIds = (record.labelIds as string[]).filter((one) => one !== label.id);
    subjects.update(record.id, { labelIds, updatedAt: timestamp(context.now) });
  }
  if (family === 'issueLabels') removeFavorites(context, 'labelId', label.id);
  return world[family].remove(label.id);
}

/** A retired label stays where it is applied and can't be applied any more. */
export function retireLabel(context: LinearContext, family: LabelFamily, id: unknown): Readonly<IssueLabel> {
  const now = timestamp(context.now);
  const label = referenced(context, family, id);
  return context.world[family].update(label.id, { retiredAt: now, retiredById: actor(context).id, updatedAt: now });
}

export function restoreLabel(context: LinearContext, family: LabelFamily, id: unknown): Readonly<IssueLabel> {
  const label = referenced(context, family, id);
  return context.world[family].update(label.id, { retiredAt: null, retiredById: null, updatedAt: timestamp(context.now) });
}

function usesOf({ world }: Pick<LinearContext, 'world'>, family: LabelFamily, id: string) {
  if (family !== 'initiativeLabels') return entities(world, SUBJECTS[family]).by.creation.page(allIn(`label:${id}`));
  return [...world.initiatives.values()].filter((initiative) => initiative.labelIds.includes(id));
}

function parentOf(context: LinearContext, family: LabelFamily, id: unknown): Readonly<IssueLabel> | undefined {
  if (id === undefined || id === null) return undefined;
  const parent = referenced(context, family, id, 'parentId');
  if (!parent.isGroup) throw new RuleBroken('Parent label is not a group', `"${parent.name}" is not a label group.`);
  return parent;
}

/** Labels that an issue has together can't come into a group of which one is applied: neither by a move, nor by a change of the group. */
function requireApart({ world }: LinearContext, family: LabelFamily, label: Readonly<IssueLabel>): void {
  if (family !== 'issueLabels') return;
  const group = label.isGroup ? label : world.issueLabels.get(label.parentId ?? '');
  if (!group || group.groupType === 'multiSelect') return;
  const inGroup = new Set(world.issueLabels.by.creation.page(allIn(`parent:${group.id}`)).map(({ id }) => id));
  if (!label.isGroup) inGroup.add(label.id);
  for (const { labelIds } of label.isGroup ? world.issues.values() : usesOf({ world }, family, label.id)) {
    if ((labelIds as string[]).filter((id) => inGroup.has(id)).length > 1)
      throw new RuleBroken('LabelIds not exclusive child labels', `Only one label of the group "${group.name}" can be applied.`);
  }
}

/**
 * Labels for a project or an initiative. Groups are none, and retired ones "remain on existing projects but cannot be applied to new ones"
 * (schema: `projectLabelRetire`, `initiativeLabelRetire`).
 *
 * @param applied what it has already
 */
export function applicableLabels(
  context: LinearContext,
  family: Exclude<LabelFamily, 'issueLabels'>,
  ids: unknown,
  applied: readonly string[] = [],
): string[] {
  const labelIds = referencedAll(context, family, ids, 'labelIds');
  for (const id of labelIds) {
    const label = referenced(context, family, id);
    if (label.isGroup)
      throw new RuleBroken('LabelIds contains group label', `"${label.name}" is a label group and can't be applied.`);
    if (label.retiredAt !== null && !applied.includes(id))
      throw new RuleBroken('LabelIds contains retired label', `The label "${label.name}" is retired and can't be applied.`);
  }
  return labelIds;
}

/** Names are unique in a workspace, and in a team together with the workspace's. */
function refuseDuplicate({ world }: LinearContext, family: LabelFamily, name: string, teamId: string | null): void {
  const same = world[family].by.name.page(name.toLowerCase());
  const twin = same.find((label) => label.teamId === null || teamId === null || label.teamId === teamId);
  if (!twin) return;
  // Of a team: seen in anthropics/claude-code#45410. That a workspace's label counts in its teams: BuildDownAI/AI-Implement#31.
  const team = twin.teamId === null ? undefined : world.teams.get(twin.teamId);
  const place = team ? `team ${team.name}` : 'the workspace';
  throw new RuleBroken('Duplicate label name', `Label "${twin.name}" already exists in ${place}.`);
}
