import { isLonger } from '@svc/twin-kit';
import { InvalidArguments, SlackError } from '../errors.ts';
import { LARGEST_VIEW_BYTES, MOST_VIEW_BLOCKS, MOST_VIEWS_IN_A_STACK } from '../limits.ts';
import { blockFaults, completeBlocks } from '../text/block-kit.ts';
import { tryJson } from '../text/json.ts';
import { type Json, newId, type SlackContext, seconds, type View } from '../world.ts';
import { viewerOf } from './people.ts';

/** https://docs.slack.dev/interactivity/handling-user-interaction#modal_responses */
const TRIGGER = /^\d+\.\d+\.[0-9a-f]+$/;
const HASH_LENGTH = 8;
// In characters: https://docs.slack.dev/reference/views/modal-views
const LONGEST_TITLE = 24;
const LONGEST_PRIVATE_METADATA = 3_000;
const LONGEST_ID = 255;

/** A view as an app sends it: an object, or its JSON text. */
function parseView(value: unknown): Record<string, unknown> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (Buffer.byteLength(text ?? '') > LARGEST_VIEW_BYTES) throw new SlackError('view_too_large');
  const view = typeof value === 'string' ? tryJson(value) : value;
  if (typeof view !== 'object' || view === null || Array.isArray(view)) throw new InvalidArguments(['[ERROR] invalid `view`']);
  return view as Record<string, unknown>;
}

function faultsOf(view: Record<string, unknown>, type: View['type']): string[] {
  // All that is missing is told at once, in this order: https://github.com/slackapi/java-slack-sdk/pull/302
  const required = type === 'modal' ? ['title', 'blocks', 'type'] : ['blocks', 'type'];
  const missing = required.filter((name) => view[name] === undefined);
  const faults = missing.map((name) => `[ERROR] missing required field: ${name} [json-pointer:/view]`);
  if (view.type !== undefined && view.type !== type) faults.push(`[ERROR] must be one of: ${type} [json-pointer:/view/type]`);
  if (view.blocks !== undefined && !Array.isArray(view.blocks))
    faults.push('[ERROR] must provide an array [json-pointer:/view/blocks]');
  if (Array.isArray(view.blocks))
    faults.push(
      ...blockFaults(view.blocks, MOST_VIEW_BLOCKS).map(
        (fault) => `[ERROR] ${fault.replace('pointer:/blocks', 'pointer:/view/blocks')}`,
      ),
    );
  const longest = { private_metadata: LONGEST_PRIVATE_METADATA, callback_id: LONGEST_ID, external_id: LONGEST_ID };
  for (const [name, most] of Object.entries(longest))
    if (isLonger(String(view[name] ?? ''), most)) faults.push(tooLong(most, name));
  if (type === 'modal') faults.push(...titleFaults(view), ...submitFaults(view));
  return faults;
}

/** https://github.com/slackapi/node-slack-sdk/issues/875 */
function submitFaults({ submit, blocks }: Record<string, unknown>): string[] {
  if ((submit ?? null) !== null || !Array.isArray(blocks)) return [];
  return blocks.flatMap((block, at) =>
    (block as { type?: unknown } | null)?.type === 'input'
      ? [`[ERROR] must define \`submit\` to use \`input\` block [json-pointer:/view/blocks/${at}/input]`]
      : [],
  );
}

const tooLong = (most: number, name: string): string =>
  `[ERROR] must be less than ${most + 1} characters [json-pointer:/view/${name}]`;

/** The title, and the texts of the two buttons. */
function titleFaults(view: Record<string, unknown>): string[] {
  return ['title', 'submit', 'close'].flatMap((name) => {
    if (view[name] === undefined || view[name] === null) return [];
    const { type, text } = (typeof view[name] === 'object' ? view[name] : {}) as Record<string, unknown>;
    if (type !== 'plain_text' || typeof text !== 'string')
      return [`[ERROR] must provide a plain_text object [json-pointer:/view/${name}]`];
    // https://docs.slack.dev/reference/block-kit/composition-objects/text-object: "The minimum length is 1"
    if (text === '') return [`[ERROR] must be more than 0 characters [json-pointer:/view/${name}/text]`];
    return isLonger(text, LONGEST_TITLE) ? [tooLong(LONGEST_TITLE, `${name}/text`)] : [];
  });
}

/** What a view of this type says, with its blocks completed. */
function contentFor(context: SlackContext, value: unknown, type: View['type']): Json {
  const view = parseView(value);
  const faults = faultsOf(view, type);
  if (faults.length > 0) throw new InvalidArguments(faults);
  return { ...view, blocks: completeBlocks(view.blocks as Json[], context.ids) };
}

const newHash = ({ ids, now }: SlackContext): string => `${seconds(now)}.${ids.hex(HASH_LENGTH)}`;

function externalIdOf(context: SlackContext, content: Json, self?: string): string {
  const external_id = typeof content.external_id === 'string' ? content.external_id : '';
  const other = external_id === '' ? undefined : context.world.views.by.external.first(external_id);
  if (other && other.id !== self) throw new SlackError('duplicate_external_id');
  return external_id;
}

/** A trigger is good for one view. */
function useTrigger(context: SlackContext, trigger: string | undefined): void {
  if (!trigger || !TRIGGER.test(trigger)) throw new SlackError('invalid_trigger_id');
  if (context.world.used_triggers.has(trigger)) throw new SlackError('exchanged_trigger_id');
  context.world.used_triggers.insert({ id: trigger });
}

export interface OpenViewInput {
  trigger_id?: string | undefined;
  interactivity_pointer?: string | undefined;
  view: unknown;
}

export function openView(context: SlackContext, input: OpenViewInput): Readonly<View> {
  const content = contentFor(context, input.view, 'modal');
  useTrigger(context, input.trigger_id ?? input.interactivity_pointer);
  return insertView(context, 'modal', viewerOf(context).id, content);
}

function insertView(
  context: SlackContext,
  type: View['type'],
  user_id: string,
  content: Json,
  previous?: Readonly<View>,
): Readonly<View> {
  const external_id = externalIdOf(context, content);
  const id = newId(context.ids, 'V');
  return context.world.views.insert({
    id,
    type,
    user_id,
    root_view_id: previous?.root_view_id ?? id,
    previous_view_id: previous?.id ?? null,
    external_id,
    hash: newHash(context),
    content,
  });
}

/** Puts a modal on top of the one that was opened last. */
export function pushView(context: SlackContext, input: OpenViewInput): Readonly<View> {
  const content = contentFor(context, input.view, 'modal');
  const modals = [...context.world.views.values()].filter((view) => view.type === 'modal');
  const top = modals.at(-1);
  if (!top) throw new SlackError('not_found');
  if (context.world.views.by.root.count(top.root_view_id) >= MOST_VIEWS_IN_A_STACK) throw new SlackError('push_limit_reached');
  useTrigger(context, input.trigger_id ?? input.interactivity_pointer);
  return insertView(context, 'modal', top.user_id, content, top);
}

export interface UpdateViewInput {
  view_id?: string | undefined;
  external_id?: string | undefined;
  hash?: string | undefined;
  view: unknown;
}

export function updateView(context: SlackContext, input: UpdateViewInput): Readonly<View> {
  const { views } = context.world;
  const view = input.view_id ? views.get(input.view_id) : views.by.external.first(input.external_id ?? '');
  if (!view) throw new SlackError('not_found');
  const content = contentFor(context, input.view, view.type);
  if (input.hash && input.hash !== view.hash) throw new SlackError('hash_conflict');
  return views.update(view.id, { content, external_id: externalIdOf(context, content, view.id), hash: newHash(context) });
}

/** Sets the home tab that a user sees. */
export function publishView(
  context: SlackContext,
  input: { user_id: string; hash?: string | undefined; view: unknown },
): Readonly<View> {
  const { views, users } = context.world;
  if (!users.has(input.user_id)) throw new InvalidArguments(['[ERROR] invalid `user_id` [json-pointer:/user_id]']);
  const content = contentFor(context, input.view, 'home');
  const known = views.by.home.first(input.user_id);
  if (!known) return insertView(context, 'home', input.user_id, content);
  if (input.hash && input.hash !== known.hash) throw new SlackError('hash_conflict');
  return views.update(known.id, { content, external_id: externalIdOf(context, content, known.id), hash: newHash(context) });
}
