import type { Chance } from '@svc/twin-kit/testing';
import type { Board, Deed, Row } from './history.ts';

/** Texts that are alike, and not. */
export const TEXTS = [
  'It fails here',
  'It **fails** here',
  'it fails here',
  "it's done",
  'it’s done',
  'SECRETX',
  'SEC\u200bRETX',
  'Nothing',
];
export const NEEDLES = ['fails here', 'It fails', "it's", 'it’s done', 'SECRETX', 'secretx', 'Nothing at all', 'o'];
const NAMES = ['bug', 'defect', 'Todo', 'Later', 'web', 'site'];

export const some = (board: Board, collection: string, chance: Chance): Row | undefined => {
  const records = board.all(collection);
  return records.length > 0 ? chance.of(records) : undefined;
};

/** Changes one record of a collection, where there is one. */
export const changing =
  (tool: string | null, collection: string, fields: (record: Row, board: Board, chance: Chance) => Row): Deed =>
  (board, chance) => {
    const record = some(board, collection, chance);
    if (record) board.change(collection, record, fields(record, board, chance));
    return tool;
  };

export const removing =
  (tool: string | null, collection: string): Deed =>
  (board, chance) => {
    const record = some(board, collection, chance);
    if (record) board.put(collection, record.id as string, (one) => one === record, null);
    return tool;
  };

/** Some of a collection's ids. */
const ids = (board: Board, collection: string, chance: Chance): unknown[] =>
  board.all(collection).flatMap(({ id }) => (chance.maybe(0.4) ? [id] : []));

/** A new name, where nothing else of the collection has it. */
const unused = (board: Board, collection: string, name: string, fields: (name: string) => Row): Row =>
  board.all(collection).some((one) => one.name === name) ? {} : fields(name);

/** Slack marks bold text by one asterisk. */
const bold = (text: string): string => text.replaceAll('**', '*');

const github: readonly Deed[] = [
  (board, chance) => {
    const [repository, like] = [some(board, 'repositories', chance), board.all('issues')[0]];
    const id = board.next();
    const issue = {
      ...like,
      id,
      repository_id: repository?.id,
      number: id,
      title: chance.of(TEXTS),
      label_ids: [],
      state: 'open',
    };
    board.put('issues', id, () => false, issue);
    return 'create_issue';
  },
  changing('update_issue', 'issues', (_one, _board, chance) => ({ title: chance.of(TEXTS) })),
  changing('update_issue', 'issues', (_one, _board, chance) => ({ state: chance.of(['open', 'closed']) })),
  changing('update_issue', 'issues', (_one, board, chance) => ({ label_ids: ids(board, 'labels', chance) })),
  (board, chance) => {
    const [issue, like] = [some(board, 'issues', chance), board.all('comments')[0]];
    const id = board.next();
    const made = { ...like, id, issue_id: issue?.id, repository_id: issue?.repository_id, body: chance.of(TEXTS) };
    if (issue) board.put('comments', id, () => false, made);
    return 'add_issue_comment';
  },
  changing(null, 'comments', (_one, _board, chance) => ({ body: chance.of(TEXTS) })),
  removing(null, 'comments'),
  changing(null, 'labels', (_one, _board, chance) => ({ name: chance.of(NAMES) })),
  changing(null, 'repositories', (_one, board, chance) =>
    unused(board, 'repositories', chance.of(NAMES), (name) => ({ name, full_name: `acme/${name}` })),
  ),
];

const linear: readonly Deed[] = [
  changing('update_issue', 'issues', (_one, _board, chance) => ({ title: chance.of(TEXTS) })),
  changing('update_issue', 'issues', (_one, board, chance) => ({ stateId: some(board, 'workflowStates', chance)?.id })),
  changing('update_issue', 'issues', (_one, board, chance) => ({ labelIds: ids(board, 'issueLabels', chance) })),
  changing('update_issue', 'issues', (_one, board, chance) => ({
    assigneeId: chance.maybe(0.3) ? null : some(board, 'users', chance)?.id,
  })),
  changing(null, 'issues', (_one, _board, chance) => ({ trashed: chance.maybe(0.5) ? true : null })),
  (board, chance) => {
    const [issue, like] = [some(board, 'issues', chance), board.all('comments')[0]];
    const id = `comment-${board.next()}`;
    if (issue && like) board.put('comments', id, () => false, { ...like, id, issueId: issue.id, body: chance.of(TEXTS) });
    return 'create_comment';
  },
  changing(null, 'comments', (_one, _board, chance) => ({ body: chance.of(TEXTS) })),
  removing(null, 'comments'),
  changing(null, 'issueLabels', (_one, _board, chance) => ({ name: chance.of(NAMES) })),
  changing(null, 'workflowStates', (_one, _board, chance) => ({ name: chance.of(NAMES) })),
];

const keyOf = ({ channel_id, ts }: Row): string => `${channel_id}/${ts}`;

const slack: readonly Deed[] = [
  (board, chance) => {
    const [channel, like] = [some(board, 'channels', chance), board.all('messages')[0]];
    const message = {
      ...like,
      channel_id: channel?.id,
      ts: `18${board.next()}.000100`,
      text: bold(chance.of(TEXTS)),
      blocks: [],
    };
    board.put('messages', keyOf(message), () => false, message);
    return 'slack_send_message';
  },
  (board, chance) => {
    const message = some(board, 'messages', chance);
    const edited = message && { ...message, text: bold(chance.of(TEXTS)), blocks: [] };
    if (edited) board.put('messages', keyOf(edited), (one) => one === message, edited);
    return null;
  },
  (board, chance) => {
    const message = some(board, 'messages', chance);
    if (message) board.put('messages', keyOf(message), (one) => one === message, null);
    return null;
  },
  changing(null, 'channels', (one, _board, chance) => ({ topic: { ...(one.topic as Row), value: chance.of(TEXTS) } })),
  changing(null, 'channels', (_one, board, chance) => unused(board, 'channels', chance.of(NAMES), (name) => ({ name }))),
  (board, chance) => {
    const [channel, user] = [some(board, 'channels', chance), some(board, 'users', chance)];
    const is = (one: Row): boolean => one.channel_id === channel?.id && one.user_id === user?.id;
    const known = board.all('memberships').find(is);
    const id = `${channel?.id}/${user?.id}`;
    board.put(
      'memberships',
      id,
      is,
      known ? null : { channel_id: channel?.id, user_id: user?.id, last_read: '0', is_open: true },
    );
    return null;
  },
];

export const deeds: Readonly<Record<string, readonly Deed[]>> = { github, linear, slack };
