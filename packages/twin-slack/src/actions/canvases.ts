import { SlackError } from '../errors.ts';
import { LONGEST_CANVAS_CHANGE } from '../limits.ts';
import { type Canvas, type CanvasAccess, type CanvasSection, newId, type SlackContext, seconds } from '../world.ts';
import { getChannel, isMember } from './channel-access.ts';
import { viewerOf } from './people.ts';

type Reader = Pick<SlackContext, 'world'>;

const SECTION_ID_LENGTH = 28;

/** One section a paragraph, heading or list; fenced code stays whole. */
function sectionsOf({ ids }: Pick<SlackContext, 'ids'>, markdown: string): CanvasSection[] {
  const parts = markdown
    .split(/(```[\s\S]*?```)/)
    .flatMap((part, at) => (at % 2 === 1 ? [part] : part.split(/\n{2,}|(?=\n)(?<=^#{1,6} .*)\n/m)));
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ id: `temp:C:${ids.hex(SECTION_ID_LENGTH)}`, markdown: part }));
}

export interface CanvasInput {
  title?: string | undefined;
  markdown?: string | undefined;
  channel_id?: string | undefined;
}

export function createCanvas(context: SlackContext, input: CanvasInput): Readonly<Canvas> {
  const { world, ids, now } = context;
  if ((input.markdown ?? '').length > LONGEST_CANVAS_CHANGE) throw new SlackError('canvas_creation_failed');
  const channel = input.channel_id ? world.channels.get(input.channel_id) : undefined;
  if (input.channel_id && (!channel || !isMember(context, channel.id, viewerOf(context).id)))
    throw new SlackError('canvas_creation_failed');
  const taken = channel && [...world.canvases.values()].some((canvas) => canvas.channel_id === channel.id);
  if (taken) throw new SlackError('free_team_canvas_tab_already_exists');
  return world.canvases.insert({
    id: newId(ids, 'F'),
    title: input.title ?? 'Untitled',
    user_id: viewerOf(context).id,
    channel_id: channel?.id ?? null,
    sections: sectionsOf(context, input.markdown ?? ''),
    access: [],
    created: seconds(now),
    updated: seconds(now),
  });
}

function hasAccess(context: Reader, canvas: Readonly<Canvas>, levels: readonly CanvasAccess['level'][]): boolean {
  const viewer = viewerOf(context);
  if (canvas.user_id === viewer.id) return true;
  if (canvas.channel_id !== null && isMember(context, canvas.channel_id, viewer.id)) return true;
  return canvas.access.some(
    ({ level, user_ids, channel_ids }) =>
      levels.includes(level) && (user_ids.includes(viewer.id) || channel_ids.some((id) => isMember(context, id, viewer.id))),
  );
}

export function getCanvas(context: Reader, id: string): Readonly<Canvas> {
  const canvas = context.world.canvases.get(id);
  if (!canvas || !hasAccess(context, canvas, ['read', 'write', 'owner'])) throw new SlackError('canvas_not_found');
  return canvas;
}

export interface CanvasChange {
  operation: 'insert_at_start' | 'insert_at_end' | 'insert_before' | 'insert_after' | 'replace' | 'delete' | 'rename';
  section_id?: string | undefined;
  markdown?: string | undefined;
}

/** All changes or none: each is made on what the one before it left. */
export function editCanvas(context: SlackContext, id: string, changes: readonly CanvasChange[]): Readonly<Canvas> {
  const canvas = getCanvas(context, id);
  if (!hasAccess(context, canvas, ['write', 'owner'])) throw new SlackError('canvas_editing_failed');
  if (changes.length === 0) throw new SlackError('canvas_editing_failed');
  let edited: Pick<Canvas, 'title' | 'sections'> = canvas;
  for (const change of changes) edited = applyChange(context, edited, change);
  return context.world.canvases.update(canvas.id, {
    title: edited.title,
    sections: edited.sections,
    updated: seconds(context.now),
  });
}

function applyChange(
  context: SlackContext,
  canvas: Pick<Canvas, 'title' | 'sections'>,
  change: CanvasChange,
): Pick<Canvas, 'title' | 'sections'> {
  const { title, sections } = canvas;
  const { operation, markdown } = change;
  if ((markdown ?? '').length > LONGEST_CANVAS_CHANGE) throw new SlackError('canvas_too_large');
  if (operation !== 'delete' && !markdown?.trim()) throw new SlackError('canvas_editing_failed');
  if (operation === 'rename') return { title: markdown ?? '', sections };
  const fresh = operation === 'delete' ? [] : sectionsOf(context, markdown ?? '');
  if (operation === 'insert_at_start') return { title, sections: [...fresh, ...sections] };
  if (operation === 'insert_at_end') return { title, sections: [...sections, ...fresh] };
  if (change.section_id === undefined && operation === 'replace') return { title, sections: fresh };
  const at = sections.findIndex((section) => section.id === change.section_id);
  if (at < 0) throw new SlackError('canvas_editing_failed');
  const before = sections.slice(0, operation === 'insert_after' ? at + 1 : at);
  const after = sections.slice(operation === 'replace' || operation === 'delete' || operation === 'insert_after' ? at + 1 : at);
  return { title, sections: [...before, ...fresh, ...after] };
}

export function deleteCanvas(context: SlackContext, id: string): void {
  const canvas = getCanvas(context, id);
  if (canvas.user_id !== viewerOf(context).id) throw new SlackError('canvas_deleting_disabled');
  context.world.canvases.remove(canvas.id);
}

/** Kinds of sections that a lookup may ask for. */
const SECTION_TYPES: Readonly<Record<string, RegExp>> = { h1: /^# /, h2: /^## /, h3: /^### /, any_header: /^#{1,6} / };

export function lookupSections(
  context: Reader,
  id: string,
  criteria: { section_types?: readonly string[] | undefined; contains_text?: string | undefined },
): readonly CanvasSection[] {
  const { section_types: types, contains_text: text } = criteria;
  return getCanvas(context, id).sections.filter(
    ({ markdown }) =>
      (!types || types.some((type) => SECTION_TYPES[type]?.test(markdown))) &&
      (!text || markdown.toLowerCase().includes(text.toLowerCase())),
  );
}

export interface AccessInput {
  user_ids?: readonly string[] | undefined;
  channel_ids?: readonly string[] | undefined;
}

function checkedAccess(context: SlackContext, { user_ids = [], channel_ids = [] }: AccessInput): Required<AccessInput> {
  if ((user_ids.length === 0) === (channel_ids.length === 0)) throw new SlackError('invalid_parameters');
  for (const id of user_ids) if (!context.world.users.has(id)) throw new SlackError('user_not_found');
  for (const id of channel_ids) getChannel(context, id);
  return { user_ids, channel_ids };
}

/** Takes these users and channels out of every level, and puts them into one if one is given. */
export function setCanvasAccess(context: SlackContext, id: string, input: AccessInput, level?: CanvasAccess['level']): void {
  const canvas = getCanvas(context, id);
  const { user_ids = [], channel_ids = [] } = checkedAccess(context, input);
  const kept = canvas.access.map((access) => ({
    level: access.level,
    user_ids: access.user_ids.filter((one) => !user_ids.includes(one)),
    channel_ids: access.channel_ids.filter((one) => !channel_ids.includes(one)),
  }));
  const added = level === undefined ? [] : [{ level, user_ids, channel_ids }];
  const access = [...kept, ...added].filter((one) => one.user_ids.length + one.channel_ids.length > 0);
  context.world.canvases.update(canvas.id, { access, updated: seconds(context.now) });
}
