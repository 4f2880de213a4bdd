import { isLonger } from '@svc/twin-kit';
import { SlackError } from '../errors.ts';
import { LARGEST_SNIPPET_BYTES, LONGEST_ALT_TEXT, MOST_CHANNELS_OF_AN_UPLOAD } from '../limits.ts';
import { FILE_GROUPS, fileTypeOf } from '../text/file-types.ts';
import { type Channel, type File, messageKey, newId, type SlackContext, seconds, type Upload } from '../world.ts';
import { isReadable, isVisible, postingTarget, requireMember } from './channel-access.ts';
import { checkedBlocks, composeContent, parseBlocks } from './content.ts';
import { appearance, insertMessage, type PostInput, threadOf } from './messages.ts';
import { isAdmin, viewerOf } from './people.ts';

export interface UploadRequest {
  filename: string;
  length: number;
  snippet_type?: string | undefined;
  alt_txt?: string | undefined;
}

/** First step: asks for a place to send the bytes to. */
export function requestUpload(context: SlackContext, input: UploadRequest): Readonly<Upload> {
  if (input.filename === '' || input.length <= 0) throw new SlackError('missing_argument');
  if (isLonger(input.alt_txt ?? '', LONGEST_ALT_TEXT)) throw new SlackError('alt_txt_too_large');
  if (input.snippet_type && input.length > LARGEST_SNIPPET_BYTES) throw new SlackError('snippet_too_large');
  return context.world.uploads.insert({
    id: newId(context.ids, 'F'),
    user_id: viewerOf(context).id,
    filename: input.filename,
    length: input.length,
    snippet_type: input.snippet_type ?? null,
    alt_txt: input.alt_txt ?? null,
    content_base64: null,
  });
}

/** Second step: the bytes. @returns the upload, undefined where nobody asked for it. */
export function receiveUpload({ world }: SlackContext, id: string, bytes: Buffer): Readonly<Upload> | undefined {
  return world.uploads.has(id) ? world.uploads.update(id, { content_base64: bytes.toString('base64') }) : undefined;
}

export interface CompleteInput extends Pick<PostInput, 'username' | 'icon_emoji' | 'icon_url'> {
  files: readonly { id: string; title?: string | undefined }[];
  channel_id?: string | undefined;
  channels?: readonly string[] | undefined;
  thread_ts?: string | undefined;
  initial_comment?: string | undefined;
  blocks?: unknown;
}

/** Third step: makes files of uploads and shares them. */
export function completeUpload(context: SlackContext, input: CompleteInput): readonly Readonly<File>[] {
  const references = [...(input.channel_id ? [input.channel_id] : []), ...(input.channels ?? [])];
  if (references.length > MOST_CHANNELS_OF_AN_UPLOAD) throw new SlackError('channels_limit_exceeded');
  // However often a channel is named, the files are shared there once.
  const channels = [...new Set(references.map((reference) => sharingTarget(context, reference)))];
  const wanted = new Map(input.files.map((file) => [file.id, file]));
  if (wanted.size === 0) throw new SlackError('file_not_found');
  const uploads = [...wanted.values()].map(({ id, title }) => ({ upload: finishedUpload(context, id), title }));
  const files = uploads.map(({ upload, title }) => createFile(context, upload, title, channels));
  for (const channel of channels) shareFiles(context, channel, files, input);
  return files;
}

function sharingTarget(context: SlackContext, reference: string): Readonly<Channel> {
  const channel = postingTarget(context, reference);
  requireMember(context, channel);
  if (channel.is_archived) throw new SlackError('posting_to_channel_denied');
  return channel;
}

function finishedUpload(context: SlackContext, id: string): Readonly<Upload> {
  const upload = context.world.uploads.get(id);
  if (upload?.user_id !== viewerOf(context).id || upload.content_base64 === null) throw new SlackError('file_not_found');
  return upload;
}

export function createFile(
  context: Pick<SlackContext, 'world' | 'now'>,
  upload: Readonly<Upload>,
  title: string | undefined,
  channels: readonly Readonly<Channel>[],
): Readonly<File> {
  const { world, now } = context;
  const content_base64 = upload.content_base64 ?? '';
  if (world.uploads.has(upload.id)) world.uploads.remove(upload.id);
  world.file_contents.insert({ file_id: upload.id, content_base64 });
  return world.files.insert({
    id: upload.id,
    user_id: upload.user_id,
    name: upload.filename,
    title: title || upload.filename,
    ...fileTypeOf(upload.snippet_type ? `.${upload.snippet_type}` : upload.filename),
    mode: upload.snippet_type ? 'snippet' : 'hosted',
    size: Buffer.from(content_base64, 'base64').length,
    alt_txt: upload.alt_txt,
    is_public_url_shared: false,
    channel_ids: channels.map(({ id }) => id),
    created: seconds(now),
  });
}

function shareFiles(
  context: SlackContext,
  channel: Readonly<Channel>,
  files: readonly Readonly<File>[],
  input: CompleteInput,
): void {
  const thread_ts = threadOf(context, channel.id, input.thread_ts);
  const blocks = input.initial_comment ? [] : parseBlocks(input.blocks, 'invalid_blocks');
  const content = input.initial_comment
    ? composeContent(context, { text: input.initial_comment })
    : { blocks: checkedBlocks(context, blocks, Number.POSITIVE_INFINITY) };
  const file_ids = files.map(({ id }) => id);
  const shown = { ...content, ...appearance(context, input) };
  insertMessage(context, { channel_id: channel.id, user_id: viewerOf(context).id, ...shown, thread_ts, file_ids });
}

/** May the viewer see a file: their own, and those shared where they read. */
export function isFileVisible(context: SlackContext, file: Readonly<File>): boolean {
  if (file.user_id === viewerOf(context).id) return true;
  return file.channel_ids.some((id) => {
    const channel = context.world.channels.get(id);
    return (
      channel !== undefined && (channel.kind === 'public_channel' ? isVisible(context, channel) : isReadable(context, channel))
    );
  });
}

export function getFile(context: SlackContext, id: string): Readonly<File> {
  const file = context.world.files.get(id);
  if (!file || !isFileVisible(context, file)) throw new SlackError('file_not_found');
  return file;
}

export const contentOf = ({ world }: SlackContext, file: Readonly<File>): Buffer =>
  Buffer.from(world.file_contents.get(file.id)?.content_base64 ?? '', 'base64');

export interface FileFilter {
  channel?: string | undefined;
  user?: string | undefined;
  types?: readonly string[] | undefined;
  ts_from?: string | undefined;
  ts_to?: string | undefined;
}

/** Newest first. */
export function listFiles(context: SlackContext, filter: FileFilter): readonly Readonly<File>[] {
  const { world } = context;
  if (filter.user && !world.users.has(filter.user)) throw new SlackError('user_not_found');
  const types = filter.types ?? [];
  if (types.some((type) => !Object.hasOwn(FILE_GROUPS, type))) throw new SlackError('unknown_type');
  const from = Number(filter.ts_from ?? 0) || 0;
  const to = filter.ts_to ? Number(filter.ts_to) : Number.POSITIVE_INFINITY;
  return [...world.files.values()]
    .reverse()
    .filter((file) => isFileVisible(context, file))
    .filter((file) => !filter.channel || file.channel_ids.includes(filter.channel))
    .filter((file) => !filter.user || file.user_id === filter.user)
    .filter((file) => file.created >= from && !(file.created > to))
    .filter((file) => types.length === 0 || types.some((type) => FILE_GROUPS[type]?.(file.mimetype, file.filetype)));
}

export function deleteFile(context: SlackContext, id: string): void {
  const { world } = context;
  const file = getFile(context, id);
  const viewer = viewerOf(context);
  if (file.user_id !== viewer.id && !isAdmin(viewer)) throw new SlackError('cant_delete_file');
  for (const message of world.messages.by.file.page(file.id)) {
    const file_ids = message.file_ids.filter((one) => one !== file.id);
    world.messages.update(messageKey(message.channel_id, message.ts), { file_ids });
  }
  for (const star of [...world.stars.values()])
    if (star.file_id === file.id) world.stars.remove([star.user_id, '', '', file.id].join('/'));
  world.file_contents.remove(file.id);
  world.files.remove(file.id);
}

export function sharePublicly(context: SlackContext, id: string, shared: boolean): Readonly<File> {
  const file = getFile(context, id);
  return context.world.files.update(file.id, { is_public_url_shared: shared });
}
