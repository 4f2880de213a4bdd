import type { Ids } from '@svc/twin-kit';
import type { Json } from '../world.ts';
import { newBlockId } from './rich-text.ts';

// Lengths and counts: https://docs.slack.dev/reference/block-kit/blocks
const LONGEST_BLOCK_ID = 255;
const LONGEST_SECTION = 3_000;
const LONGEST_FIELD = 2_000;
const LONGEST_HEADER = 150;
const LONGEST_URL = 3_000;
const LONGEST_ALT_TEXT = 2_000;
const LONGEST_BUTTON = 75;
const MOST_FIELDS = 10;
const MOST_CONTEXT_ELEMENTS = 10;
const MOST_ACTIONS = 25;
const LONGEST_MARKDOWN = 12_000;

/** Where a fault stands and what it is, as Slack writes it. */
const fault = (message: string, pointer: string): string => `[ERROR] ${message} [json-pointer:${pointer}]`;

type Report = (message: string, pointer: string) => void;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkText(text: unknown, longest: number, report: Report, at: string, plainOnly = false): void {
  if (!isObject(text)) {
    report('must provide an object', at);
    return;
  }
  if (text.type !== 'plain_text' && (plainOnly || text.type !== 'mrkdwn'))
    report(`unsupported type: ${String(text.type)}`, `${at}/type`);
  checkString(text.text, 1, longest, report, `${at}/text`);
}

function checkString(value: unknown, shortest: number, longest: number, report: Report, at: string): void {
  if (typeof value !== 'string') report('must provide a string', at);
  else if (value.length < shortest) report(`must be more than ${shortest - 1} characters`, at);
  else if (value.length > longest) report(`must be less than ${longest + 1} characters`, at);
}

function checkList(value: unknown, most: number, report: Report, at: string, each: (item: unknown, at: string) => void): void {
  if (!Array.isArray(value)) {
    report('must provide an array', at);
    return;
  }
  if (value.length === 0) report('no fewer than 1 item', at);
  if (value.length > most) report(`no more than ${most} items allowed`, at);
  value.forEach((item, index) => {
    each(item, `${at}/${index}`);
  });
}

function checkElement(element: unknown, report: Report, at: string): void {
  if (!isObject(element)) {
    report('must provide an object', at);
    return;
  }
  if (typeof element.type !== 'string') {
    report('missing required field: type', at);
    return;
  }
  if (element.type === 'button') {
    checkText(element.text, LONGEST_BUTTON, report, `${at}/text`, true);
    if (element.url !== undefined) checkString(element.url, 1, LONGEST_URL, report, `${at}/url`);
  }
}

type BlockRule = (block: Record<string, unknown>, report: Report, at: string) => void;
const anything: BlockRule = () => {};

const rules: Readonly<Record<string, BlockRule>> = {
  section(block, report, at) {
    if (block.text === undefined && block.fields === undefined) report('missing required field: text', at);
    if (block.text !== undefined) checkText(block.text, LONGEST_SECTION, report, `${at}/text`);
    if (block.fields !== undefined)
      checkList(block.fields, MOST_FIELDS, report, `${at}/fields`, (field, place) =>
        checkText(field, LONGEST_FIELD, report, place),
      );
    if (block.accessory !== undefined) checkElement(block.accessory, report, `${at}/accessory`);
  },
  header: (block, report, at) => checkText(block.text, LONGEST_HEADER, report, `${at}/text`, true),
  divider: anything,
  image(block, report, at) {
    if (block.image_url === undefined && block.slack_file === undefined) report('missing required field: image_url', at);
    if (block.image_url !== undefined) checkString(block.image_url, 1, LONGEST_URL, report, `${at}/image_url`);
    checkString(block.alt_text, 0, LONGEST_ALT_TEXT, report, `${at}/alt_text`);
  },
  actions: (block, report, at) =>
    checkList(block.elements, MOST_ACTIONS, report, `${at}/elements`, (element, place) => checkElement(element, report, place)),
  context: (block, report, at) =>
    checkList(block.elements, MOST_CONTEXT_ELEMENTS, report, `${at}/elements`, (element, place) =>
      checkElement(element, report, place),
    ),
  input(block, report, at) {
    checkText(block.label, LONGEST_FIELD, report, `${at}/label`, true);
    checkElement(block.element, report, `${at}/element`);
  },
  rich_text: (block, report, at) =>
    checkList(block.elements, Number.POSITIVE_INFINITY, report, `${at}/elements`, (element, place) =>
      checkElement(element, report, place),
    ),
  markdown: (block, report, at) => checkString(block.text, 1, LONGEST_MARKDOWN, report, `${at}/text`),
  file: anything,
  video: anything,
  call: anything,
  context_actions: anything,
  table: anything,
  task_card: anything,
  plan: anything,
  card: anything,
  carousel: anything,
  alert: anything,
  data_visualization: anything,
};

/** The faults of a list of blocks, as Slack reports them; none where it is right. */
export function blockFaults(blocks: readonly unknown[], most: number): string[] {
  const faults: string[] = [];
  const report: Report = (message, pointer) => faults.push(fault(message, pointer));
  if (blocks.length > most) report(`no more than ${most} items allowed`, '/blocks');
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
  'url',
  'footer',
  'author_name',
  'title_link',
]);
