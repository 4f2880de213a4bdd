import { type Tool, toolsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { Unsupported } from '../errors.ts';
import type { GithubCollections, GithubContext } from '../world.ts';

const declare = toolsOf<GithubCollections>();

/** Declares a tool of GitHub's MCP server. It takes numbers written as text, as GitHub's own does (github-mcp-server, pkg/github/params.go). */
export const tool: Declare = ({ unmodelled = [], ...declared }) => {
  const { handle } = declared;
  const more = Object.fromEntries(
    unmodelled.map((name) => [name, z.unknown().optional().describe('Not modelled here: refused')]),
  );
  const input = declared.input instanceof z.ZodObject ? declared.input.extend(more) : declared.input;
  const names = input instanceof z.ZodObject ? Object.keys(input.shape).filter((name) => isNumber(input.shape[name])) : [];
  const read = (given: unknown): unknown => (typeof given === 'object' && given !== null ? withNumbers(given, names) : given);
  return declare({
    ...declared,
    input: names.length === 0 ? input : z.preprocess(read, input),
    handle: (context: GithubContext, given: Record<string, unknown>) => {
      const asked = unmodelled.find((name) => given[name] !== undefined && given[name] !== null);
      if (asked !== undefined) throw new Unsupported(`${asked} of ${declared.name}`);
      return handle(context, given as never);
    },
  } as never);
};

type Declare = <I extends z.ZodType>(
  declared: Parameters<typeof declare<I>>[0] & {
    /** Arguments of GitHub's own tool that this one doesn't model; a call with one of them is refused. */
    unmodelled?: readonly string[];
  },
) => Tool<GithubCollections>;

function isNumber(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return isNumber(schema.unwrap());
  return schema instanceof z.ZodNumber;
}

function withNumbers(given: object, names: readonly string[]): object {
  const numbers = Object.entries(given).filter(
    ([name, value]) => names.includes(name) && typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value),
  );
  return numbers.length === 0
    ? given
    : { ...given, ...Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)])) };
}

export const owner = z.string().describe('Account that owns the repository');
export const repo = z.string().describe('Name of the repository');
export const repository = { owner, repo };

/** Tools count pages from 1; per page at most 100. */
export const paging = {
  page: z.number().int().min(1).optional().describe('Which page, counted from 1'),
  perPage: z.number().int().min(1).max(100).optional().describe('Entries a page, at most 100'),
};

const DEFAULT_PER_PAGE = 30;

export const cutOf = ({ page = 1, perPage = DEFAULT_PER_PAGE }: { page?: number | undefined; perPage?: number | undefined }) => ({
  offset: (page - 1) * perPage,
  limit: perPage,
});

/** Keeps the fields that were asked for; all of them where none were. */
export function pick<T extends object>(record: T, fields: readonly string[] | undefined): Partial<T> {
  if (!fields || fields.length === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field))) as Partial<T>;
}

/** Where the next page begins: official tools speak of cursors, here the number of entries to leave out. */
export const cursorOffset = (after: string | undefined): number => {
  const offset = Number(Buffer.from(after ?? '', 'base64url').toString() || '0');
  return Number.isSafeInteger(offset) && offset >= 0 ? offset : 0;
};
export const cursorAt = (offset: number): string => Buffer.from(String(offset)).toString('base64url');
