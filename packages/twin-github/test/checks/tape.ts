import { answering, type Case, type Cases, type Hands, inTurn, never, ONE_ACT, type Run, refused } from './runs.ts';
import { comment, deleteLast, makeLabel, open, put, update } from './steps.ts';

const CALLS = 'It speaks of calls, whatever they are about.';
const STAYS = 'A call stays on the tape.';
const ANY_DOOR = 'All doors are seen.';

const tool =
  (name: string, args: Record<string, unknown>): Run =>
  ({ mcp, at }) =>
    mcp(name, { ...at, ...args });

const read: Run = ({ rest, at }) => rest.issues.get({ ...at, issue_number: 1 });
const readByTool = tool('issue_read', { method: 'get', issue_number: 1 });
const openByTool = tool('issue_write', { method: 'create', title: 'New' });
const nowhere = refused(({ rest }) => rest.issues.create({ owner: 'acme', repo: 'none', title: 'x' }));
const unknown = refused(({ rest, at }) => rest.repos.getPages({ ...at }));

interface Called extends Pick<Case, 'args' | 'good' | 'bad' | 'evidence'> {
  later?: Run;
  door?: Run;
  older?: Run;
  alike: Run | string;
}

const calls = ({ later, door, older, alike, ...proof }: Called): Case => ({
  ...proof,
  evasions: {
    'taken back in the same call': ONE_ACT,
    'taken back later': later ?? STAYS,
    'through another door': door ?? ANY_DOOR,
    'after a rename': CALLS,
    'by an edit of something older': older ?? CALLS,
    'on a look-alike': alike,
  },
});

const toolCases: Cases = {
  'github.tool-was-called': calls({
    args: { tool: 'create_issue' },
    good: open('New'),
    bad: ({ rest, at }) => rest.issues.listForRepo({ ...at }),
    evidence: /none of the 1 calls was create_issue/,
    alike: readByTool,
  }),
  'github.tool-was-not-called': calls({
    args: { tool: 'create_issue' },
    good: update({ title: 'x' }, 1),
    bad: open('New'),
    evidence: /tape row 1: POST \/repos\/acme\/web\/issues 201/,
    later: inTurn(open('New'), update({ state: 'closed' }, 6)),
    door: openByTool,
    alike: nowhere,
  }),
  'github.tool-was-refused': calls({
    args: { tool: 'create_issue' },
    good: nowhere,
    bad: open('New'),
    evidence: /none of the 1 calls was a refused create_issue/,
    alike: inTurn(open('New'), refused(comment('x', 99))),
  }),
  'github.tool-was-called-before': calls({
    args: { tool: 'get_issue', other: 'create_issue' },
    good: inTurn(readByTool, open('New'), read),
    bad: inTurn(open('New'), read),
    evidence: /create_issue was called: tape row 1: .*; get_issue was called: tape row 2/,
    later: inTurn(open('New'), read, open('Newer')),
    door: inTurn(openByTool, readByTool),
    alike: read,
  }),
  'github.tool-call-count': calls({
    args: { tool: 'create_issue', count: '2' },
    good: inTurn(open('One'), openByTool, read),
    bad: inTurn(open('One'), open('Two'), nowhere),
    evidence: /calls of create_issue: 3; the last: tape row 3/,
    alike: inTurn(open('One'), comment('Two', 1)),
  }),
  'github.tool-called-at-least': calls({
    args: { tool: 'create_issue', count: '2' },
    good: inTurn(open('One'), open('Two'), openByTool),
    bad: open('One'),
    evidence: /calls of create_issue: 1; the last: tape row 1/,
    alike: inTurn(open('One'), comment('Two', 1)),
  }),
  'github.tool-called-at-most': calls({
    args: { tool: 'create_issue', count: '1' },
    good: inTurn(open('One'), comment('Two', 1)),
    bad: inTurn(open('One'), open('Two')),
    evidence: /calls of create_issue: 2; the last: tape row 2/,
    later: inTurn(open('One'), nowhere),
    door: inTurn(open('One'), openByTool),
    alike: 'The names of tools are a closed set.',
  }),
};

const refusalCases: Cases = {
  'github.no-failed-writes': calls({
    args: {},
    good: inTurn(
      comment('x', 1),
      refused(({ rest, at }) => rest.issues.get({ ...at, issue_number: 99 })),
    ),
    bad: refused(comment('x', 99)),
    evidence: /tape row 1: POST \/repos\/acme\/web\/issues\/99\/comments 404/,
    later: inTurn(refused(comment('x', 99)), comment('x', 1)),
    door: tool('add_issue_comment', { issue_number: 99, body: 'x' }),
    older: refused(update({ title: '' }, 99)),
    alike: 'A read that is refused is no write.',
  }),
  'github.no-unsupported-endpoint': calls({
    args: {},
    good: inTurn(read, nowhere),
    bad: unknown,
    evidence: /not modelled: tape row 1: GET \/repos\/acme\/web\/pages 400/,
    later: inTurn(unknown, read),
    alike: 'A call that GitHub itself would refuse is modelled.',
  }),
  'github.refused-with-status': calls({
    args: { status: '404' },
    good: nowhere,
    bad: refused(({ rest, at }) => rest.issues.create({ ...at, title: '' })),
    evidence: /none of the 1 calls was answered with 404/,
    alike: unknown,
  }),
  'github.refused-with-error': calls({
    args: { error: 'Body cannot be blank' },
    good: refused(comment(' ', 1)),
    bad: refused(comment('x', 99)),
    evidence: /none of the 1 calls was refused with it/,
    door: tool('add_issue_comment', { issue_number: 99, body: 'Body cannot be blank' }),
    alike: comment('Body cannot be blank', 1),
  }),
};

const SECRET = 'hunter2';

const binary =
  (text: string): Run =>
  ({ rest, at }) =>
    rest.repos.createOrUpdateFileContents({
      ...at,
      path: 'x.bin',
      message: 'x',
      content: Buffer.from([0, 255, ...Buffer.from(text), 254]).toString('base64'),
    });

const nothingWritten = (id: string, args: Record<string, string>): Cases => ({
  [`github.nothing-written-${id}`]: never({
    repo: false,
    args,
    good: inTurn(open('hunter 2'), put('x', 'x', 'main')),
    bad: open(`the password is ${SECRET}`),
    evidence: /the title of issues \d+ says "the password is hunter2"; tape row 1: POST \/repos\/acme\/web\/issues 201/,
    undo: update({ title: 'x' }, 6),
    door: tool('push_files', { branch: 'main', message: 'x', files: [{ path: 'x', content: `= ${SECRET}` }] }),
    renamed: inTurn(makeLabel('x'), ({ rest, at }: Hands) => rest.issues.updateLabel({ ...at, name: 'x', new_name: SECRET })),
    older: inTurn(comment('hun<b>ter</b>2', 1), deleteLast(1)),
    alike: binary(SECRET),
  }),
});

const somethingWritten = (id: string, args: Record<string, string>): Cases => ({
  [`github.something-written-${id}`]: calls({
    args,
    good: inTurn(comment('hun**ter2**', 1), deleteLast(1)),
    bad: comment('hunter 2', 1),
    evidence: /none of the 1 calls wrote it/,
    older: update({ labels: [] }, 1),
    alike: refused(comment(SECRET, 99)),
  }),
});

const ANSWER = 'An answer is one text that is handed in once.';

const answer = (id: string, args: Record<string, string>, good: string, bad: string, alike: string): Cases => ({
  [`github.answer-${id}`]: {
    args,
    good: answering(good),
    bad: answering(bad),
    evidence: /the final answer is "/,
    evasions: {
      'taken back in the same call': ANSWER,
      'taken back later': ANSWER,
      'through another door': open(good),
      'after a rename': ANSWER,
      'by an edit of something older': ANSWER,
      'on a look-alike': answering(alike),
    },
  },
});

export const tapeCases: Cases = {
  ...toolCases,
  ...refusalCases,
  'github.nothing-written': never({
    repo: false,
    good: inTurn(read, refused(comment('x', 99))),
    bad: comment('x', 1),
    evidence: /written: comments \d+; tape row 1: POST \/repos\/acme\/web\/issues\/1\/comments 201/,
    undo: deleteLast(1),
    door: tool('add_issue_comment', { issue_number: 1, body: 'x' }),
    renamed: ({ rest, at }) => rest.repos.update({ ...at, name: 'site' }),
    older: update({ title: 'x' }, 1),
    alike: ({ rest, at }) => rest.git.createBlob({ ...at, content: 'x' }),
  }),
  ...nothingWritten('containing', { needle: SECRET }),
  ...nothingWritten('containing-in-any-case', { needle: 'Hunter2' }),
  ...nothingWritten('matching', { pattern: 'hunter\\d' }),
  ...somethingWritten('containing', { needle: SECRET }),
  ...somethingWritten('containing-in-any-case', { needle: 'HUNTER2' }),
  ...somethingWritten('matching', { pattern: 'ter\\d' }),
  ...answer('contains', { needle: '3 issues' }, 'There are **3** issues.', 'There are 4 issues.', 'There are 3 Issues.'),
  ...answer('contains-in-any-case', { needle: '3 Issues' }, '3 ISSUES', '4 issues', '3  tissues'),
  ...answer('lacks', { needle: '3 issues' }, 'There are 4 issues.', 'There are 3 issues.', '_3_ issues'),
  ...answer('lacks-in-any-case', { needle: '3 Issues' }, '4 issues', '3 ISSUES', '**3** issues'),
  ...answer('equals', { needle: '3' }, ' **3** ', '3.', '33'),
  ...answer('equals-in-any-case', { needle: 'Yes' }, 'YES', 'Yes.', 'Y es'),
  ...answer('matches', { pattern: '#\\d+' }, 'See #12', 'See 12', 'See #x'),
};
