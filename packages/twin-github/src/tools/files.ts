import { isUtf8 } from 'node:buffer';
import { z } from 'zod';
import { deleteFile, getContent, pushFiles, putFile } from '../actions/contents.ts';
import { searchCode } from '../actions/search/code.ts';
import { renderCodeHit } from '../render/code-hits.ts';
import { renderCommit } from '../render/commits.ts';
import { renderDirectory, renderFile, renderWritten } from '../render/contents.ts';
import type { GithubContext } from '../world.ts';
import { cutOf, paging, pick, repository, tool } from './tool.ts';

const branch = z.string().describe('Branch to write to');
const message = z.string().describe('Commit message');

/** A file with its text where it is text, so that a model can read it. */
function fileOrDirectory(context: GithubContext, input: { owner: string; repo: string; path: string; ref?: string | undefined }) {
  const content = getContent(context, input.owner, input.repo, input.path, input.ref);
  const { entry, store } = content;
  if (!entry || entry.type === 'tree') return renderDirectory(context, content);
  const file = renderFile(context, { ...content, entry });
  const bytes = store.bytes(entry.sha);
  return bytes && isUtf8(bytes) ? { ...file, encoding: 'utf-8', content: bytes.toString('utf8') } : file;
}

export const fileTools = [
  tool({
    name: 'get_file_contents',
    title: 'Get file or directory contents',
    description: 'Reads a file, text as text and other content as base64, or lists a directory.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        path: z.string().default('/').describe('File or directory; the root without it'),
        ref: z.string().optional().describe('Branch or tag, also as refs/heads/… or refs/tags/…'),
        sha: z.string().optional().describe('Commit id, used instead of ref'),
        fields: z
          .array(z.enum(['type', 'name', 'path', 'size', 'sha', 'url', 'git_url', 'html_url', 'download_url']))
          .optional()
          .describe('Only these fields of each entry of a directory; all by default'),
      }),
    handle(context, { sha, ref, fields, ...input }) {
      const found = fileOrDirectory(context, { ...input, ref: sha ?? ref });
      return Array.isArray(found) ? found.map((entry) => pick(entry, fields)) : found;
    },
  }),
  tool({
    name: 'create_or_update_file',
    title: 'Create or update file',
    description: 'Writes one file in a commit of its own. To replace a file, give the sha it has now.',
    mutates: true,
    input: () =>
      z.object({
        ...repository,
        path: z.string().describe('Where the file stands'),
        content: z.string().describe('The text of the file, as it is'),
        message,
        branch,
        sha: z.string().optional().describe('Blob id of the file that is replaced'),
        allow_symlink_write: z.boolean().default(false).describe('Accepted for compatibility'),
      }),
    handle(context, { owner, repo, path, content, allow_symlink_write: _ignored, ...input }) {
      return renderWritten(context, putFile(context, owner, repo, path, { ...input, content: Buffer.from(content) }));
    },
  }),
  tool({
    name: 'push_files',
    title: 'Push files to repository',
    description: 'Writes several files in one commit.',
    mutates: true,
    input: () =>
      z.object({
        ...repository,
        branch,
        files: z
          .array(z.object({ path: z.string().describe('Where the file stands'), content: z.string().describe('Its text') }))
          .min(1)
          .describe('The files'),
        message,
      }),
    handle(context, { owner, repo, files, ...input }) {
      const pushed = files.map(({ path, content }) => ({ path, content: Buffer.from(content) }));
      return renderCommit(context, pushFiles(context, owner, repo, { ...input, files: pushed }));
    },
  }),
  tool({
    name: 'delete_file',
    title: 'Delete file',
    description: 'Deletes one file in a commit of its own.',
    mutates: true,
    input: () => z.object({ ...repository, path: z.string().describe('The file'), message, branch }),
    handle: (context, { owner, repo, path, ...input }) => renderWritten(context, deleteFile(context, owner, repo, path, input)),
  }),
  tool({
    name: 'search_code',
    title: 'Search code',
    description: 'Finds files on default branches by text, path, name, extension or language.',
    mutates: false,
    input: () =>
      z.object({
        query: z.string().describe('What to look for, in the words of the code search'),
        sort: z.string().optional().describe('Accepted for compatibility'),
        order: z.enum(['asc', 'desc']).optional().describe('Order direction'),
        fields: z
          .array(z.enum(['name', 'path', 'sha', 'repository', 'text_matches']))
          .optional()
          .describe('Only these fields of each result; all by default'),
        ...paging,
      }),
    handle(context, { query, fields, sort, order, ...page }) {
      // What is found has one order, as at GitHub, where `sort` knows the time of indexing only.
      context.ignore(Object.entries({ sort, order }).flatMap(([name, value]) => (value === undefined ? [] : [name])));
      const { total, records } = searchCode(context, query, cutOf(page));
      const items = records.map((hit) => pick(renderCodeHit(context, hit), fields));
      return { total_count: total, incomplete_results: false, items };
    },
  }),
];
