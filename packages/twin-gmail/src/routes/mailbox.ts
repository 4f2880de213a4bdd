import { currentHistoryId, type HistoryRequest, listHistory } from '../actions/history.ts';
import { requireLabels } from '../actions/labels-of.ts';
import { InvalidArgument } from '../errors.ts';
import { renderHistory } from '../render/history.ts';
import { mailboxOf } from '../world.ts';
import { operation } from './operation.ts';

const DAY_MS = 86_400_000;
/** Reference of `WatchResponse`: a watch ends after seven days. */
const WATCH_MS = 7 * DAY_MS;

export const mailboxOperations = [
  operation('gmail.users.getProfile', {
    mutates: false,
    action: 'get_profile',
    handle: ({ world }) => ({
      emailAddress: mailboxOf(world).emailAddress,
      messagesTotal: world.messages.size,
      threadsTotal: world.threads.size,
      historyId: String(currentHistoryId(world)),
    }),
  }),
  operation<HistoryRequest>('gmail.users.history.list', {
    mutates: false,
    action: 'list_history',
    handle({ world }, { query }) {
      const { records, nextPageToken, historyId } = listHistory(world, query);
      return {
        ...(records.length > 0 && { history: records.map((record) => renderHistory(record, query.historyTypes)) }),
        ...(nextPageToken && { nextPageToken }),
        historyId: String(historyId),
      };
    },
  }),
  // No notification is ever sent: there is no Pub/Sub here to send it to.
  operation<object, { topicName?: string; labelIds?: string[] }>('gmail.users.watch', {
    fidelity: 'shape',
    mutates: false,
    action: 'watch',
    handle({ world, now }, { body }) {
      const { topicName = '', labelIds = [] } = body;
      if (!/^projects\/[^/]+\/topics\/[^/]+$/.test(topicName)) {
        throw new InvalidArgument(`Invalid topicName does not match projects/<project>/topics/*`);
      }
      requireLabels(world, labelIds);
      return { historyId: String(currentHistoryId(world)), expiration: String(now + WATCH_MS) };
    },
  }),
  operation('gmail.users.stop', { fidelity: 'shape', mutates: false, action: 'stop_watch', handle: () => undefined }),
];
