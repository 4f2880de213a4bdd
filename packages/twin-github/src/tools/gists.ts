import { z } from 'zod';
import { createGist, getGist, gistsOf, updateGist } from '../actions/gists.ts';
import { renderGist, renderShortGist } from '../render/gists.ts';
import { cutOf, paging, tool } from './tool.ts';

/** Of the toolset `gists`: github/github-mcp-server, pkg/github/gists.go. */

const gist_id = z.string().describe('The id of the gist');

export const gistTools = [
  tool({
    name: 'list_gists',
    title: 'List Gists',
    description: 'Lists gists of somebody, or your own.',
    mutates: false,
    input: () =>
      z.object({
        username: z.string().optional().describe('Whose; without it your own'),
        since: z.string().optional().describe('Only those changed at or after this time, in ISO 8601'),
        ...paging,
      }),
    handle(context, { username, since, ...page }) {
      const { offset, limit } = cutOf(page);
      const found = gistsOf(context, username === '' ? undefined : username, since);
      return found.slice(offset, offset + limit).map((gist) => renderShortGist(context, gist));
    },
  }),
  tool({
    name: 'get_gist',
    title: 'Get Gist Content',
    description: 'Shows a gist with the text of its files.',
    mutates: false,
    input: () => z.object({ gist_id }),
    handle: (context, input) => renderGist(context, getGist(context, input.gist_id)),
  }),
  tool({
    name: 'create_gist',
    title: 'Create Gist',
    description: 'Makes a gist of one file.',
    mutates: true,
    input: () =>
      z.object({
        description: z.string().optional().describe('What it is about'),
        filename: z.string().describe('The name of the file'),
        content: z.string().describe('The text of the file'),
        public: z.boolean().optional().describe('Whether everybody finds it; not by default'),
      }),
    handle: (context, { filename, content, ...said }) =>
      renderGist(context, createGist(context, { ...said, files: { [filename]: { content } } })),
  }),
  tool({
    name: 'update_gist',
    title: 'Update Gist',
    description: 'Changes a file of a gist or adds one, and its description.',
    mutates: true,
    input: () =>
      z.object({
        gist_id,
        description: z.string().optional().describe('What it is about from now on'),
        filename: z.string().describe('The name of the file, a new one or not'),
        content: z.string().describe('The text of the file'),
      }),
    handle: (context, { gist_id: id, filename, content, ...said }) =>
      renderGist(context, updateGist(context, id, { ...said, files: { [filename]: { content } } })),
  }),
];
