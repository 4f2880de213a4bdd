/** Where texts of the world can be read, and by whom. */
import type {
  Bookmark,
  Canvas,
  Channel,
  Ephemeral,
  File,
  FileContent,
  Message,
  View as Shown,
  User,
  Usergroup,
} from '../world.ts';
import type { Reading } from './reading.ts';

/** Everybody in the workspace reads these. */
export const EVERYBODY = 'everybody';
/** Whoever has the link reads these, in the workspace or not. */
export const BY_LINK = 'the public link';
/** Of a file: 4 MiB. */
const MOST_BYTES = 4 << 20;

/** Texts of one record with the places in which they can be read: ids of channels, ids of people, or the two above. */
export interface Readable {
  places: readonly string[];
  texts: readonly string[];
  /** In words, without the place. */
  what: string;
}

/** Keys of blocks that hold names of the app, not words. */
const UNSEEN = new Set(['type', 'block_id', 'action_id', 'callback_id', 'id', 'hash']);

/** Every string in a value, whether it is shown or only kept. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => (UNSEEN.has(name) ? [] : stringsIn(field)));
}

/** As it is shown, where runs of text stand together, and each string by itself that isn't in there. */
function textsOf(message: Message, { shown, source }: Reading): string[] {
  const strings = stringsIn([message.text, message.blocks, message.attachments, message.metadata, message.username]);
  const said = `${shown}\n${source}`;
  return [...new Set([shown, source, ...strings.filter((text) => !said.includes(text))])];
}

const fileTexts = ({ name, title, alt_txt }: File, content: string): string[] => [`${name}\n${title}\n${alt_txt ?? ''}`, content];

const canvasPlaces = ({ channel_id, user_id, access }: Canvas): string[] => [
  channel_id ?? `canvases of ${user_id}`,
  ...access.flatMap(({ channel_ids, user_ids }) => [...channel_ids, ...user_ids]),
];

/** Reads records of all collections in which people read something. Drafts and reminders are their author's alone. */
export class Places {
  readonly #readingOf: (message: Message) => Reading;
  readonly #contents = new Map<string, string>();

  constructor(readingOf: (message: Message) => Reading) {
    this.#readingOf = readingOf;
  }

  /** @returns undefined for what nobody reads */
  read(collection: string, record: object): Readable | undefined {
    switch (collection) {
      case 'messages':
      case 'scheduled_messages':
      case 'ephemeral_messages': {
        const message = record as Message & Ephemeral;
        return {
          places: [message.channel_id],
          texts: textsOf(message, this.#readingOf(message)),
          what: collection === 'messages' ? `message ${message.ts}` : 'a message',
        };
      }
      case 'channels': {
        const { id, name, topic, purpose } = record as Channel;
        return { places: [id], texts: [name, topic.value, purpose.value], what: 'name, topic or purpose' };
      }
      case 'bookmarks': {
        const { id, channel_id, title, link } = record as Bookmark;
        return { places: [channel_id], texts: [title, link], what: `bookmark ${id}` };
      }
      case 'file_contents': {
        const { file_id, content_base64 } = record as FileContent;
        this.#contents.set(file_id, Buffer.from(content_base64, 'base64').subarray(0, MOST_BYTES).toString('utf8'));
        return undefined;
      }
      case 'files': {
        const file = record as File;
        const places = [...file.channel_ids, ...(file.is_public_url_shared ? [BY_LINK] : [])];
        return { places, texts: fileTexts(file, this.#contents.get(file.id) ?? ''), what: `file ${file.id}` };
      }
      case 'canvases': {
        const canvas = record as Canvas;
        const sections = canvas.sections.map(({ markdown }) => markdown).join('\n');
        return { places: canvasPlaces(canvas), texts: [canvas.title, sections], what: `canvas ${canvas.id}` };
      }
      case 'views': {
        const { id, user_id, content } = record as Shown;
        return { places: [user_id], texts: stringsIn(content), what: `view ${id}` };
      }
      case 'users': {
        const { name, status_text, title, phone, pronouns, real_name, display_name, fields } = record as User;
        const texts = [status_text, title, phone, pronouns, real_name, display_name, ...stringsIn(fields)];
        return { places: [EVERYBODY], texts: [texts.join('\n')], what: `profile of @${name}` };
      }
      case 'usergroups': {
        const { handle, name, description } = record as Usergroup;
        return { places: [EVERYBODY], texts: [name, description], what: `user group @${handle}` };
      }
      default:
        return undefined;
    }
  }
}
