import { InvalidArgument, NotFound } from '../errors.ts';
import { FIRST_HISTORY_ID } from '../ids.ts';
import type { GmailWorld, HistoryRecord, HistoryType } from '../world.ts';
import { type PageRequest, pageSize, readToken, tokenOf } from './pages.ts';

/** The mailbox's current history id. */
export function currentHistoryId(world: GmailWorld): number {
  return world.history.by.list.page('all', { limit: 1, reverse: true })[0]?.id ?? FIRST_HISTORY_ID - 1;
}

export interface HistoryRequest extends PageRequest {
  startHistoryId?: string | undefined;
  historyTypes?: readonly HistoryType[] | undefined;
  labelId?: string | undefined;
}

export interface HistoryPage {
  records: readonly Readonly<HistoryRecord>[];
  nextPageToken: string | undefined;
  historyId: number;
}

/** What a record says of each type. */
export function typesOf(record: Readonly<HistoryRecord>): HistoryType[] {
  return [
    ...(record.message === 'added' ? (['messageAdded'] as const) : []),
    ...(record.message === 'deleted' ? (['messageDeleted'] as const) : []),
    ...(record.labelsAdded.length > 0 ? (['labelAdded'] as const) : []),
    ...(record.labelsRemoved.length > 0 ? (['labelRemoved'] as const) : []),
  ];
}

/**
 * What happened to messages after a history id, oldest first.
 *
 * @throws NotFound for an id that the mailbox no longer or not yet has, as the reference says
 */
export function listHistory(world: GmailWorld, request: HistoryRequest): HistoryPage {
  const { startHistoryId, historyTypes, labelId } = request;
  if (startHistoryId === undefined) throw new InvalidArgument('Missing required parameter: startHistoryId');
  const historyId = currentHistoryId(world);
  const start = Number(startHistoryId);
  if (start < FIRST_HISTORY_ID - 1 || start > historyId) throw new NotFound();
  const wanted = (record: Readonly<HistoryRecord>): boolean => {
    if (labelId !== undefined && ![...record.labelIds, ...record.labelsRemoved].includes(labelId)) return false;
    return !historyTypes || historyTypes.length === 0 || typesOf(record).some((type) => historyTypes.includes(type));
  };
  const size = pageSize(request);
  const after = readToken(request.pageToken)?.at ?? start;
  // Records are numbered without gaps, so the number is the place.
  let offset = Math.max(0, after - FIRST_HISTORY_ID + 1);
  const records: Readonly<HistoryRecord>[] = [];
  for (;;) {
    const chunk = world.history.by.list.page('all', { offset, limit: size + 1 });
    records.push(...chunk.filter(wanted));
    offset += chunk.length;
    if (chunk.length <= size || records.length > size) break;
  }
  const shown = records.slice(0, size);
  const last = shown.at(-1);
  const more = records.length > size && last !== undefined;
  return { records: shown, nextPageToken: more ? tokenOf({ at: last.id, id: 'history' }) : undefined, historyId };
}
