import { z } from 'zod';
import type { IssueInput } from '../actions/issues.ts';

/** GitHub takes a number for a text here and writes it out (its description: `oneOf` string, integer). */
const text = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);

/** A label by name, or an object that names it. */
export const labelName = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'name' in value ? value.name : value),
  z.string(),
);

const milestoneNumber = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.number().int().nullable().optional(),
);

const shared = {
  body: z.string().nullable().optional(),
  assignee: z.string().nullable().optional(),
  assignees: z.array(z.string()).nullable().optional(),
  milestone: milestoneNumber.optional(),
  labels: z.array(labelName).nullable().optional(),
};

export const createBody = z.object({
  title: z.preprocess(text, z.string()),
  ...shared,
  type: z.string().nullable().optional(),
});

/** A type by name, or an object with its name. */
const typeChange = z.union([z.string(), z.object({ value: z.string().nullable().optional() })]);

export const updateBody = z.object({
  title: z.preprocess(text, z.string().nullable().optional()).optional(),
  ...shared,
  type: typeChange.nullable().optional(),
  state: z.enum(['open', 'closed']).nullable().optional(),
  state_reason: z.enum(['completed', 'not_planned', 'duplicate', 'reopened']).nullable().optional(),
});

type Shared = Omit<z.output<typeof createBody>, 'title' | 'type'> & { type?: z.output<typeof updateBody>['type'] };

/** The older single `assignee` means a list of one. */
function assigneesIn({ assignee, assignees }: Shared): string[] | undefined {
  if (assignees) return assignees;
  if (assignee === undefined) return undefined;
  return assignee ? [assignee] : [];
}

export const issueInput = (body: Shared): IssueInput => ({
  body: body.body,
  labels: body.labels ?? undefined,
  assignees: assigneesIn(body),
  milestone: body.milestone,
  type: typeof body.type === 'object' && body.type ? body.type.value : body.type,
});
