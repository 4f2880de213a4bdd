import { z } from 'zod';
import { type CanvasChange, createCanvas, editCanvas, getCanvas } from '../actions/canvases.ts';
import { getChannel, requireKind } from '../actions/channel-access.ts';
import { listMembers } from '../actions/channel-lists.ts';
import { createConversation } from '../actions/conversations.ts';
import { contentOf, getFile } from '../actions/files.ts';
import { userOrViewer } from '../actions/people.ts';
import { InvalidArguments, SlackError } from '../errors.ts';
import { renderFile } from '../render/files.ts';
import { renderProfile, renderUser } from '../render/users.ts';
import { isTextType } from '../text/file-types.ts';
import { isConcise, limit, pick, responseFormat, tool } from './tool.ts';

/** https://docs.slack.dev/ai/mcp-server: files that the tool reads, in bytes */
const LARGEST_FILE_BYTES = 10 * 1024 * 1024;
const MOST_MEMBERS = 30;
const MOST_EDITS = 100;

const edit = z.object({
  edit_type: z.enum(['append', 'prepend', 'replace', 'delete']).describe('What to do with the section'),
  section_id: z.string().optional().describe('The section, by its id from slack_read_canvas'),
  content: z.string().optional().describe('Markdown; not needed to delete'),
});
type Edit = z.output<typeof edit>;

/** An edit as `canvases.edit` says it: beside a section where one is named, else at the canvas's ends. */
function changeOf({ edit_type, section_id, content }: Edit): CanvasChange {
  const beside = section_id !== undefined;
  const operation = {
    append: beside ? ('insert_after' as const) : ('insert_at_end' as const),
    prepend: beside ? ('insert_before' as const) : ('insert_at_start' as const),
    replace: 'replace' as const,
    delete: 'delete' as const,
  }[edit_type];
  return { operation, section_id, markdown: content };
}

const canvasTools = [
  tool({
    name: 'slack_create_canvas',
    title: 'Create a canvas',
    description: 'Makes a canvas of Markdown.',
    mutates: true,
    input: z.object({ title: z.string().describe('The name of the canvas'), content: z.string().describe('Its Markdown') }),
    handle(context, { title, content }) {
      const { id } = createCanvas(context, { title, markdown: content });
      return { canvas_id: id, canvas_url: context.links.to(`/docs/${id}`) };
    },
  }),
  tool({
    name: 'slack_update_canvas',
    title: 'Update a canvas',
    description: 'Changes a canvas: all edits or none.',
    mutates: true,
    input: z.object({
      canvas_id: z.string().describe('The canvas'),
      sections: z.array(edit).optional().describe('The edits, at most 100'),
      action: z.enum(['append', 'prepend', 'replace']).optional().describe('One edit without a list'),
      content: z.string().optional().describe('Markdown of the one edit'),
      section_id: z.string().optional().describe('Section of the one edit'),
    }),
    handle(context, { canvas_id, sections, action, content, section_id }) {
      const edits = sections ?? (action ? [{ edit_type: action, content, section_id }] : []);
      if (edits.length === 0 || edits.length > MOST_EDITS)
        throw new InvalidArguments([`[ERROR] 1 to ${MOST_EDITS} edits are needed`]);
      const canvas = editCanvas(context, canvas_id, edits.map(changeOf));
      return { canvas_id: canvas.id, section_ids: canvas.sections.map(({ id }) => id) };
    },
  }),
  tool({
    name: 'slack_read_canvas',
    title: 'Read a canvas',
    description: "Reads a canvas's Markdown and the ids of its sections.",
    mutates: false,
    input: z.object({ canvas_id: z.string().describe('The canvas') }),
    handle(context, { canvas_id }) {
      const { id, title, sections } = getCanvas(context, canvas_id);
      const mapping = Object.fromEntries(sections.map((section) => [section.id, section.markdown]));
      return {
        canvas_id: id,
        title,
        markdown_content: sections.map(({ markdown }) => markdown).join('\n\n'),
        section_id_mapping: mapping,
      };
    },
  }),
];

const peopleTools = [
  tool({
    name: 'slack_create_conversation',
    title: 'Create conversation',
    description: 'Makes a channel (with a name), or a conversation with one to eight people.',
    mutates: true,
    input: z.object({
      user_ids: z.array(z.string()).optional().describe('The people to talk to, or to invite to the channel'),
      channel_name: z.string().optional().describe('Name of the channel: lower case, no spaces, at most 80 characters'),
      is_private: z.boolean().optional().describe('Make the channel private'),
    }),
    handle(context, input) {
      const channel = createConversation(context, input);
      return { channel_id: channel.id, channel_name: channel.name };
    },
  }),
  tool({
    name: 'slack_read_user_profile',
    title: 'Read user profile',
    description: "Reads a person's profile; yours where nobody is named.",
    mutates: false,
    input: z.object({
      user_id: z.string().optional().describe('The person'),
      include_locale: z.boolean().optional().describe('The locale too'),
      response_format: responseFormat,
    }),
    handle(context, { user_id, include_locale, response_format }) {
      const user = userOrViewer(context, user_id);
      const { id, name, is_admin, is_owner, is_bot, deleted, tz } = user;
      if (isConcise(response_format)) return { id, name, real_name: user.real_name, email: user.email };
      const role = { is_admin, is_owner, is_bot, deleted };
      return { id, name, ...role, tz, ...(include_locale && { locale: 'en-US' }), profile: renderProfile(context, user) };
    },
  }),
  tool({
    name: 'slack_list_channel_members',
    title: 'List channel members',
    description: 'Lists the people in a channel or a group conversation.',
    mutates: false,
    input: z.object({
      channel_id: z.string().describe('The channel'),
      limit: limit.optional().describe('How many people a page, at most 30'),
      cursor: z.string().optional().describe('Where the next page begins: next_cursor of the answer before'),
      response_format: z.string().optional().describe('detailed (the default), concise or ids_only'),
      include_deleted: z.boolean().optional().describe('Deactivated accounts too'),
      include_bots: z.boolean().optional().describe('Bots too'),
    }),
    handle(context, { channel_id, limit: size, cursor, response_format, include_deleted, include_bots }) {
      requireKind(getChannel(context, channel_id), 'public_channel', 'private_channel', 'mpim');
      const page = listMembers(context, {
        channel: channel_id,
        cursor,
        limit: Math.min(MOST_MEMBERS, Math.max(1, size ?? MOST_MEMBERS)),
      });
      const users = page.items
        .flatMap(({ user_id }) => context.world.users.get(user_id) ?? [])
        .filter((user) => (include_deleted || !user.deleted) && (include_bots || !user.is_bot));
      const members = users.map((user) => {
        if (response_format === 'ids_only') return user.id;
        const shown = renderUser(context, user).toJSON() as Record<string, unknown>;
        return isConcise(response_format) ? pick(shown, ['id', 'name', 'real_name']) : shown;
      });
      return { members, next_cursor: page.next_cursor };
    },
  }),
  tool({
    name: 'slack_read_file',
    title: 'Read file',
    description: 'Reads a file: its facts, and its content as text or base64.',
    mutates: false,
    input: z.object({ file_id: z.string().describe('The file') }),
    handle(context, { file_id }) {
      const file = getFile(context, file_id);
      if (file.size > LARGEST_FILE_BYTES) throw new SlackError('file_too_large');
      const bytes = contentOf(context, file);
      const isText = isTextType(file.mimetype);
      const content = { encoding: isText ? 'utf-8' : 'base64', content: bytes.toString(isText ? 'utf8' : 'base64') };
      return { file: renderFile(context, file), ...content };
    },
  }),
];

export const workspaceTools = [...canvasTools, ...peopleTools];
