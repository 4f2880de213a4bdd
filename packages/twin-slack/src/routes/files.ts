import { type Operation, operationsOf, type Reply } from '@svc/twin-kit';
import { z } from 'zod';
import {
  completeUpload,
  contentOf,
  deleteFile,
  getFile,
  listFiles,
  receiveUpload,
  requestUpload,
  sharePublicly,
} from '../actions/files.ts';
import { afterDueMessages } from '../actions/scheduled.ts';
import { SlackError } from '../errors.ts';
import { multipartParts } from '../http.ts';
import { renderFile, renderUploaded } from '../render/files.ts';
import type { SlackCollections, SlackContext } from '../world.ts';
import { anything, count, jsonList, names, text } from './arguments.ts';
import { nextCursor, operation } from './operation.ts';

const declare = operationsOf<SlackCollections>();
const OK = 200;
const NOT_FOUND = 404;
const DEFAULT_COUNT = 100;

/** The bytes of an upload, whichever way they are sent: https://docs.slack.dev/messaging/working-with-files#uploading_files */
function uploadedBytes(rawBody: Buffer, contentType: string): Buffer {
  const type = contentType.toLowerCase();
  if (type.startsWith('multipart/form-data')) return multipartParts(rawBody, contentType)[0]?.data ?? Buffer.alloc(0);
  if (!type.startsWith('application/x-www-form-urlencoded')) return rawBody;
  // The official client sends text as the form field `body`; curl --data-binary says it sends a form and doesn't.
  const field = /^body=([^&]*)$/.exec(rawBody.toString('latin1'))?.[1];
  return field === undefined ? rawBody : Buffer.from(new URLSearchParams(`body=${field}`).get('body') ?? '');
}

const UPLOAD = 'slack_files_upload_bytes';

const upload = declare({
  id: 'files/upload',
  method: 'POST',
  path: '/upload/v1/{file_id}',
  fidelity: 'semantic',
  mutates: true,
  action: UPLOAD,
  docs: 'https://docs.slack.dev/reference/methods/files.getUploadURLExternal',
  handle(context, { params, rawBody, headers }): Reply {
    const bytes = uploadedBytes(rawBody, String(headers['content-type'] ?? ''));
    const received = afterDueMessages(context, UPLOAD, () => receiveUpload(context, params.file_id ?? '', bytes));
    if (!received) throw new SlackError('file_not_found', { status: NOT_FOUND });
    return { status: OK, body: `OK - ${bytes.length}` };
  },
});

function download(context: SlackContext, fileKey: string): Reply {
  const file = fileForDownload(context, fileKey);
  const headers = {
    'content-type': file.mimetype,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  };
  return { status: OK, headers, body: contentOf(context, file) };
}

/** `T1-F1`, the team and the file. */
function fileForDownload(context: SlackContext, fileKey: string) {
  try {
    return getFile(context, fileKey.slice(fileKey.indexOf('-') + 1));
  } catch {
    throw new SlackError('file_not_found', { status: NOT_FOUND });
  }
}

const downloads: Operation<SlackCollections>[] = ['/files-pri/{file_key}/{name}', '/files-pri/{file_key}/download/{name}'].map(
  (path, at) =>
    declare({
      id: at === 0 ? 'files/view' : 'files/download',
      method: 'GET',
      path,
      fidelity: 'semantic',
      mutates: false,
      action: 'slack_read_file',
      docs: 'https://docs.slack.dev/reference/objects/file-object#authentication',
      handle: (context, { params }) => download(context, params.file_key ?? ''),
    }),
);

const fileItem = z.object({ id: text, title: text.optional() });

export const fileMethods = [
  ...operation({
    name: 'files.getUploadURLExternal',
    mutates: true,
    args: {
      filename: text.optional(),
      length: count.optional(),
      snippet_type: text.optional(),
      alt_txt: text.optional(),
      alt_text: text.optional(),
    },
    handle(context, { filename = '', length = 0, alt_text, ...input }) {
      const { id } = requestUpload(context, { filename, length, ...input, alt_txt: input.alt_txt ?? alt_text });
      return { upload_url: context.links.signed(`/upload/v1/${id}`), file_id: id };
    },
  }),
  upload,
  ...operation({
    name: 'files.completeUploadExternal',
    mutates: true,
    args: {
      files: jsonList(fileItem),
      channel_id: text.optional(),
      channels: names.optional(),
      thread_ts: text.optional(),
      initial_comment: text.optional(),
      blocks: anything,
      username: text.optional(),
      icon_url: text.optional(),
      icon_emoji: text.optional(),
    },
    codes: { no_text: 'invalid_arguments' },
    handle: (context, input) => ({
      files: completeUpload(context, input).map((file) => renderUploaded(context, file)),
    }),
  }),
  ...operation({
    name: 'files.info',
    mutates: false,
    // Files have no comments to turn the pages of.
    ignored: ['cursor', 'limit'],
    args: { file: text },
    handle: (context, { file }) => ({
      file: renderFile(context, getFile(context, file)),
      comments: [],
      ...nextCursor(''),
    }),
  }),
  ...operation({
    name: 'files.list',
    mutates: false,
    ignored: ['show_files_hidden_by_limit'],
    args: {
      channel: text.optional(),
      user: text.optional(),
      types: names.optional(),
      ts_from: text.optional(),
      ts_to: text.optional(),
      count: count.optional(),
      page: count.optional(),
    },
    handle(context, { count: asked = DEFAULT_COUNT, page: number = 1, ...filter }) {
      const all = listFiles(context, filter);
      const perPage = Math.min(1_000, Math.max(1, asked));
      const page = Math.max(1, number);
      const files = all.slice((page - 1) * perPage, page * perPage).map((file) => renderFile(context, file));
      return { files, paging: { count: perPage, total: all.length, page, pages: Math.ceil(all.length / perPage) } };
    },
  }),
  ...operation({
    name: 'files.delete',
    mutates: true,
    args: { file: text },
    handle: (context, { file }) => deleteFile(context, file),
  }),
  ...(['sharedPublicURL', 'revokePublicURL'] as const).flatMap((name) =>
    operation({
      name: `files.${name}`,
      mutates: true,
      args: { file: text },
      handle: (context, { file }) => ({ file: renderFile(context, sharePublicly(context, file, name === 'sharedPublicURL')) }),
    }),
  ),
  ...downloads,
];
