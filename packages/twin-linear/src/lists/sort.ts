import { Unsupported } from '../errors.ts';
import type { AnyRecord } from '../model.ts';
import type { ListContext } from './derived.ts';

/** One entry of a `sort` argument: a key with its direction, e.g. `{ priority: { order: Descending, nulls: last } }`. */
export type Sort = Readonly<
  Record<string, { order?: 'Ascending' | 'Descending' | null; nulls?: 'first' | 'last' | null } | null>
>;

type Key = (record: AnyRecord, context: ListContext) => string | number | null | undefined;

const field =
  (name: string): Key =>
  (record) =>
    record[name] as string | number | null;

const keys: Readonly<Record<string, Readonly<Record<string, Key>>>> = {
  Issue: {
    priority: field('priority'),
    title: field('title'),
    estimate: field('estimate'),
    dueDate: field('dueDate'),
    completedAt: field('completedAt'),
    manual: field('sortOrder'),
    assignee: ({ assigneeId }, { world }) => assigneeId && world.users.get(assigneeId)?.displayName,
    workflowState: ({ stateId }, { world }) => world.workflowStates.get(stateId)?.position,
    project: ({ projectId }, { world }) => projectId && world.projects.get(projectId)?.name,
    milestone: ({ projectMilestoneId }, { world }) =>
      projectMilestoneId && world.projectMilestones.get(projectMilestoneId)?.sortOrder,
    cycle: ({ cycleId }, { world }) => cycleId && world.cycles.get(cycleId)?.number,
    team: ({ teamId }, { world }) => world.teams.get(teamId)?.name,
  },
  Project: {
    name: field('name'),
    priority: field('priority'),
    startDate: field('startDate'),
    targetDate: field('targetDate'),
    manual: field('sortOrder'),
    status: ({ statusId }, { world }) => world.projectStatuses.get(statusId)?.position,
    lead: ({ leadId }, { world }) => leadId && world.users.get(leadId)?.displayName,
  },
  Initiative: { name: field('name'), targetDate: field('targetDate'), manual: field('sortOrder') },
  Document: { title: field('title') },
  User: { name: field('name'), displayName: field('displayName') },
};

/** Sorts records by several keys, the first being the most important. */
export function sorted(type: string, records: readonly AnyRecord[], sorts: readonly Sort[], context: ListContext): AnyRecord[] {
  const comparisons = sorts.flatMap((sort) =>
    Object.entries(sort)
      .filter(([, direction]) => direction !== null && direction !== undefined)
      .map(([name, direction]) => {
        const key = name === 'createdAt' || name === 'updatedAt' ? field(name) : keys[type]?.[name];
        if (!key) throw new Unsupported(`sorting ${type} by ${name}`);
        return { key, sign: direction?.order === 'Descending' ? -1 : 1, nullsFirst: direction?.nulls === 'first' };
      }),
  );
  return records.toSorted((left, right) => {
    for (const { key, sign, nullsFirst } of comparisons) {
      const [one, other] = [key(left, context) ?? null, key(right, context) ?? null];
      if (one === other) continue;
      if (one === null || other === null) return (one === null) === nullsFirst ? -1 : 1;
      return one < other ? -sign : sign;
    }
    return 0;
  });
}
