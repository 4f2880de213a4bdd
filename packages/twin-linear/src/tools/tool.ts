import { toolsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { actor } from '../actions/support.ts';
import { InvalidInput, Unsupported } from '../errors.ts';
import type { ListContext } from '../lists/derived.ts';
import type { ListArgs } from '../lists/list.ts';
import type { Page } from '../lists/page.ts';
import { day, instant, moment } from '../lists/time.ts';
import type { LinearCollections, LinearContext } from '../world.ts';

/** Declares a tool of Linear's MCP server. */
export const tool = toolsOf<LinearCollections>();

const LARGEST_PAGE = 250;
export const LARGEST_PROJECT_PAGE = 50;

/** What every listing tool takes. */
export const paging = (largest = LARGEST_PAGE) => ({
  limit: z.number().max(largest).default(50).describe(`Max results (default 50, max ${largest})`),
  cursor: z.string().optional().describe('Next page cursor'),
  orderBy: z.enum(['createdAt', 'updatedAt']).default('updatedAt').describe('Sort: createdAt | updatedAt'),
});

/** Bounds on when records were made or changed. */
export const since = {
  createdAt: z.string().optional().describe('Created after: ISO-8601 date/duration (e.g., -P1D)'),
  updatedAt: z.string().optional().describe('Updated after: ISO-8601 date/duration (e.g., -P1D)'),
};

export const includeArchived = (initially = false) => z.boolean().default(initially).describe('Include archived items');

export interface Paging {
  limit: number;
  cursor?: string | undefined;
  orderBy: 'createdAt' | 'updatedAt';
  includeArchived?: boolean | undefined;
}

export const pageArgs = ({ limit, cursor, orderBy, includeArchived = false }: Paging): ListArgs => ({
  first: Math.max(0, Math.floor(limit)),
  after: cursor ?? null,
  orderBy,
  includeArchived,
});

export const listContext = (context: LinearContext): ListContext => ({
  world: context.world,
  now: () => context.now,
  viewerId: actor(context).id,
});

/** The filter that `createdAt` and `updatedAt` of a tool stand for. */
export function sinceFilter(
  { createdAt, updatedAt }: { createdAt?: string | undefined; updatedAt?: string | undefined },
  context: LinearContext,
) {
  const after = (bound: string | undefined) => bound && { gt: moment(bound, () => context.now) };
  return { createdAt: after(createdAt), updatedAt: after(updatedAt) };
}

/** A page as listing tools answer it. */
export function paged<T>(name: string, page: Page, render: (record: never) => T): Record<string, unknown> {
  const { hasNextPage, endCursor } = page.pageInfo;
  return { [name]: page.nodes.map((node) => render(node as never)), hasNextPage, ...(hasNextPage && { cursor: endCursor }) };
}

/** Keeps the fields that were asked for, and the id; all where none were. */
export function pick<T extends object>(record: T, fields: readonly string[] | undefined): Partial<T> {
  if (!fields || fields.length === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([field]) => field === 'id' || fields.includes(field))) as Partial<T>;
}

/** Refuses parameters of a tool that lead to parts of Linear which the twin doesn't model. */
export function refuse(tool: string, input: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const used = names.find((name) => input[name] !== undefined && input[name] !== null && input[name] !== false);
  if (used !== undefined) throw new Unsupported(`${tool}.${used}`);
}

/** Entries of an input that were given. */
export const defined = (input: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));

/** A day as the schema's `TimelessDate` takes it. @throws InvalidInput for one that no calendar has */
export function dayIn(field: string, text: string): string {
  const time = instant(text);
  if (time === undefined) throw new InvalidInput(field, 'isDate', 'must be an ISO 8601 date');
  return day(new Date(time).toISOString());
}

export const dayOf = (field: string, text: string | null | undefined): string | null | undefined =>
  text === undefined || text === null ? text : dayIn(field, text);
