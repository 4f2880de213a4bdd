import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TapeRow } from '@svc/twin-kit';
import { commonErrorCodes, errorCodes } from './generated/error-codes.ts';

// biome-ignore lint/suspicious/noExplicitAny: samples of many shapes
type Json = any;

/**
 * Of each modelled method the fields of its answers and their types, a shortest value standing for each, from the examples of its page and from
 * recorded answers: scripts/generate-test-facts.ts.
 */
const SHAPES = JSON.parse(readFileSync(join(import.meta.dirname, 'generated/answer-shapes.json'), 'utf8')) as Record<
  string,
  { examples: Json[]; sample?: Json }
>;

/** Codes of the transport, which every method can answer: https://docs.slack.dev/apis/web-api/#responses */
const TRANSPORT = new Set([...commonErrorCodes, 'invalid_auth', 'invalid_arguments', 'invalid_json', 'json_not_object']);

const examplesOf = (method: string): Json[] => SHAPES[method]?.examples ?? [];
const sampleOf = (method: string): Json => SHAPES[method]?.sample;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kind = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

/** Places whose keys are data, and texts that are the caller's own. */
const FREE =
  /\.(blocks|attachments|metadata|fields|emoji|shares|state|view\.title|view\.submit|view\.close|channel\.properties|tabs|users)$|^api\.test\.args$/;

/** Objects that many methods answer with: each is what all of these methods together show of it. */
const OBJECTS: readonly (readonly [place: RegExp, shapes: () => Json[]])[] = [
  [
    /\.(message|messages\[\]|root|latest)$/,
    () => [
      ...everySample('conversations.history', ({ messages }) => messages),
      ...everySample('chat.postMessage', ({ message }) => [message]),
      ...everySample('reactions.get', ({ message }) => [message]),
    ],
  ],
  [
    /\.(channel|channels\[\])$/,
    () => [
      ...everySample('conversations.info', ({ channel }) => [channel]),
      ...everySample('conversations.list', ({ channels }) => channels),
      ...everySample('conversations.create', ({ channel }) => [channel]),
      ...everySample('conversations.open', ({ channel }) => [channel]),
    ],
  ],
  [
    /\.profile$/,
    () => [
      ...everySample('users.info', ({ user }) => [user?.profile]),
      ...everySample('users.profile.get', ({ profile }) => [profile]),
    ],
  ],
  [/\.(usergroup|usergroups\[\])$/, () => everySample('usergroups.list', ({ usergroups }) => usergroups)],
];

const everySample = (method: string, objectsIn: (answer: Json) => Json[] | undefined): Json[] =>
  [sampleOf(method), ...examplesOf(method)].flatMap((answer) => (answer && objectsIn(answer)) ?? []).filter(isObject);

const objectsAt = (path: string): Json[] => OBJECTS.flatMap(([place, shapes]) => (place.test(path) ? shapes() : []));

/** What is wrong with a value, compared with all that is known of its place. */
function compare(value: unknown, own: Json[], path: string): string[] {
  const known = isObject(value) ? [...own, ...objectsAt(path)] : own;
  const shapes = known.filter((shape) => shape !== undefined && shape !== null && kind(shape) === kind(value));
  if (FREE.test(path)) return [];
  if (value === null || known.length === 0) return [];
  if (shapes.length === 0) {
    const kinds = new Set(known.filter((shape) => shape !== null).map(kind));
    // Samples write ids, counts and times now as text, now as numbers.
    const scalar = kinds.has('string') || kinds.has('number');
    return kinds.size === 0 || (scalar && (kind(value) === 'number' || kind(value) === 'string'))
      ? []
      : [`${path} is a ${kind(value)}, not a ${[...kinds]}`];
  }
  if (Array.isArray(value)) {
    const items = shapes.flat();
    return items.length === 0 ? [] : value.flatMap((item) => compare(item, items, `${path}[]`));
  }
  if (!isObject(value)) return [];
  const filled = shapes.filter((shape) => Object.keys(shape).length > 0);
  if (filled.length === 0) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const inner = filled.filter((shape) => Object.hasOwn(shape, name)).map((shape) => shape[name]);
    return inner.length === 0 ? [`${path}.${name} is unknown to Slack`] : compare(field, inner, `${path}.${name}`);
  });
}

/** Fields of the twin's answers that no page or sample shows, each with where it is seen. */
const SEEN_ELSEWHERE = [
  // Warnings: https://docs.slack.dev/apis/web-api/#responses
  /^[\w.]+\.(warning|response_metadata)(\.\w+)*$/,
  // Histories have it: https://docs.slack.dev/reference/objects/file-object, /messaging/retrieving-messages
  /\.pinned_info$/,
  /\.pinned_to$/,
  /\.channel_actions_(ts|count)$/,
  // A deleted parent: https://docs.slack.dev/reference/events/message#hidden_subtypes
  /\.hidden$/,
  // A renamed channel says so: https://docs.slack.dev/reference/events/message/channel_name
  /\.(message|messages\[\]|latest)\.(old_name|name)$/,
  // One's own snooze: https://docs.slack.dev/reference/methods/dnd.info
  /^dnd\.info\.snooze_/,
];

const REQUIRED_FROM_EXAMPLES = new Set(['ok']);

function missingKeys(body: Record<string, unknown>, examples: Json[]): string[] {
  const [first] = examples;
  if (!first) return [];
  const always = Object.keys(first).filter((key) => examples.every((example) => Object.hasOwn(example, key)));
  const optional = new Set(['response_metadata', 'warning', 'errors', 'purpose', 'topic', ...(body.no_op ? ['channel'] : [])]);
  return always.filter((key) => !optional.has(key) && !REQUIRED_FROM_EXAMPLES.has(key) && !Object.hasOwn(body, key));
}

/** Codes that are not on a method's page, where somebody met them. */
const MET: Readonly<Record<string, readonly string[]>> = {
  // slack-go issue 1066
  'conversations.unarchive': ['not_in_channel'],
};

function answerFaults(method: string, body: Record<string, unknown>): string[] {
  if (body.ok !== true) {
    const code = String(body.error);
    if (method === 'api.test' || body.error === undefined) return [];
    return TRANSPORT.has(code) || errorCodes[method]?.includes(code) || MET[method]?.includes(code)
      ? []
      : [`${method} answered the undocumented ${code}`];
  }
  const examples = examplesOf(method);
  const missing = missingKeys(body, examples).map((key) => `${method} lacks ${key}`);
  const sample = sampleOf(method);
  if (sample === undefined) return missing;
  const strange = compare(body, [sample, ...examples], method);
  return [...missing, ...strange.filter((fault) => !SEEN_ELSEWHERE.some((seen) => seen.test(fault.split(' is ')[0] ?? '')))];
}

/** What of a tape isn't as Slack documents it. */
export function faultsOf(rows: readonly TapeRow[]): string[] {
  const faults = rows.flatMap((row) => {
    const method = /^\/s\/[^/]+\/(?:api\/)?([A-Za-z][\w.]*\.[\w.]+)(?:\?|$)/.exec(row.path)?.[1];
    // No page knows of what the twin doesn't model.
    if (row.fidelity === 'unsupported') return [];
    if (row.status !== 200 || method === undefined || !Object.hasOwn(errorCodes, method)) return [];
    const body = row.response_body;
    return isObject(body) ? answerFaults(method, body) : [`${method} answered no object`];
  });
  return [...new Set(faults)];
}
