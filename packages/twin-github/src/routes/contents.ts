import { json, type Reply } from '@svc/twin-kit';
import { z } from 'zod';
import { type Content, deleteFile, type FileInput, getContent, getReadme, putFile } from '../actions/contents.ts';
import { Unprocessable } from '../errors.ts';
import { mediaParameter } from '../http.ts';
import { renderDirectory, renderDirectoryObject, renderFile, renderWritten } from '../render/contents.ts';
import { markdownHtml } from '../render/markdown-html.ts';
import type { GithubContext, TreeEntry } from '../world.ts';
import { operation, queryText, repositoryParams } from './operation.ts';
import { personBody, personOf } from './person.ts';

const isFile = (content: Content): content is Content & { entry: Readonly<TreeEntry> } =>
  content.entry !== undefined && content.entry.type !== 'tree';

/** Content in the form that `accept` asks for. */
function answer(context: GithubContext, content: Content, accept: string | undefined): Reply {
  const wanted = mediaParameter(accept);
  if (!isFile(content))
    return json(wanted === 'object' ? renderDirectoryObject(context, content) : renderDirectory(context, content));
  if (wanted === 'raw') return raw(content);
  if (wanted === 'html') return html(content);
  return json(renderFile(context, content));
}

const raw = ({ store, entry }: Content & { entry: Readonly<TreeEntry> }): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' },
  body: store.bytes(entry.sha) ?? Buffer.alloc(0),
});

/** A file as GitHub shows it: Markdown as what it says, everything else as the text it is. */
function html({ store, entry, path }: Content & { entry: Readonly<TreeEntry> }): Reply {
  const text = store.bytes(entry.sha)?.toString('utf8') ?? '';
  const shown = /\.(?:md|markdown)$/i.test(path) ? text : `\`\`\`\n${text}\n\`\`\``;
  const body = `<article class="markdown-body entry-content container-lg" itemprop="text">${markdownHtml(shown)}</article>`;
  return { status: 200, headers: { 'content-type': 'application/vnd.github.html; charset=utf-8' }, body };
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Base64 as clients send it, with or without line ends. @throws Unprocessable */
export function decodeBase64(text: string): Buffer {
  const joined = text.replaceAll(/\s/g, '');
  if (!BASE64.test(joined) || joined.length % 4 === 1) throw new Unprocessable('content is not valid Base64');
  return Buffer.from(joined, 'base64');
}

const writeBody = {
  message: z.string().min(1),
  sha: z.string().optional(),
  branch: z.string().min(1).optional(),
  author: personBody,
  committer: personBody,
};

const fileInput = (body: z.output<z.ZodObject<typeof writeBody>>): FileInput => ({
  ...body,
  author: personOf(body.author),
  committer: personOf(body.committer),
});

const contents = '/repos/{owner}/{repo}/contents/{path*}';
const refQuery = z.object({ ref: queryText });

const reading = [
  operation({
    id: 'repos/get-content',
    method: 'GET',
    path: contents,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_file_contents',
    query: refQuery,
    handle(context, { params, query, headers }) {
      const content = getContent(context, ...repositoryParams(params), params.path ?? '', query.ref);
      return answer(context, content, headers.accept);
    },
  }),
  operation({
    id: 'repos/get-content-root',
    method: 'GET',
    path: '/repos/{owner}/{repo}/contents',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_file_contents',
    query: refQuery,
    handle: (context, { params, query, headers }) =>
      answer(context, getContent(context, ...repositoryParams(params), '', query.ref), headers.accept),
  }),
  operation({
    id: 'repos/get-readme',
    method: 'GET',
    path: '/repos/{owner}/{repo}/readme',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_readme',
    query: refQuery,
    handle: (context, { params, query, headers }) =>
      answer(context, getReadme(context, ...repositoryParams(params), '', query.ref), headers.accept),
  }),
  operation({
    id: 'repos/get-readme-in-directory',
    method: 'GET',
    path: '/repos/{owner}/{repo}/readme/{dir*}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_readme',
    query: refQuery,
    handle: (context, { params, query, headers }) =>
      answer(context, getReadme(context, ...repositoryParams(params), params.dir ?? '', query.ref), headers.accept),
  }),
  operation({
    // Where `download_url` and `raw_url` lead; on GitHub a page of the web site.
    id: 'web/raw-file',
    method: 'GET',
    path: '/{owner}/{repo}/raw/{ref}/{path*}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_file_contents',
    handle(context, { params }) {
      const content = getContent(context, ...repositoryParams(params), params.path ?? '', params.ref);
      if (!isFile(content)) throw new Unprocessable('The path is a directory.');
      return { ...raw(content), headers: { 'content-type': 'text/plain; charset=utf-8' } };
    },
  }),
];

const writing = [
  operation({
    id: 'repos/create-or-update-file-contents',
    method: 'PUT',
    path: contents,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_or_update_file',
    body: z.object({ ...writeBody, content: z.string() }),
    handle(context, { params, body }) {
      const content = decodeBase64(body.content);
      const written = putFile(context, ...repositoryParams(params), params.path ?? '', { ...fileInput(body), content });
      return json(renderWritten(context, written), written.isNew ? 201 : 200);
    },
  }),
  operation({
    id: 'repos/delete-file',
    method: 'DELETE',
    path: contents,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_file',
    body: z.object({ ...writeBody, sha: z.string() }),
    handle: (context, { params, body }) =>
      json(renderWritten(context, deleteFile(context, ...repositoryParams(params), params.path ?? '', fileInput(body)))),
  }),
];

export const contentOperations = [...reading, ...writing];
