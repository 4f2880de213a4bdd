import { z } from 'zod';
import { clearItemValue, itemOfContent, setItemValue } from '../actions/project-items.ts';
import { requireInProject } from '../actions/projects.ts';
import { NotFound, Unprocessable } from '../errors.ts';
import { findNode } from '../graphql/ids.ts';
import { nodeId } from '../node-id.ts';
import type { GithubContext, Project, ProjectItem } from '../world.ts';
import { conversationAt, itemById, required, Unresolved } from './project-place.ts';
import { fieldIn, type UpdatedField, valueIn } from './project-values.ts';

// One value for many items: github/github-mcp-server, pkg/github/projects_batch.go.

const MOST_ITEMS = 50;

export const batchItem = z
  .object({
    node_id: z.string().optional().describe('Node id of the item'),
    item_id: z.number().int().optional().describe('Or its id'),
    item_owner: z.string().optional().describe('Or the owner of the repository of its issue'),
    item_repo: z.string().optional().describe('with the name of that repository'),
    issue_number: z.number().int().optional().describe('and the number of the issue'),
  })
  .describe('An item, told in one of three ways');
type BatchItem = z.output<typeof batchItem>;

interface Failure {
  code: string;
  message: string;
  candidates?: readonly object[];
  hint?: string;
}
type Result = { index: number; ref: BatchItem } & (
  | { status: 'succeeded'; item: { node_id: string; full_database_id: string; item_id: number } }
  | { status: 'failed' | 'unknown'; error: Failure }
);

const WAYS = 'node_id, item_id, or item_owner + item_repo + issue_number';

/** The item of an issue in a project. @throws Unprocessable, Unresolved */
export function itemOfIssue(
  context: GithubContext,
  project: Readonly<Project>,
  { item_owner: owner, item_repo: repo, issue_number: number }: { item_owner: string; item_repo: string; issue_number: number },
): Readonly<ProjectItem> {
  const name = `${owner}/${repo}#${number}`;
  const issue = naming(`failed to resolve project item for ${name}`, () =>
    conversationAt(context, { owner, repo, number, isPull: false }),
  );
  const item = itemOfContent(context, project, issue.id);
  if (item) return item;
  const hint = 'the issue exists but is not an item on the named project; add it first via add_project_item';
  throw new Unresolved('item_not_in_project', name, hint);
}

/** A refusal begins with what was tried. */
export function naming<T>(tried: string, find: () => T): T {
  try {
    return find();
  } catch (error) {
    if (error instanceof NotFound || error instanceof Unprocessable) throw new Unprocessable(`${tried}: ${error.message}`);
    throw error;
  }
}

class InvalidRef extends Unprocessable {}

/** @throws InvalidRef, Unprocessable, Unresolved */
function itemIn(context: GithubContext, project: Readonly<Project>, ref: BatchItem): Readonly<ProjectItem> {
  const { node_id, item_id, item_owner, item_repo, issue_number } = ref;
  const isIssue = [item_owner, item_repo, issue_number].some((one) => one !== undefined);
  const ways = [node_id !== undefined, item_id !== undefined, isIssue].filter(Boolean).length;
  if (ways === 0) throw new InvalidRef(`each item requires exactly one of ${WAYS}`);
  if (ways > 1) throw new InvalidRef(`each item must set exactly one of ${WAYS}, not more than one`);
  if (node_id === '') throw new InvalidRef('node_id must be a non-empty string');
  if (node_id !== undefined) {
    const node = findNode(context, node_id);
    const item = node?.type === 'ProjectV2Item' ? (node.of as ProjectItem) : undefined;
    if (item?.project_id !== project.id)
      throw new Unprocessable(`Could not resolve to a node with the global id of '${node_id}'`);
    return item;
  }
  if (item_id !== undefined) return naming(`project item ${item_id}`, () => itemById(context, project, item_id));
  const missing = (['item_owner', 'item_repo', 'issue_number'] as const).find((name) => !ref[name]);
  if (missing !== undefined)
    throw new InvalidRef(`item_owner, item_repo, and issue_number must all be provided together: missing ${missing}`);
  return itemOfIssue(context, project, ref as Required<BatchItem> as never);
}

function failureOf(error: unknown): Failure {
  if (error instanceof Unresolved) {
    const { error: code, name, ...more } = error.of;
    return { code, message: `${code}: ${name}`, ...more };
  }
  if (error instanceof InvalidRef) return { code: 'invalid_item_ref', message: error.message };
  if (error instanceof Unprocessable) return { code: 'resolution_failed', message: error.message };
  throw error;
}

/** @throws Unprocessable where none succeeded, with all results; and for what every item would fail of */
export function updateItems(
  context: GithubContext,
  project: Readonly<Project>,
  items: readonly BatchItem[] | undefined,
  updated: UpdatedField | undefined,
) {
  const given = required('items', items);
  if (given.length === 0) throw new Unprocessable('items must contain at least one entry');
  if (given.length > MOST_ITEMS)
    throw new Unprocessable(`items exceeds maximum of ${MOST_ITEMS} entries per call (got ${given.length})`);
  const said = required('updated_field', updated);
  requireInProject(context, project, 'WRITE');
  const field = fieldIn(context, project, said);
  const value = said.value === null ? null : valueIn(field, said.value);
  if (value !== null && Object.keys(value).length === 0)
    throw new Unprocessable(
      `field "${field.name}" has unsupported data type "${field.data_type.toUpperCase()}" for update_project_items; ` +
        'use update_project_item instead',
    );
  const seen = new Map<number, number>();
  const results = given.map((ref, index): Result => {
    let item: Readonly<ProjectItem>;
    try {
      item = itemIn(context, project, ref);
    } catch (error) {
      return { index, ref, status: 'failed', error: failureOf(error) };
    }
    const first = seen.get(item.id);
    if (first !== undefined) return { index, ref, status: 'failed', error: twice(index, first) };
    seen.set(item.id, index);
    try {
      if (value === null) clearItemValue(context, project, item, field);
      else setItemValue(context, project, item, field, value);
    } catch (error) {
      if (!(error instanceof Unprocessable)) throw error;
      return { index, ref, status: 'unknown', error: { code: 'mutation_unconfirmed', message: error.message } };
    }
    const node = nodeId('PVTI', item.project_id, item.id);
    return { index, ref, status: 'succeeded', item: { node_id: node, full_database_id: String(item.id), item_id: item.id } };
  });
  return summary(results);
}

const twice = (index: number, first: number): Failure => ({
  code: 'duplicate_target',
  message: `items[${index}] targets the same project item as items[${first}]; each item may only be written once per call`,
});

function summary(results: readonly Result[]) {
  const count = (wanted: Result['status']): number => results.filter(({ status }) => status === wanted).length;
  const [succeeded, failed, unknown] = [count('succeeded'), count('failed'), count('unknown')];
  const answer = { failed, results, succeeded, total: results.length, unknown };
  if (succeeded === 0) throw new Unprocessable(JSON.stringify(answer));
  return answer;
}
