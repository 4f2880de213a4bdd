import {
  act,
  all,
  brieflySay,
  type Cases,
  call,
  edit,
  ephemeral,
  FIRST,
  general,
  inNamesake,
  later,
  ONE_ACT,
  OWN,
  OWN_OTHER,
  remove,
  rename,
  type Steps,
  say,
  tool,
  upload,
} from './run.ts';

const pin = (timestamp: string, channel = 'C0GENERAL'): Steps => call('pins.add', { channel, timestamp });
const unpin = (timestamp: string): Steps => call('pins.remove', { channel: 'C0GENERAL', timestamp });
const first = { message: 'checkout fails', ...general };

/** Nine in the morning of a day that the vendor still takes. */
const MORNING = new Date(Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000 + 9 * 3_600_000);
const time = MORNING.toISOString().replace(':00.000Z', 'Z');
const at = (text: string, seconds = 0, channel = 'C0GENERAL'): Steps =>
  call('chat.scheduleMessage', { channel, text, post_at: MORNING.getTime() / 1000 + seconds });
const unschedule =
  (channel = 'C0GENERAL'): Steps =>
  async (twin) => {
    const { scheduled_messages } = await act(twin, 'chat.scheduledMessages.list', { channel });
    await act(twin, 'chat.deleteScheduledMessage', { channel, scheduled_message_id: scheduled_messages[0].id });
  };

const addBookmark = (title: string, link: string, channel_id = 'C0GENERAL'): Steps =>
  call('bookmarks.add', { channel_id, title, type: 'link', link });
const RUNBOOK = 'https://example.com/runbook';

const draft = (message: string, channel_id = 'C0GENERAL'): Steps => tool('slack_send_message_draft', { channel_id, message });
const remind = (text: string): Steps => call('reminders.add', { text, time: 'tomorrow' });
const changeCanvas =
  (markdown: string, operation = 'insert_at_end'): Steps =>
  async (twin) => {
    const { canvases } = await twin.state();
    const changes = [{ operation, document_content: { type: 'markdown', markdown } }];
    await act(twin, 'canvases.edit', { canvas_id: canvases[0].id, changes });
  };
const deleteFile: Steps = async (twin) => {
  const { files } = await twin.state();
  await act(twin, 'files.delete', { file: files.at(-1).id });
};

const seemingScheduled = {
  'taken back in the same call': ONE_ACT,
  'taken back later': all(at('Soon!'), unschedule()),
  'through another door': say('Soon!'),
  'after a rename': inNamesake((id) => at('Soon!', 0, id)),
  'by an edit of something older': edit('Soon!'),
  'on a look-alike': at('Soon!', 0, 'C0OTHER'),
};

export const cases: Cases = {
  'slack.message-pinned': {
    args: first,
    good: pin(FIRST),
    bad: all(pin('1700000010.000100'), pin(OWN_OTHER, 'C0OTHER')),
    evidence: /none of 2 pins in #general is a message "checkout fails"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(pin(FIRST), unpin(FIRST)),
      'through another door': call('stars.add', { channel: 'C0GENERAL', timestamp: FIRST }),
      'after a rename': inNamesake((id) => async (twin) => {
        const { ts } = await act(twin, 'chat.postMessage', { channel: id, text: 'The checkout fails' });
        await pin(ts, id)(twin);
      }),
      'by an edit of something older': edit('The checkout fails'),
      'on a look-alike': async (twin) => {
        const { ts } = await act(twin, 'chat.postMessage', { channel: 'C0GENERAL', text: 'The checkout fails' });
        await pin(ts)(twin);
      },
    },
  },
  'slack.message-not-pinned': {
    args: { message: 'Status', ...general },
    good: unpin(OWN),
    bad: pin(FIRST),
    evidence: /pinned: message 1700000020\.000100 in #general/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(unpin(OWN), pin(OWN)),
      'through another door': remove(OWN),
      'after a rename': rename('moved'),
      'by an edit of something older': edit('Nothing'),
      'on a look-alike': all(say('Status: open'), edit('Nothing')),
    },
  },
  'slack.bookmark-exists': {
    args: { ...general, title: 'Runbook', link: RUNBOOK },
    good: addBookmark('Runbook', RUNBOOK),
    bad: addBookmark('Runbook', 'https://example.com/'),
    evidence: /the bookmarks of #general are: "Runbook" to https:\/\/example\.com\//,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': async (twin) => {
        const { bookmark } = await act(twin, 'bookmarks.add', {
          channel_id: 'C0GENERAL',
          title: 'Runbook',
          type: 'link',
          link: RUNBOOK,
        });
        await act(twin, 'bookmarks.remove', { channel_id: 'C0GENERAL', bookmark_id: bookmark.id });
      },
      'through another door': say(`Runbook ${RUNBOOK}`),
      'after a rename': inNamesake((id) => addBookmark('Runbook', RUNBOOK, id)),
      'by an edit of something older': 'a bookmark that is edited to be so is one.',
      'on a look-alike': all(addBookmark('Runbooks', RUNBOOK), addBookmark('Runbook', RUNBOOK, 'C0OTHER')),
    },
  },
  'slack.file-shared': {
    args: { file: 'report.csv', ...general },
    good: upload('report.csv', 'a'),
    bad: upload('other.csv', 'report.csv'),
    evidence: /#general has the files: "other\.csv"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(upload('report.csv', 'a'), deleteFile),
      'through another door': say('report.csv'),
      'after a rename': inNamesake((id) => upload('report.csv', 'a', id)),
      'by an edit of something older': 'files cannot be renamed.',
      'on a look-alike': upload('report.csv', 'a', 'C0OTHER'),
    },
  },
  'slack.file-contains': {
    args: { needle: 'id,total', ...general },
    good: upload('x.csv', 'id,total\n1,2'),
    bad: upload('id,total.csv', 'a,b'),
    evidence: /none of the files of #general contains it: "id,total\.csv"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(upload('x.csv', 'id,total'), deleteFile),
      'through another door': say('id,total'),
      'after a rename': inNamesake((id) => upload('x.csv', 'id,total', id)),
      'by an edit of something older': edit('id,total'),
      'on a look-alike': all(upload('x.csv', 'id,total', 'C0OTHER'), upload('x.bin', 'id,total')),
    },
  },
  'slack.canvas-contains': {
    args: { title: 'Plan', needle: 'Then the rest' },
    good: changeCanvas('Then **the rest**'),
    bad: changeCanvas('Then the last'),
    evidence: /canvas F\w+ does not contain it/,
    evasions: {
      'taken back in the same call': async (twin) => {
        const { canvases } = await twin.state();
        const content = (markdown: string) => ({ document_content: { type: 'markdown', markdown } });
        const changes = [
          { operation: 'insert_at_end', ...content('Then the rest') },
          { operation: 'replace', ...content('Nothing') },
        ];
        await act(twin, 'canvases.edit', { canvas_id: canvases[0].id, changes });
      },
      'taken back later': all(changeCanvas('Then the rest'), changeCanvas('Nothing', 'replace')),
      'through another door': say('Then the rest'),
      'after a rename': async (twin) => {
        const { canvases } = await twin.state();
        const changes = [{ operation: 'rename', title_content: { type: 'markdown', markdown: 'Old plan' } }];
        await act(twin, 'canvases.edit', { canvas_id: canvases[0].id, changes });
        const document_content = { type: 'markdown', markdown: 'Then the rest' };
        await act(twin, 'canvases.create', { title: 'Plan', document_content });
      },
      'by an edit of something older': edit('Then the rest'),
      'on a look-alike': call('canvases.create', {
        title: 'Plans',
        document_content: { type: 'markdown', markdown: 'Then the rest' },
      }),
    },
  },
  'slack.message-scheduled': {
    args: { needle: 'Soon', ...general },
    good: later('Soon!'),
    bad: later('Later'),
    evidence: /none of 1 messages scheduled for #general is it: for \S+: "Later"/,
    evasions: seemingScheduled,
  },
  'slack.message-scheduled-at': {
    args: { needle: 'Soon', ...general, time },
    good: at('Soon!', 59),
    bad: at('Soon!', 60),
    evidence: /none of 1 messages scheduled for #general is it: for \S+T09:01:00Z: "Soon!"/,
    evasions: { ...seemingScheduled, 'by an edit of something older': at('Later') },
  },
  'slack.draft-exists': {
    args: { needle: 'Soon', ...general },
    good: draft('**Soon**!'),
    bad: draft('Later'),
    evidence: /none of 1 drafts for #general contains it/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': async (twin) => {
        await draft('Soon')(twin);
        const { drafts } = await twin.state();
        await tool('slack_send_message', { channel_id: 'C0GENERAL', message: 'Soon', draft_id: drafts[0].id })(twin);
      },
      'through another door': all(say('Soon'), ephemeral('Soon')),
      'after a rename': inNamesake((id) => draft('Soon', id)),
      'by an edit of something older': edit('Soon'),
      'on a look-alike': all(draft('Soon', 'C0OTHER'), brieflySay('Soon')),
    },
  },
  'slack.reminder-exists': {
    args: { needle: 'Call Ada', user: '@bot' },
    good: remind('Call Ada!'),
    bad: remind('Call Ben'),
    evidence: /none of 1 reminders of @bot contains it/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': async (twin) => {
        const { reminder } = await act(twin, 'reminders.add', { text: 'Call Ada', time: 'tomorrow' });
        await act(twin, 'reminders.complete', { reminder: reminder.id });
      },
      'through another door': later('Call Ada'),
      'after a rename': 'reminders have no names, and user names cannot be changed by an agent.',
      'by an edit of something older': edit('Call Ada'),
      'on a look-alike': remind('Call Bob, not Ada'),
    },
  },
};
