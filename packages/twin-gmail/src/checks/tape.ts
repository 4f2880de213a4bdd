import {
  answerChecks,
  type CallReading,
  type Change,
  callChecks,
  isToolError,
  pathOf,
  quoted,
  type TapeRow,
  toolChecks,
  toolNames,
  writesChecks,
} from '@svc/twin-kit';
import { partsOf } from '../mime/cache.ts';
import { headerValue } from '../mime/headers.ts';
import { methodsInBatch } from '../routes/batch.ts';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import type { Content } from '../world.ts';
import { texts } from './words.ts';

const isBatch = (row: TapeRow): boolean => /^\/batch(?:\/gmail\/v1)?(?:[?]|$)/.test(pathOf(row));
const textOf = (body: unknown): string => (typeof body === 'string' ? body : '');

const isWriting = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

/** A call that is no action, but was to change something by its method. Each of a batch has its own. */
function wasToWrite(row: TapeRow): boolean {
  if (isBatch(row)) {
    const methods = methodsInBatch(String(row.request_headers['content-type']), textOf(row.request_body));
    return (row.actions ?? []).some(({ tool }, at) => tool === null && isWriting(methods[at] ?? 'POST'));
  }
  return isWriting(row.method) && !pathOf(row).startsWith('/mcp');
}

/** The status of a call, and those of its parts: only the answer to a batch is a text with such lines. */
const statusesOf = (row: TapeRow): readonly number[] => [
  row.status,
  ...[...textOf(row.response_body).matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status)),
];

interface Envelope {
  error?: { message?: unknown; status?: unknown; errors?: { reason?: unknown }[] };
}

const said = ({ error }: Envelope): unknown[] => [
  error?.message,
  error?.status,
  ...(error?.errors ?? []).map(({ reason }) => reason),
];

/** The refusals among the answers to a batch, one a line. */
function envelopesIn(text: string): Envelope[] {
  return (
    text.match(/^\{"error".*$/gm)?.flatMap((line) => {
      try {
        return [JSON.parse(line) as Envelope];
      } catch {
        return [];
      }
    }) ?? []
  );
}

/** Messages, statuses and reasons of errors, over the API, in a batch and over MCP. */
function errorsOf(row: TapeRow): readonly string[] {
  type Result = { content?: { text?: unknown }[] };
  const body = (row.response_body ?? {}) as Envelope & Result & { result?: Result };
  const ofTool = isToolError(row) ? [body.result?.content ?? [], body.content ?? []].flat() : [];
  const all = [...[body, ...envelopesIn(textOf(body))].flatMap(said), ...ofTool.map(({ text }) => text)];
  return all.flatMap((one) => one ?? []) as string[];
}

const calls: CallReading = {
  twin: 'gmail',
  door: 'REST',
  tools: toolNames(operations, tools),
  batches: {
    batch_delete_messages: { of: 'delete_message', collection: 'messages' },
    batch_modify_messages: { of: 'modify_message', collection: 'messages' },
  },
  examples: ['get_message', 'send_message'],
  wasToWrite,
};

/** A mail is named by its subject, which stands in its content. */
function namedRecord({ collection, id, after }: Change): string {
  if (collection !== 'contents') return `${collection} ${id}`;
  const subject = after === null ? undefined : headerValue(partsOf(after as Content).fields, 'Subject');
  return `message ${id}${subject ? ` ${quoted(subject)}` : ''}`;
}

/** What was called, what was ever written, and what the agent answered. */
export const tapeChecks = [
  ...toolChecks(calls),
  ...callChecks(calls, { errorsOf, statusesOf, example: 'Requested entity was not found' }),
  ...writesChecks({
    twin: 'gmail',
    texts,
    bookkeeping: ['history', 'threads'],
    places: 'a mail or a draft, with all its parts, a label, a filter, a signature or the vacation reply',
    namedRecord,
  }),
  ...answerChecks('gmail'),
];
