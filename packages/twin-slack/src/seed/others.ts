import { createFile } from '../actions/files.ts';
import { newId, type SlackSeedContext, seconds } from '../world.ts';
import { person } from './accounts.ts';
import type { Seed } from './schema.ts';

const SECTION_ID_LENGTH = 28;

/** Files stand before the messages that share them. */
export function loadFiles(context: SlackSeedContext, seed: Seed, viewerId: string): void {
  for (const { name, title, content, content_base64, user } of seed.files) {
    const base64 = content_base64 ?? Buffer.from(content ?? '').toString('base64');
    const user_id = user === undefined ? viewerId : person(context, user).id;
    const upload = { id: newId(context.ids, 'F'), user_id, filename: name, length: 0, snippet_type: null, alt_txt: null };
    createFile(context, { ...upload, content_base64: base64 }, title, []);
  }
}

/** A file is in the channels of the messages that share it. */
export function placeFiles({ world }: SlackSeedContext): void {
  for (const file of [...world.files.values()]) {
    const channels = new Set(world.messages.by.file.page(file.id).map((message) => message.channel_id));
    if (channels.size > 0) world.files.update(file.id, { channel_ids: [...channels] });
  }
}

export function loadUsergroups(context: SlackSeedContext, seed: Seed): void {
  const { world, ids, now } = context;
  const creator = world.settings.get('settings')?.viewer_id ?? '';
  for (const usergroup of seed.usergroups) {
    world.usergroups.insert({
      id: newId(ids, 'S'),
      name: usergroup.name,
      handle: usergroup.handle.replace(/^@/, ''),
      description: usergroup.description,
      user_ids: usergroup.users.map((reference) => person(context, reference).id),
      channel_ids: usergroup.channels.map((reference) => channelId(context, reference)),
      created_by: creator,
      updated_by: creator,
      deleted_by: null,
      date_create: seconds(now),
      date_update: seconds(now),
      date_delete: 0,
    });
  }
}

function channelId({ world }: SlackSeedContext, reference: string): string {
  return world.channels.get(reference)?.id ?? world.channels.by.name.first(reference.replace(/^#/, ''))?.id ?? reference;
}

export function loadCanvases(context: SlackSeedContext, seed: Seed): void {
  const { world, ids, now } = context;
  for (const canvas of seed.canvases) {
    const parts = canvas.content.split(/\n{2,}/).filter((part) => part.trim() !== '');
    world.canvases.insert({
      id: newId(ids, 'F'),
      title: canvas.title,
      user_id: canvas.user === undefined ? (world.settings.get('settings')?.viewer_id ?? '') : person(context, canvas.user).id,
      channel_id: canvas.channel === undefined ? null : channelId(context, canvas.channel),
      sections: parts.map((markdown) => ({ id: `temp:C:${ids.hex(SECTION_ID_LENGTH)}`, markdown })),
      access: [],
      created: seconds(now),
      updated: seconds(now),
    });
  }
}
