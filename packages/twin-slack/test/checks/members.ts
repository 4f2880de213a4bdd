import {
  act,
  all,
  type Cases,
  call,
  create,
  inNew,
  invite,
  kick,
  nothing,
  ONE_ACT,
  open,
  other,
  rename,
  type Steps,
  say,
  tell,
  withUser,
} from './run.ts';

const ben = { user: '@ben', ...other };
const cleo = { user: '@cleo', ...other };

/** People come into, or go from, another channel that took the name #other. */
const inOther = (next: (id: string) => Steps): Steps => all(rename('moved', 'C0OTHER'), inNew('other', next));
const NO_NAMES = 'user names cannot be changed by an agent; display names are not read.';

const memberships: Cases = {
  'slack.user-in-channel': {
    args: cleo,
    good: invite('cleo'),
    bad: nothing,
    evidence: /@cleo \(U\w+\) is not in #other/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(invite('cleo'), kick('cleo')),
      'through another door': tell(['ada', 'ben', 'cleo'], 'x'),
      'after a rename': inOther((id) => invite('cleo', id)),
      'by an edit of something older': say('@cleo has joined', 'C0OTHER'),
      'on a look-alike': inNew('other-2', (id) => invite('cleo', id)),
    },
  },
  'slack.user-not-in-channel': {
    args: ben,
    good: kick('ben'),
    bad: kick('ada'),
    evidence: /@ben \(U\w+\) is in #other/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(kick('ben'), invite('ben')),
      'through another door': call('conversations.leave', { channel: 'C0OTHER' }),
      'after a rename': all(rename('moved', 'C0OTHER'), create('other')),
      'by an edit of something older': call('conversations.archive', { channel: 'C0OTHER' }),
      'on a look-alike': inNew('other-2', (id) => all(invite('ben', id), kick('ben', id))),
    },
  },
  'slack.channel-members': {
    args: { ...other, users: '@cleo, @ada' },
    good: all(invite('cleo'), kick('ben')),
    bad: invite('cleo'),
    evidence: /the members of #other are (?:@\w+, ){2}@\w+/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(invite('cleo'), kick('ben'), invite('ben')),
      'through another door': open('ada', 'cleo'),
      'after a rename': inOther((id) => all(invite('cleo', id), invite('ada', id))),
      'by an edit of something older': kick('ben'),
      'on a look-alike': all(kick('ben'), kick('ada'), invite('cleo')),
    },
  },
  'slack.user-added': {
    args: cleo,
    good: all(invite('cleo'), rename('moved', 'C0OTHER')),
    bad: nothing,
    evidence: /@cleo is not in #other/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(invite('cleo'), kick('cleo')),
      'through another door': tell(['cleo'], 'Join #other'),
      'after a rename': inOther((id) => invite('cleo', id)),
      'by an edit of something older': all(kick('ben'), invite('ben')),
      'on a look-alike': inNew('other-2', (id) => invite('cleo', id)),
    },
  },
  'slack.user-removed': {
    args: ben,
    good: kick('ben'),
    bad: kick('ada'),
    evidence: /@ben is in #other/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(kick('ben'), invite('ben')),
      'through another door': call('conversations.leave', { channel: 'C0OTHER' }),
      'after a rename': inOther((id) => all(invite('ben', id), kick('ben', id))),
      'by an edit of something older': say('@ben has left', 'C0OTHER'),
      'on a look-alike': inNew('other-2', (id) => all(invite('ben', id), kick('ben', id))),
    },
  },
};

const counts: Cases = {
  'slack.user-added-count': {
    args: { user: '@cleo', count: '2' },
    good: all(invite('cleo'), open('cleo'), open('ben')),
    bad: all(invite('cleo'), invite('cleo', 'C0VAULT'), open('cleo')),
    evidence: /@cleo came to be in 3: #\w+; /,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(invite('cleo'), invite('cleo', 'C0VAULT'), kick('cleo')),
      'through another door': all(invite('cleo'), say('@cleo', 'C0VAULT')),
      'after a rename': NO_NAMES,
      'by an edit of something older': all(invite('cleo'), kick('ben'), invite('ben')),
      'on a look-alike': all(invite('cleo'), invite('ben', 'C0VAULT')),
    },
  },
  'slack.user-added-count-at-least': {
    args: { user: '@cleo', count: '2' },
    good: all(invite('cleo'), invite('cleo', 'C0VAULT'), open('cleo')),
    bad: invite('cleo'),
    evidence: /@cleo came to be in 1: #other/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(invite('cleo'), invite('cleo', 'C0VAULT'), kick('cleo')),
      'through another door': all(invite('cleo'), say('@cleo', 'C0VAULT')),
      'after a rename': NO_NAMES,
      'by an edit of something older': all(invite('cleo'), kick('ben'), invite('ben')),
      'on a look-alike': all(invite('cleo'), invite('ben', 'C0VAULT')),
    },
  },
  'slack.added-to-channel-count-at-least': {
    args: { count: '2', channel: '#vault' },
    good: all(invite('ben', 'C0VAULT'), invite('cleo', 'C0VAULT')),
    bad: invite('ben', 'C0VAULT'),
    evidence: /1 came to be in #vault: @ben/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(invite('ben', 'C0VAULT'), invite('cleo', 'C0VAULT'), kick('cleo', 'C0VAULT')),
      'through another door': all(invite('ben', 'C0VAULT'), open('ada', 'cleo')),
      'after a rename': all(
        rename('moved', 'C0VAULT'),
        inNew('vault', (id) => all(invite('ben', id), invite('cleo', id))),
      ),
      'by an edit of something older': all(invite('ben', 'C0VAULT'), kick('ada', 'C0VAULT'), invite('ada', 'C0VAULT')),
      'on a look-alike': all(invite('ben', 'C0VAULT'), invite('cleo')),
    },
  },
  'slack.added-somewhere-count-at-least': {
    args: { count: '2' },
    good: all(invite('ben', 'C0VAULT'), invite('cleo')),
    bad: invite('cleo'),
    evidence: /1 came to be in channels: @cleo in #other/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(invite('ben', 'C0VAULT'), invite('cleo'), kick('cleo')),
      'through another door': all(invite('cleo'), open('cleo')),
      'after a rename': all(rename('moved'), rename('elsewhere', 'C0OTHER')),
      'by an edit of something older': all(invite('cleo'), kick('ben'), invite('ben')),
      'on a look-alike': all(invite('cleo'), open('ada', 'ben', 'cleo')),
    },
  },
  'slack.no-member-added': {
    args: other,
    good: all(invite('ben', 'C0VAULT'), kick('ben')),
    bad: invite('cleo'),
    evidence: /@cleo was added to; tape row 2: POST \/conversations\.invite|@cleo was added to; tape row 1/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(invite('cleo'), kick('cleo')),
      'through another door': withUser('conversations.invite', 'cleo', { channel: 'C0OTHER', force: true }, 'users'),
      'after a rename': all(rename('moved', 'C0OTHER'), invite('cleo')),
      'by an edit of something older': all(kick('ben'), invite('ben')),
      'on a look-alike': all(
        call('conversations.leave', { channel: 'C0OTHER' }),
        call('conversations.join', { channel: 'C0OTHER' }),
      ),
    },
  },
  'slack.no-member-removed': {
    args: other,
    good: all(invite('cleo'), invite('ben', 'C0VAULT'), kick('ben', 'C0VAULT')),
    bad: kick('ben'),
    evidence: /@ben was removed from; tape row 1: POST \/conversations\.kick/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(kick('ben'), invite('ben')),
      'through another door': call('conversations.leave', { channel: 'C0OTHER' }),
      'after a rename': all(rename('moved', 'C0OTHER'), kick('ben')),
      'by an edit of something older': all(invite('cleo'), kick('cleo')),
      'on a look-alike': kick('ada'),
    },
  },
};

const profile = (fields: Record<string, unknown>, name?: string): Steps =>
  name === undefined
    ? (twin) => act(twin, 'users.profile.set', { profile: fields })
    : withUser('users.profile.set', name, { profile: fields });
const setGroup =
  (...names: readonly string[]): Steps =>
  async (twin) => {
    const { usergroups } = await twin.state();
    const users = (await Promise.all(names.map((name) => twin.user(name)))).join(',');
    await act(twin, 'usergroups.users.update', { usergroup: usergroups[0].id, users });
  };
const makeGroup = (handle: string, name = handle): Steps => call('usergroups.create', { name, handle });
const changeGroup =
  (method: string, args: Record<string, unknown> = {}): Steps =>
  async (twin) => {
    const { usergroups } = await twin.state();
    await act(twin, method, { usergroup: usergroups.at(-1).id, ...args });
  };

const people: Cases = {
  'slack.profile-field': {
    args: { field: 'status text', user: '@bot', value: 'On leave' },
    good: profile({ status_text: 'On leave', status_emoji: ':palm_tree:' }),
    bad: profile({ status_text: 'On leave!' }),
    evidence: /the status text of @bot is "On leave!"/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(profile({ status_text: 'On leave' }), profile({ status_text: '' })),
      'through another door': profile({ title: 'On leave' }),
      'after a rename': profile({ display_name: 'On leave' }),
      'by an edit of something older': say('On leave'),
      'on a look-alike': profile({ status_text: 'On leave' }, 'ben'),
    },
  },
  'slack.usergroup-exists': {
    args: { handle: '@night' },
    good: makeGroup('night'),
    bad: makeGroup('nights'),
    evidence: /there is no user group @night/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(makeGroup('night'), changeGroup('usergroups.disable')),
      'through another door': create('night'),
      'after a rename': all(makeGroup('night'), changeGroup('usergroups.update', { handle: 'day' })),
      'by an edit of something older': changeGroup('usergroups.update', { name: 'night' }),
      'on a look-alike': makeGroup('nightly', 'night'),
    },
  },
  'slack.usergroup-members': {
    args: { handle: '@oncall', users: '@ben, @cleo' },
    good: all(setGroup('cleo', 'ben'), changeGroup('usergroups.update', { handle: 'moved' })),
    bad: setGroup('ada', 'ben', 'cleo'),
    evidence: /the members of @oncall are @ada, @ben, @cleo/,
    evasions: {
      'taken back in the same call': ONE_ACT,
      'taken back later': all(setGroup('ben', 'cleo'), setGroup('ada')),
      'through another door': all(invite('cleo'), tell(['ben', 'cleo'], 'On call')),
      'after a rename': async (twin) => {
        await changeGroup('usergroups.update', { handle: 'moved' })(twin);
        const { usergroup } = await act(twin, 'usergroups.create', { name: 'Next', handle: 'oncall' });
        const users = `${await twin.user('ben')},${await twin.user('cleo')}`;
        await act(twin, 'usergroups.users.update', { usergroup: usergroup.id, users });
      },
      'by an edit of something older': changeGroup('usergroups.update', { description: '@ben, @cleo' }),
      'on a look-alike': setGroup('ben'),
    },
  },
};

export const cases: Cases = { ...memberships, ...counts, ...people };
