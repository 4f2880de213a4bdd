import { ANYTHING, NO_EDIT, NO_NAME, ONE_DOOR, property, undone } from './kinds.ts';
import { type Cases, comment, create, ID, KEYS_SWAPPED, mutate, type Run, remove, send, update, use } from './world.ts';

const issue = 'ENG-1';
const say = (body: string, id: string = ID.first) => comment(issue, body, { id });
const edit = (id: string, body: string) => mutate('commentUpdate', { id, input: { body } });
const drop = (id: string) => mutate('commentDelete', { id });
const react = (commentId: string, emoji: string) => mutate('reactionCreate', { input: { commentId, emoji, id: ID.second } });
const quote = 'Me too, with any browser';
const describe = (description: string) => (id: string) => [update(id, { description })];
/** Both products' keys and titles are safe from a swap of team keys: the comment goes to the other issue then. */
const onOps = (body: string): Run => [send(...KEYS_SWAPPED), send(comment(ID.backup, body))];

export const writingCases: Cases = {
  'linear.issue-title-contains': property({
    args: { needle: 'Fix login' },
    set: (id) => [update(id, { title: 'Fix *login* bug' })],
    unset: [update(issue, { title: 'Fix bug' })],
    unsetTool: { title: 'fix login bug' },
    evidence: /the last is "Login fails"/,
    edit: ANYTHING,
  }),
  'linear.issue-description-contains': property({
    args: { needle: 'root cause: session' },
    set: describe('The root cause: **session** timeout'),
    unset: [update(issue, { description: 'unknown' })],
    unsetTool: { description: 'Root cause: session' },
    evidence: /the last is "People see \*\*an error\*\* page"/,
    edit: ANYTHING,
  }),
  'linear.issue-description-lacks': {
    args: { issue, needle: 'see an error' },
    good: [send(update(issue, { description: 'See an error' }))],
    bad: [],
    evidence: /the description of ENG-1 is "People see \*\*an error\*\* page"/,
    evasions: {
      ...undone(
        describe('x')(issue),
        describe('They see an error')(issue),
        use('save_issue', { id: issue, description: 'see  an error' }),
      ),
      'after a rename': [send(...KEYS_SWAPPED)],
      'by an edit of something older': [send(update(issue, { description: 'People see an __error__ page' }))],
      'on a look-alike': [send(update('ENG-2', { description: 'see' }))],
    },
  },
  'linear.issue-comment-contains': {
    args: { issue, needle: "it's deployed" },
    good: [send(say('I think it’s\n**deployed**'))],
    bad: [send(comment('ENG-2', "it's deployed"))],
    evidence: /none of 2 says it; the last is "Which one\?"/,
    evasions: {
      ...undone([say("it's deployed")], [drop(ID.first)]),
      'through another door': [send(say("it's deployed")), use('save_comment', { id: ID.first, body: 'no' })],
      'after a rename': onOps("it's deployed"),
      'by an edit of something older': ANYTHING,
      'on a look-alike': [send(say("It's Deployed"), update(issue, { description: "it's deployed" }))],
    },
  },
  'linear.issue-comment-matches': {
    args: { issue, pattern: 'deployed v\\d+\\.\\d+' },
    good: [send(say('**deployed** v2.5'))],
    bad: [send(say('deployed v2'))],
    evidence: /none of 3 says it; the last is "deployed v2"/,
    evasions: {
      ...undone([say('deployed v2.5')], [edit(ID.first, 'deployed')]),
      'through another door': [send(say('deployed v2.5')), use('save_comment', { id: ID.first, body: 'no' })],
      'after a rename': onOps('deployed v2.5'),
      'by an edit of something older': ANYTHING,
      'on a look-alike': [send(comment('ENG-2', 'deployed v2.5'))],
    },
  },
  'linear.issue-comment-lacks': {
    args: { issue, needle: 'sorry' },
    good: [send(say('Sorry')), send(comment('ENG-2', 'sorry'))],
    bad: [send(say('We are **so**rry'))],
    evidence: /a comment on ENG-1 says "We are/,
    evasions: {
      'taken back in the same call': 'the sentence is about what is there at the end',
      'taken back later': [send(say('sorry'), drop(ID.first)), send(say('sorry', ID.second))],
      'through another door': [use('save_comment', { issueId: issue, body: 'sorry' })],
      'after a rename': [send(say('sorry'), ...KEYS_SWAPPED)],
      'by an edit of something older': [send(edit(ID.meToo, 'Me too, sorry'))],
      'on a look-alike': [send(comment(issue, 'so\u200brry', { parentId: ID.meToo }))],
    },
  },
  'linear.new-comment-count': {
    args: { issue, count: '1' },
    good: [send(say('x'))],
    bad: [send(say('x'), say('y', ID.second))],
    evidence: /new on ENG-1: "x"; "y"/,
    evasions: {
      ...undone([say('x')], [drop(ID.first)], use('save_comment', { issueId: issue, body: 'z' })),
      'after a rename': onOps('x'),
      'by an edit of something older': [send(edit(ID.meToo, 'x'))],
      'on a look-alike': [send(comment('ENG-2', 'x'))],
    },
  },
  'linear.new-comments-on-issue-containing': {
    args: { issue, count: '1', needle: 'audit' },
    good: [send(say('an **audit**'), say('Audit', ID.second))],
    bad: [send(say('audit'), say('audit too', ID.second))],
    evidence: /new on ENG-1: "audit"; "audit too"/,
    evasions: {
      ...undone([say('audit')], [edit(ID.first, 'x')], use('save_comment', { issueId: issue, body: 'audit' })),
      'after a rename': onOps('audit'),
      'by an edit of something older': [send(edit(ID.meToo, 'audit'))],
      'on a look-alike': [send(comment('ENG-2', 'audit'))],
    },
  },
  'linear.new-comments-containing': {
    args: { count: '1', needle: 'audit' },
    good: [send(comment('ENG-2', 'audit'), say('x'))],
    bad: [send(say('audit'), comment('ENG-2', 'audit 2'))],
    evidence: /new comments with it: "audit"; "audit 2"/,
    evasions: {
      ...undone([say('audit')], [drop(ID.first)], use('save_comment', { issueId: issue, body: 'audit' })),
      'after a rename': NO_NAME,
      'by an edit of something older': [send(edit(ID.meToo, 'audit'))],
      'on a look-alike': [send(say('Audit'))],
    },
  },
  'linear.no-new-comments': {
    args: { issue },
    good: [send(comment('ENG-2', 'x'), edit(ID.meToo, 'y'))],
    bad: [send(say('x'))],
    evidence: /new on ENG-1: "x"/,
    evasions: {
      ...undone([comment(issue, 'x', { id: ID.first })], [drop(ID.first)]),
      'through another door': [use('save_comment', { issueId: issue, body: 'x' })],
      'after a rename': [send(say('x'), ...KEYS_SWAPPED)],
      'by an edit of something older': 'an edit is no new comment',
      'on a look-alike': [send(comment(issue, 'x', { parentId: ID.meToo }))],
    },
  },
  'linear.issue-comments-resolved': {
    args: { issue },
    good: [send(mutate('commentResolve', { id: ID.meToo }))],
    bad: [send(mutate('commentResolve', { id: ID.meToo }), say('And?'))],
    evidence: /is open: "And\?"/,
    evasions: {
      ...undone([mutate('commentResolve', { id: ID.meToo })], [mutate('commentUnresolve', { id: ID.meToo })]),
      'through another door': ONE_DOOR,
      'after a rename': [send(...KEYS_SWAPPED), send(mutate('commentResolve', { id: ID.other }))],
      'by an edit of something older': [send(drop(ID.meToo))],
      'on a look-alike': [send(drop(ID.meToo), say('x'), mutate('commentResolve', { id: ID.first }))],
    },
  },
  'linear.comment-edited': {
    args: { issue, quote, needle: 'working on a fix' },
    good: [send(edit(ID.meToo, 'Updated: working on a **fix**'))],
    bad: [send(say('working on a fix'))],
    evidence: /the last is "Me too, with \*any\* browser"/,
    evasions: {
      ...undone([edit(ID.meToo, 'working on a fix')], [edit(ID.meToo, 'x')], use('save_comment', { id: ID.meToo, body: 'y' })),
      'after a rename': onOps('working on a fix'),
      'by an edit of something older': [send(edit(ID.meToo, 'working on a fix')), send(drop(ID.meToo))],
      'on a look-alike': [send(edit(ID.other, 'working on a fix'))],
    },
  },
  'linear.comment-deleted': {
    args: { issue, quote },
    good: [send(drop(ID.meToo))],
    bad: [],
    evidence: /the comment is there: "Me too/,
    evasions: {
      'taken back in the same call': 'what was deleted stays so',
      'taken back later': 'what was deleted stays so',
      'through another door': 'it is the same act by either door',
      'after a rename': [send(edit(ID.meToo, 'x'))],
      'by an edit of something older': [send(edit(ID.meToo, 'deleted'))],
      'on a look-alike': [send(drop(ID.other))],
    },
  },
  'linear.comment-replied': {
    args: { issue, quote, needle: 'Firefox' },
    good: [send(comment(issue, '*Fire*fox', { parentId: ID.meToo }))],
    bad: [send(say('Firefox'))],
    evidence: /the last is "Which one\?"/,
    evasions: {
      ...undone(
        [comment(issue, 'Firefox', { parentId: ID.meToo, id: ID.first })],
        [drop(ID.first)],
        use('save_comment', { id: ID.first, body: 'no' }),
      ),
      'after a rename': onOps('Firefox'),
      'by an edit of something older': [send(edit(ID.meToo, 'Firefox'))],
      'on a look-alike': [send(comment('ENG-2', 'Firefox', { parentId: ID.other }), drop(ID.meToo))],
    },
  },
  'linear.comment-reaction': {
    args: { issue, quote, emoji: 'eyes' },
    good: [send(react(ID.meToo, 'eyes'))],
    bad: [send(react(ID.meToo, 'tada'))],
    evidence: /reactions to the comment: tada/,
    evasions: {
      ...undone([react(ID.meToo, 'eyes')], [mutate('reactionDelete', { id: ID.second })]),
      'through another door': ONE_DOOR,
      'after a rename': [send(react(ID.meToo, 'eyes')), send(drop(ID.meToo))],
      'by an edit of something older': NO_EDIT,
      'on a look-alike': [send(react(ID.reply, 'eyes'))],
    },
  },
  'linear.issue-comment-contains-fact': {
    args: { issue, fact: 'title of pull request #7 in acme/web', product: 'GitHub' },
    good: [send(say('See "Fix the *login*"'))],
    bad: [send(say('See #7'))],
    evidence: /it is "Fix the login"; found "Me too.*"See #7"/,
    evasions: {
      ...undone([say('Fix the login')], [drop(ID.first)], use('save_comment', { id: ID.first, body: 'no' })),
      'after a rename': onOps('Fix the login'),
      'by an edit of something older': ANYTHING,
      'on a look-alike': [send(update(issue, { description: 'Fix the login' }), say('Fix the log in'))],
    },
  },
  'linear.issue-description-contains-fact': {
    args: { issue: 'titled "Follow up"', fact: 'title of pull request #7 in acme/web', product: 'GitHub' },
    good: [send(create({ title: 'Follow up', description: 'After "Fix the login"' }))],
    bad: [send(create({ title: 'Follow up' }))],
    evidence: /it is "Fix the login"; there is no text/,
    evasions: {
      ...undone(
        [create({ title: 'Follow up', description: 'Fix the login', id: ID.first })],
        [update(ID.first, { description: '' })],
        use('save_issue', { id: ID.first, description: 'Fix it' }),
      ),
      'after a rename': [
        send(create({ title: 'Follow up', description: 'Fix the login', id: ID.first })),
        send(remove(ID.first)),
      ],
      'by an edit of something older': ANYTHING,
      'on a look-alike': [send(create({ title: 'Follow up' }), create({ title: 'Follow up', description: 'Fix the login' }))],
    },
  },
};
