import type { Ids } from '@svc/twin-kit';
import type { Json } from '../world.ts';
import { checkElement, imageRule } from './block-elements.ts';
import {
  checkList,
  checkString,
  checkText,
  type Fields,
  faultAt,
  isObject,
  noOthers,
  oneOf,
  optional,
  type Report,
  required,
} from './block-rules.ts';
import { newBlockId } from './rich-text.ts';

// Lengths and counts: https://docs.slack.dev/reference/block-kit/blocks
const LONGEST_BLOCK_ID = 255;
const LONGEST_SECTION = 3_000;
const LONGEST_FIELD = 2_000;
const LONGEST_HEADER = 150;
const LONGEST_LABEL = 2_000;
const LONGEST_VIDEO_TITLE = 199;
const LONGEST_AUTHOR = 49;
const MOST_FIELDS = 10;
const MOST_CONTEXT_ELEMENTS = 10;
const MOST_CONTEXT_ACTIONS = 5;
const MOST_ACTIONS = 25;
const MOST_ROWS = 100;
const MOST_COLUMNS = 20;
/** All `markdown` blocks of a payload together. */
const LONGEST_MARKDOWN = 12_000;

type BlockRule = (block: Fields, report: Report, at: string) => void;
const anything: BlockRule = () => {};

const elements =
  (most: number): BlockRule =>
  (block, report, at) =>
    checkList(block.elements, most, report, `${at}/elements`, (element, place) => checkElement(element, report, place));

/** Ids of actions are unique within their block (https://github.com/knacklabs/gantry/pull/458). */
function requireApart(actions: unknown, report: Report, at: string): void {
  const seen = new Set<unknown>();
  if (!Array.isArray(actions)) return;
  for (const [index, action] of actions.entries()) {
    const id = isObject(action) ? action.action_id : undefined;
    if (id !== undefined && seen.has(id)) report('`action_id` already exists', `${at}/${index}/action_id`);
    seen.add(id);
  }
}

/** Images and texts; the type of both stands in the same place. */
function checkContextElement(element: unknown, report: Report, at: string): void {
  if (isObject(element) && (element.type === 'mrkdwn' || element.type === 'plain_text'))
    checkText(element, LONGEST_SECTION, report, at);
  else if (isObject(element) && element.type === 'image') imageRule(element, report, at);
  else report(`unsupported type: ${String((element as Fields | null)?.type)}`, `${at}/type`);
}

const rules: Readonly<Record<string, BlockRule>> = {
  section(block, report, at) {
    if (block.text === undefined && block.fields === undefined) report('missing required field: text', at);
    optional(block, 'text', at, (text, place) => checkText(text, LONGEST_SECTION, report, place));
    optional(block, 'fields', at, (fields, place) =>
      checkList(fields, MOST_FIELDS, report, place, (field, where) => checkText(field, LONGEST_FIELD, report, where)),
    );
    optional(block, 'accessory', at, (accessory, place) => checkElement(accessory, report, place));
  },
  header: (block, report, at) => checkText(block.text, LONGEST_HEADER, report, `${at}/text`, true),
  divider: anything,
  image(block, report, at) {
    imageRule(block, report, at);
    optional(block, 'title', at, (title, place) => checkText(title, LONGEST_LABEL, report, place, true));
  },
  actions(block, report, at) {
    elements(MOST_ACTIONS)(block, report, at);
    requireApart(block.elements, report, `${at}/elements`);
  },
  context_actions: elements(MOST_CONTEXT_ACTIONS),
  context: (block, report, at) =>
    checkList(block.elements, MOST_CONTEXT_ELEMENTS, report, `${at}/elements`, (element, place) =>
      checkContextElement(element, report, place),
    ),
  input(block, report, at) {
    checkText(block.label, LONGEST_LABEL, report, `${at}/label`, true);
    optional(block, 'hint', at, (hint, place) => checkText(hint, LONGEST_LABEL, report, place, true));
    checkElement(block.element, report, `${at}/element`);
  },
  rich_text: elements(Number.POSITIVE_INFINITY),
  markdown: (block, report, at) => checkString(block.text, 1, LONGEST_MARKDOWN, report, `${at}/text`),
  file(block, report, at) {
    required(block, ['external_id'], report, at);
    oneOf(block.source, ['remote'], report, `${at}/source`);
  },
  video(block, report, at) {
    required(block, ['alt_text', 'thumbnail_url', 'video_url'], report, at);
    checkText(block.title, LONGEST_VIDEO_TITLE, report, `${at}/title`, true);
    optional(block, 'author_name', at, (name, place) => checkString(name, 1, LONGEST_AUTHOR, report, place));
  },
  table(block, report, at) {
    checkList(block.rows, MOST_ROWS, report, `${at}/rows`, (row, place) => checkList(row, MOST_COLUMNS, report, place));
    optional(block, 'column_settings', at, (settings, place) => checkList(settings, MOST_COLUMNS, report, place));
  },
  call: anything,
  task_card: anything,
  plan: anything,
  card: anything,
  carousel: anything,
  alert: anything,
  data_visualization: anything,
};

/** All fields of the oldest blocks: https://docs.slack.dev/reference/block-kit/blocks */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  section: ['type', 'block_id', 'text', 'fields', 'accessory', 'expand'],
  header: ['type', 'block_id', 'text', 'level'],
  divider: ['type', 'block_id'],
  context: ['type', 'block_id', 'elements'],
  actions: ['type', 'block_id', 'elements'],
};

/** What holds of all blocks of a payload together. */
function checkTogether(blocks: readonly unknown[], report: Report): void {
  const ofType = (type: string): Fields[] => blocks.filter(isObject).filter((block) => block.type === type);
  const markdown = ofType('markdown').reduce((sum, { text }) => sum + String(text ?? '').length, 0);
  if (ofType('markdown').length > 1 && markdown > LONGEST_MARKDOWN)
    report(`must be less than ${LONGEST_MARKDOWN + 1} characters`, '/blocks');
  if (ofType('table').length > 1) report('only_one_table_allowed', '/blocks');
}

/** The faults of a list of blocks, as Slack reports them; none where it is right. */
export function blockFaults(blocks: readonly unknown[], most: number): string[] {
  const faults: string[] = [];
  const report: Report = (message, pointer) => faults.push(faultAt(message, pointer));
  if (blocks.length > most) report(`no more than ${most} items allowed`, '/blocks');
  checkTogether(blocks, report);
  const seen = new Set<string>();
  for (const [index, block] of blocks.entries()) {
    const at = `/blocks/${index}`;
    if (!isObject(block)) {
      report('must provide an object', at);
      continue;
    }
    const rule = typeof block.type === 'string' && Object.hasOwn(rules, block.type) ? rules[block.type] : undefined;
    if (!rule) {
      report(`unsupported type: ${String(block.type)}`, `${at}/type`);
      continue;
    }
    if (block.block_id !== undefined) checkString(block.block_id, 1, LONGEST_BLOCK_ID, report, `${at}/block_id`);
    if (typeof block.block_id === 'string' && seen.has(block.block_id)) report('`block_id` already exists', `${at}/block_id`);
    if (typeof block.block_id === 'string') seen.add(block.block_id);
    noOthers(block, FIELDS[block.type as string], report, at);
    rule(block, report, at);
  }
  return faults;
}

/** Blocks as Slack gives them back: each with an id, text objects with their defaults. */
export function completeBlocks(blocks: readonly Json[], ids: Ids): Json[] {
  return blocks.map((block) => {
    const { type, block_id, ...rest } = block;
    return { type, block_id: block_id ?? newBlockId(ids), ...(completeTexts(rest) as Record<string, unknown>) };
  });
}

function completeTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(completeTexts);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, completeTexts(field)]));
  if (inner.type === 'mrkdwn' && typeof inner.text === 'string') return { verbatim: false, ...inner };
  if (inner.type === 'plain_text' && typeof inner.text === 'string') return { emoji: true, ...inner };
  return inner;
}

/** The readable text in blocks or attachments, for search and checks. */
export function textIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    typeof field === 'string' ? (READABLE.has(name) ? [field] : []) : textIn(field),
  );
}

const READABLE = new Set([
  'text',
  'fallback',
  'pretext',
  'title',
  'value',
  'alt_text',
  'initial_value',
  'url',
  'footer',
  'author_name',
  'title_link',
]);
