import { type ArgumentIssue, type Tool, toolsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { Unprocessable, Unsupported } from '../errors.ts';
import type { GithubCollections, GithubContext } from '../world.ts';
import { asRead, isOptional, kindsOf, misfit } from './arguments.ts';

const declare = toolsOf<GithubCollections>();

/**
 * Declares a tool of GitHub's MCP server. Arguments are read as GitHub's own server reads them (github-mcp-server, pkg/github/params.go): numbers
 * may be written as text, a list that is null is none, page 0 is the first, and what is required is neither empty nor 0.
 *
 * The input may be a function, called when the tool is first listed or called: schemas of a hundred tools take memory that a twin without
 * a caller of MCP needs for nothing.
 */
export const tool: Declare = ({ unmodelled = [], graphql = false, input: given, ...declared }) => {
  const { handle } = declared;
  let known: Reading | undefined;
  const reading = (): Reading => {
    known ??= readingOf((typeof given === 'function' ? given() : given) as unknown as z.ZodObject, unmodelled, graphql);
    return known;
  };
  return declare({
    ...declared,
    get input() {
      return reading().input;
    },
    misfit: (issues: readonly ArgumentIssue[], args: Readonly<Record<string, unknown>>) => misfit(issues, args, reading().kinds),
    handle: (context: GithubContext, args: Record<string, unknown>) => {
      const missing = reading().required.find((name) => args[name] === '' || args[name] === 0);
      if (missing !== undefined) throw new Unprocessable(`missing required parameter: ${missing}`);
      const asked = unmodelled.find((name) => args[name] !== undefined && args[name] !== null);
      if (asked !== undefined) throw new Unsupported(`${asked} of ${declared.name}`);
      return handle(context, args as never);
    },
  } as never);
};

/** How the arguments of a tool are read. */
interface Reading {
  input: z.ZodType;
  kinds: ReturnType<typeof kindsOf>;
  required: readonly string[];
}

function readingOf(declared: z.ZodObject, unmodelled: readonly string[], graphql: boolean): Reading {
  const more = unmodelled.map((name) => [name, z.unknown().optional().describe('Not modelled here: refused')]);
  const input = declared.extend(Object.fromEntries(more));
  const kinds = kindsOf(input.shape);
  const required = Object.keys(input.shape).filter((name) => !isOptional(input.shape[name]));
  return { input: z.preprocess((given) => asRead(given, kinds, !graphql), input), kinds, required };
}

type Declare = <I extends z.ZodType>(
  declared: Omit<Parameters<typeof declare<I>>[0], 'input'> & {
    input: I | (() => I);
    /** Arguments of GitHub's own tool that this one doesn't model; a call with one of them is refused. */
    unmodelled?: readonly string[];
    /** GitHub's own tool asks the GraphQL API. */
    graphql?: boolean;
  },
) => Tool<GithubCollections>;

export const owner = z.string().describe('Account that owns the repository');
export const repo = z.string().describe('Name of the repository');
export const repository = { owner, repo };

/** Tools count pages from 1; per page at most 100. */
export const paging = {
  page: z.number().int().min(1).optional().describe('Which page, counted from 1'),
  perPage: z.number().int().min(1).max(100).optional().describe('Entries a page, at most 100'),
};

export const DEFAULT_PER_PAGE = 30;

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

/** Cursors as GitHub's server gives those of `link` headers: pkg/github/projects.go, buildPageInfo. */
export const pageInfoOf = ({ next, previous }: { next: string | undefined; previous: string | undefined }) => ({
  hasNextPage: next !== undefined,
  hasPreviousPage: previous !== undefined,
  ...(next !== undefined && { nextCursor: next }),
  ...(previous !== undefined && { prevCursor: previous }),
});
