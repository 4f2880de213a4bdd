/** What can be done and said on Gmail. */
import { changing, removing, some, TEXTS } from './deeds.ts';
import type { Deed, Row, World } from './history.ts';
import { bearers, COUNT, didIn, equal, holdsAsTyped, of, type Sentence, same, sentence, TEXT, writesIn } from './oracle.ts';

const letter = (subject: string, text: string) => ({ from: 'ben@example.com', to: 'ada@example.com', subject, text });

export const gmailSeed = {
  emailAddress: 'ada@example.com',
  labels: ['bug', 'Docs'],
  messages: [
    { ...letter('It fails here', 'It fails here'), labels: ['INBOX', 'bug'] },
    { ...letter('Nothing', "it's done"), labels: ['INBOX'] },
    { ...letter('Nothing', 'Nothing'), labels: ['TRASH'] },
  ],
};
export const GMAIL_TOOLS = ['send_message', 'trash_message', 'get_message'];
export const GMAIL_VALUES = ['ada@example.com', 'ben@example.com', 'eve@example.com', 'INBOX', 'TRASH', 'Docs'];
const ADDRESSES = ['ben@example.com', 'eve@example.com'];
const NAMES = ['bug', 'defect', 'Docs', 'Later'];

const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** A mail as it is sent, in base64 where its words are. */
const written = (to: string, subject: string, text: string): string =>
  [
    'From: ada@example.com',
    `To: ${to}`,
    `Subject: =?UTF-8?B?${encoded(subject)}?=`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    encoded(text),
  ].join('\r\n');

const labelIds = ({ labelIds: ids }: Row): string[] => ids as string[];

export const gmailDeeds: readonly Deed[] = [
  (board, chance) => {
    const like = board.all('messages')[0];
    if (!like) return 'send_message';
    const id = board.next().toString(16).padStart(16, '0');
    const [to, subject, text] = [chance.of(ADDRESSES), chance.of(TEXTS), chance.of(TEXTS)];
    const own = { id, threadId: id, labelIds: ['SENT'], subject, to: [{ name: '', address: to }], cc: [], bcc: [] };
    board.put('messages', id, () => false, { ...like, ...own });
    const raw = Buffer.from(written(to, subject, text)).toString('base64url');
    board.put('contents', id, () => false, { id, raw, text });
    return 'send_message';
  },
  changing('trash_message', 'messages', (one) => ({ labelIds: [...labelIds(one).filter((id) => id !== 'INBOX'), 'TRASH'] })),
  changing(null, 'messages', (one) => ({ labelIds: labelIds(one).filter((id) => id !== 'TRASH') })),
  changing(null, 'messages', (one, board, chance) => {
    const label = String(some(board, 'labels', chance)?.id);
    const others = labelIds(one).filter((id) => id !== label);
    return { labelIds: others.length < labelIds(one).length ? others : [...others, label] };
  }),
  removing(null, 'messages'),
  (board, chance) => {
    const [name, id] = [chance.of(NAMES), `Label_${board.next()}`];
    const like = board.all('labels').find(({ type }) => type === 'user');
    const isTaken = board.all('labels').some((one) => equal(one.name, name));
    if (like && !isTaken) board.put('labels', id, () => false, { ...like, id, name });
    return null;
  },
];

const ADDRESS = /[^\s@"]+@[^\s@"]+/;

/** The mails of a subject in the world at the end: those that the seed has, else newer ones. */
const titled = (seed: World, final: World, subject: string): Row[] =>
  bearers(of(seed, 'messages'), of(final, 'messages'), (one) => same(one.subject, subject));

const labelOf = (seed: World, final: World, label: string): Row | undefined =>
  bearers(of(seed, 'labels'), of(final, 'labels'), (one) => equal(one.id, label) || equal(one.name, label))[0];

const inTrash = (message: Row): boolean => labelIds(message).includes('TRASH');

/** The mails that calls sent, each with what it says. */
const sentIn = (calls: Parameters<typeof writesIn>[0]): { message: Row; text: unknown }[] =>
  calls.flatMap(didIn).flatMap(({ tool, writes }) =>
    tool === 'send_message'
      ? writes.flatMap(({ collection, after }) =>
          collection === 'messages' && after
            ? [
                {
                  message: after,
                  text: writes.find((one) => one.collection === 'contents' && one.id === after.id)?.after?.text,
                },
              ]
            : [],
        )
      : [],
  );
const goesTo = ({ message }: { message: Row }, address: string): boolean =>
  (message.to as Row[]).some((one) => one.address === address);

export const gmailSentences: readonly Sentence[] = [
  sentence('The message "~" has the label "~".', [TEXT, TEXT], 'end', ([subject = '', label = ''], { seed, final }) => {
    const meant = labelOf(seed, final, label);
    return titled(seed, final, subject).some((one) => meant !== undefined && labelIds(one).includes(String(meant.id)));
  }),
  sentence('The message "~" does not have the label "~".', [TEXT, TEXT], 'end', ([subject = '', label = ''], { seed, final }) => {
    const [there, meant] = [titled(seed, final, subject), labelOf(seed, final, label) ?? labelOf(seed, seed, label)];
    return there.length > 0 && meant !== undefined && !there.some((one) => labelIds(one).includes(String(meant.id)));
  }),
  sentence('The message "~" exists and is not in the trash.', [TEXT], 'end', ([subject = ''], { seed, final }) =>
    titled(seed, final, subject).some((one) => !inTrash(one)),
  ),
  sentence('The label "~" exists.', [TEXT], 'end', ([label = ''], { final }) => labelOf(final, final, label) !== undefined),
  sentence('There is no label "~".', [TEXT], 'end', ([label = ''], { final }) => labelOf(final, final, label) === undefined),
  sentence('Exactly ~ messages were sent.', [COUNT], 'calls', ([count], { calls }) => sentIn(calls).length === Number(count)),
  sentence('No mail was sent to ~.', [ADDRESS], 'calls', ([address = ''], { calls }) =>
    sentIn(calls).every((one) => !goesTo(one, address)),
  ),
  sentence('A message sent to ~ contains "~".', [ADDRESS, TEXT], 'calls', ([address = '', needle = ''], { calls }) =>
    sentIn(calls).some(
      (one) => goesTo(one, address) && [one.message.subject, one.text].some((text) => holdsAsTyped(text, needle)),
    ),
  ),
  sentence('No message was deleted or moved to the trash.', [], 'calls and seed', (_, { seed, calls }) =>
    writesIn(calls).every(({ collection, id, before, after }) => {
      const isOld = of(seed, 'messages').some((one) => one.id === id);
      return collection !== 'messages' || !isOld || !before || (after !== null && (!inTrash(after) || inTrash(before)));
    }),
  ),
  sentence('No label was created, changed or deleted.', [], 'calls', (_, { calls }) =>
    writesIn(calls).every(({ collection }) => collection !== 'labels'),
  ),
  sentence('Nothing that was written contains "~".', [TEXT], 'calls', ([needle = ''], { calls }) =>
    writesIn(calls).every(({ collection, before, after }) => {
      if (collection === 'labels') return holdsAsTyped(before?.name, needle) || !holdsAsTyped(after?.name, needle);
      const subject = writesIn(calls).find((one) => one.collection === 'messages' && one.id === after?.id)?.after?.subject;
      return collection !== 'contents' || ![subject, after?.text].some((text) => holdsAsTyped(text, needle));
    }),
  ),
];
