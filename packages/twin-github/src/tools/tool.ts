import { toolsOf } from '@svc/twin-kit';
import { z } from 'zod';
import type { GithubCollections } from '../world.ts';

/** Declares a tool of GitHub's MCP server. */
export const tool = toolsOf<GithubCollections>();

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
