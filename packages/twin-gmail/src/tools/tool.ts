import { toolsOf } from '@svc/twin-kit';
import { z } from 'zod';
import { InvalidArgument } from '../errors.ts';
import type { GmailCollections } from '../world.ts';
import type { Detail } from './view.ts';

/** https://developers.google.com/workspace/gmail/api/reference/mcp/tools_list/get_draft */
export const formats = z.enum(['MESSAGE_FORMAT_UNSPECIFIED', 'MINIMAL', 'FULL_CONTENT', 'METADATA_ONLY', 'PLAIN_TEXT', 'RAW']);

const DETAILS: Readonly<Record<string, Detail>> = {
  MINIMAL: 'minimal',
  FULL_CONTENT: 'full',
  METADATA_ONLY: 'metadata',
  PLAIN_TEXT: 'plain',
  RAW: 'raw',
};

export const detailOf = (format: string | undefined, fallback: Detail): Detail => DETAILS[format ?? ''] ?? fallback;

/** Declares a tool of Google's Gmail MCP server. */
export const tool = toolsOf<GmailCollections>();

export const labelIds = z
  .array(z.string())
  .describe('Ids of labels: one of Gmail’s own such as STARRED, or of a label of the user');
export const threadId = z.string().describe('Id of the thread');
export const messageId = z.string().describe('Id of the message');

export const paging = {
  pageSize: z.int32().optional().describe('Entries a page: 20 unless said otherwise, at most 50'),
  pageToken: z.string().optional().describe('nextPageToken of the page before'),
};

const DEFAULT_PAGE = 20;
const LARGEST_PAGE = 50;

/** Page sizes of the tools are smaller than those of the API. */
export function pageOf({
  pageSize = DEFAULT_PAGE,
  pageToken,
}: {
  pageSize?: number | undefined;
  pageToken?: string | undefined;
}) {
  if (pageSize < 0) throw new InvalidArgument('Invalid pageSize');
  return { maxResults: Math.min(pageSize || DEFAULT_PAGE, LARGEST_PAGE), pageToken };
}
