import { cutText } from '@svc/twin-kit';
import { teamOf } from '../actions/people.ts';
import { isTextType } from '../text/file-types.ts';
import type { File, Message, SlackContext } from '../world.ts';

type Reader = Pick<SlackContext, 'world' | 'links'>;

const PREVIEW_LENGTH = 512;
const PREVIEW_LINES = 5;

/** Where a file was shared, by channel. */
function sharesOf({ world }: Reader, file: Readonly<File>): Record<string, Record<string, unknown[]>> {
  const shares: Record<string, Record<string, unknown[]>> = {};
  for (const message of world.messages.by.file.page(file.id)) {
    const channel = world.channels.get(message.channel_id);
    if (!channel) continue;
    const audience = channel.kind === 'public_channel' ? 'public' : 'private';
    shares[audience] ??= {};
    shares[audience][channel.id] ??= [];
    shares[audience][channel.id]?.push(shareOf(message, channel.name, teamOf(world).id));
  }
  return shares;
}

const shareOf = (message: Readonly<Message>, channel_name: string, team_id: string): Record<string, unknown> => ({
  reply_users: message.reply_user_ids,
  reply_users_count: message.reply_user_ids.length,
  reply_count: message.reply_count,
  ts: message.ts,
  ...(message.thread_ts !== null && { thread_ts: message.thread_ts }),
  ...(message.latest_reply !== null && { latest_reply: message.latest_reply }),
  channel_name,
  team_id,
  share_user_id: message.user_id,
});

function previewOf({ world }: Reader, file: Readonly<File>): Record<string, unknown> {
  if (!isTextType(file.mimetype)) return {};
  const text = Buffer.from(world.file_contents.get(file.id)?.content_base64 ?? '', 'base64').toString('utf8');
  const lines = text.split('\n');
  const preview = cutText(lines.slice(0, PREVIEW_LINES).join('\n'), PREVIEW_LENGTH);
  return {
    preview,
    lines: lines.length,
    lines_more: Math.max(0, lines.length - PREVIEW_LINES),
    preview_is_truncated: preview.length < text.length,
  };
}

export function renderFile(context: Reader, file: Readonly<File>): Record<string, unknown> {
  const { world, links } = context;
  const team = teamOf(world).id;
  const name = encodeURIComponent(file.name);
  const ofKind = (...kinds: string[]): string[] =>
    file.channel_ids.filter((id) => kinds.includes(world.channels.get(id)?.kind ?? ''));
  const url = links.to(`/files-pri/${team}-${file.id}/${name}`);
  return {
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    mimetype: file.mimetype,
    filetype: file.filetype,
    pretty_type: file.pretty_type,
    user: file.user_id,
    user_team: team,
    editable: file.mode === 'snippet',
    size: file.size,
    mode: file.mode,
    is_external: false,
    external_type: '',
    is_public: ofKind('public_channel').length > 0,
    public_url_shared: file.is_public_url_shared,
    display_as_bot: false,
    username: '',
    url_private: url,
    url_private_download: links.to(`/files-pri/${team}-${file.id}/download/${name}`),
    permalink: links.to(`/files/${file.user_id}/${file.id}/${name}`),
    permalink_public: links.to(`/files-pub/${team}-${file.id}`),
    comments_count: 0,
    is_starred: false,
    shares: sharesOf(context, file),
    channels: ofKind('public_channel'),
    groups: ofKind('private_channel', 'mpim'),
    ims: ofKind('im'),
    has_more_shares: false,
    has_rich_preview: false,
    file_access: 'visible',
    ...(file.alt_txt !== null && { alt_txt: file.alt_txt }),
    ...previewOf(context, file),
  };
}

/** What only the scan of an upload finds out, and where it is shared then. */
const UNSCANNED = {
  mimetype: '',
  filetype: '',
  pretty_type: '',
  is_public: false,
  media_display_type: 'unknown',
  shares: {},
  channels: [],
  groups: [],
  ims: [],
};

/**
 * A file as the call that completes its upload answers it: Slack scans and shares it after that, so who wants the message reads
 * `files.info` (slackapi/bolt-js#2115; recorded: slack-ruby/slack-ruby-client, spec/fixtures/slack/web/files_upload_v2_*.yml).
 */
export function renderUploaded(context: Reader, file: Readonly<File>): Record<string, unknown> {
  const { preview: _preview, lines: _lines, lines_more: _more, preview_is_truncated: _cut, ...shown } = renderFile(context, file);
  return { ...shown, ...UNSCANNED };
}
