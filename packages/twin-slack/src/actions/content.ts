import { cutText, isLonger } from '@svc/twin-kit';
import { InvalidBlocks, SlackError } from '../errors.ts';
import { LARGEST_METADATA_BYTES, LONGEST_MARKDOWN, LONGEST_TEXT, MOST_ATTACHMENTS, MOST_MESSAGE_BLOCKS } from '../limits.ts';
import { blockFaults, completeBlocks, textIn } from '../text/block-kit.ts';
import { tryJson } from '../text/json.ts';
import { fromMarkdown, normaliseText } from '../text/mrkdwn.ts';
import { richTextBlocks } from '../text/rich-text.ts';
import type { Json, Message, SlackContext } from '../world.ts';
import { directoryOf } from './people.ts';

/** What the author of a message sends. */
export interface ContentInput {
  text?: string | undefined;
  markdown_text?: string | undefined;
  /** A list, or its JSON text. */
  blocks?: unknown;
  attachments?: readonly Json[] | undefined;
  metadata?: unknown;
  parse?: string | undefined;
  link_names?: boolean | undefined;
}

export interface ContentRules {
  /** In characters. */
  longest?: number;
  /** Refuse longer texts with `msg_too_long`, where the method lists it; else they are cut. */
  refuseLong?: boolean;
  /** The code for blocks that aren't a list. */
  notBlocks?: string;
}

export type Content = Pick<Message, 'text' | 'blocks' | 'attachments' | 'metadata'>;

/** Checks and completes what a message is to say. */
export function composeContent(context: SlackContext, input: ContentInput, rules: ContentRules = {}): Content {
  if (input.markdown_text !== undefined && (input.text !== undefined || input.blocks !== undefined))
    throw new SlackError('markdown_text_conflict');
  const attachments = completeAttachments(context, input.attachments ?? []);
  const given = parseBlocks(input.blocks, rules.notBlocks ?? 'invalid_blocks_format');
  const text = composeText(context, input, rules);
  if (text.trim() === '' && given.length === 0 && attachments.length === 0) throw new SlackError('no_text');
  const blocks = given.length > 0 ? checkedBlocks(context, given, MOST_MESSAGE_BLOCKS) : richTextBlocks(text, context.ids);
  return { text, blocks, attachments, metadata: checkMetadata(input.metadata) };
}

function composeText({ world }: SlackContext, input: ContentInput, { longest = LONGEST_TEXT, refuseLong }: ContentRules): string {
  if (input.markdown_text !== undefined && isLonger(input.markdown_text, LONGEST_MARKDOWN)) {
    if (refuseLong) throw new SlackError('msg_too_long');
  }
  const source =
    input.markdown_text === undefined ? (input.text ?? '') : fromMarkdown(cutText(input.markdown_text, LONGEST_MARKDOWN));
  if (refuseLong && isLonger(source, longest)) throw new SlackError('msg_too_long');
  const linkNames = input.link_names === true || input.parse === 'full';
  const kept = isLonger(source, longest) ? [...source].slice(0, longest).join('') : source;
  return normaliseText(kept, directoryOf(world), { linkNames });
}

/** A list of blocks, sent as JSON or as its text. */
export function parseBlocks(value: unknown, code: string): readonly Json[] {
  if (value === undefined || value === '') return [];
  const parsed = typeof value === 'string' ? tryJson(value) : value;
  if (!Array.isArray(parsed)) throw new SlackError(code);
  return parsed as Json[];
}

/** Blocks with their defaults. @throws InvalidBlocks where they break a rule. */
export function checkedBlocks({ ids }: SlackContext, blocks: readonly Json[], most: number): readonly Json[] {
  const faults = blockFaults(blocks, most);
  if (faults.length > 0) throw new InvalidBlocks(faults);
  return completeBlocks(blocks, ids);
}

function completeAttachments(context: SlackContext, attachments: readonly Json[]): readonly Json[] {
  if (attachments.length > MOST_ATTACHMENTS) throw new SlackError('too_many_attachments');
  return attachments.map((attachment, at) => {
    const blocks = Array.isArray(attachment.blocks)
      ? checkedBlocks(context, attachment.blocks as Json[], MOST_MESSAGE_BLOCKS)
      : [];
    const fallback = attachment.fallback ?? attachment.text ?? textIn(blocks)[0] ?? '[no preview available]';
    return { ...attachment, id: at + 1, fallback, ...(blocks.length > 0 && { blocks }) };
  });
}

function checkMetadata(value: unknown): Json | null {
  if (value === undefined || value === '') return null;
  const parsed = typeof value === 'string' ? tryJson(value) : value;
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new SlackError('invalid_metadata_format');
  const { event_type, event_payload } = parsed as Record<string, unknown>;
  if (typeof event_type !== 'string' || typeof event_payload !== 'object' || event_payload === null)
    throw new SlackError('invalid_metadata_schema');
  if (Buffer.byteLength(JSON.stringify(parsed)) > LARGEST_METADATA_BYTES) throw new SlackError('metadata_too_large');
  return { event_type, event_payload };
}
