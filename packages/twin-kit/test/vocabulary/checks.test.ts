import {
  answerChecks,
  type CallReading,
  callChecks,
  MARKDOWN,
  passage,
  type TapeRow,
  textReader,
  toolChecks,
  writesChecks,
} from '@svc/twin-kit';
import { type CheckCase, describeChecks } from '../../testing/describe-checks.ts';
import { called, document, mcp, refusedDocument, refusedMcp, row, takenBack, task, writing, wrote } from './rows.ts';

const calls: CallReading = {
  twin: 'tasks',
  door: 'REST',
  tools: new Map([
    ['get_task', false],
    ['create_task', true],
    ['delete_task', true],
    ['save_task', true],
  ]),
  examples: ['get_task', 'create_task'],
};

const texts = textReader((collection, record) => {
  const { title, note } = record as ReturnType<typeof task>;
  return collection === 'tasks' ? [passage('title', title), passage('note', note ?? '', MARKDOWN)] : [];
});

const checks = [
  ...toolChecks(calls),
  ...callChecks(calls, {
    errorsOf: ({ response_body }) =>
      (response_body as { error?: string } | null)?.error ? [(response_body as { error: string }).error] : [],
    example: 'title_missing',
  }),
  ...writesChecks({ twin: 'tasks', texts, bookkeeping: ['views'], places: 'a task' }),
  ...answerChecks('tasks'),
];

/** The calls of a run, or the answer at its end. */
type Run = readonly TapeRow[] | string;

const ORDER = 'the tape has what came first, whatever became of it';
const NO_NAMES = 'the sentence names nothing that can be renamed';
const OPPOSITE = 'the sentence is about what was done at all: doing it in such a way makes it true';
const ANSWER = 'an answer is one text that is handed in once';

const positive = { 'taken back in the same call': OPPOSITE, 'taken back later': OPPOSITE, 'through another door': OPPOSITE };
const noAnswer = {
  'taken back in the same call': ANSWER,
  'taken back later': ANSWER,
  'through another door': ANSWER,
  'after a rename': ANSWER,
  'by an edit of something older': ANSWER,
};
const names = { 'after a rename': NO_NAMES, 'by an edit of something older': ORDER };

const cases: Record<string, CheckCase<Run>> = {
  'tasks.tool-was-called': {
    args: { tool: 'create_task' },
    good: [document('get_task', 'create_task')],
    bad: called('get_task'),
    evidence: /none of the 1 calls was create_task/,
    evasions: { ...positive, ...names, 'on a look-alike': called('create_task_list') },
  },
  'tasks.tool-was-not-called': {
    args: { tool: 'delete_task' },
    good: called('get_task'),
    bad: called('get_task', 'delete_task'),
    evidence: /delete_task was called: tape row 2: POST \/tasks 200/,
    evasions: {
      ...names,
      'taken back in the same call': [document('create_task', 'delete_task')],
      'taken back later': called('delete_task', 'create_task'),
      'through another door': [mcp('delete_task')],
      'on a look-alike': 'the names of tools are a closed set',
    },
  },
  'tasks.tool-was-refused': {
    args: { tool: 'delete_task' },
    good: [refusedMcp('delete_task')],
    bad: called('delete_task'),
    evidence: /none of the 1 calls was a refused delete_task/,
    evasions: {
      ...positive,
      ...names,
      'on a look-alike': [refusedDocument('create_task'), document('delete_task'), row({ status: 404, tool: 'get_task' })],
    },
  },
  'tasks.tool-was-called-before': {
    args: { tool: 'get_task', other: 'create_task' },
    good: [document('get_task', 'create_task')],
    bad: called('create_task', 'get_task'),
    evidence: /create_task was called: tape row 1.*get_task was called: tape row 2/,
    evasions: {
      ...names,
      'taken back in the same call': [document('create_task', 'get_task')],
      'taken back later': called('create_task', 'delete_task', 'get_task', 'create_task'),
      'through another door': [mcp('create_task'), ...called('get_task', 'create_task')],
      'on a look-alike': called('get_task'),
    },
  },
  'tasks.tool-call-count': {
    args: { tool: 'create_task', count: '2' },
    good: [document('create_task', 'create_task')],
    bad: called('create_task'),
    evidence: /calls of create_task: 1; the last: tape row 1/,
    evasions: {
      ...names,
      'taken back in the same call': [document('create_task', 'create_task', 'create_task')],
      'taken back later': called('create_task', 'create_task', 'delete_task', 'create_task'),
      'through another door': [...called('create_task', 'create_task'), mcp('create_task', { tool: 'create_task' })],
      'on a look-alike': called('create_task', 'get_task'),
    },
  },
  'tasks.tool-called-at-least': {
    args: { tool: 'create_task', count: '2' },
    good: called('create_task', 'create_task'),
    bad: called('create_task'),
    evidence: /calls of create_task: 1/,
    evasions: { ...positive, ...names, 'on a look-alike': called('create_task', 'get_task') },
  },
  'tasks.tool-called-at-most': {
    args: { tool: 'create_task', count: '1' },
    good: called('create_task', 'get_task'),
    bad: called('create_task', 'create_task'),
    evidence: /calls of create_task: 2/,
    evasions: {
      ...names,
      'taken back in the same call': [document('create_task', 'delete_task', 'create_task')],
      'taken back later': called('create_task', 'delete_task', 'create_task'),
      'through another door': [mcp('save_task', { tool: 'create_task' }), mcp('create_task', { tool: 'create_task' })],
      'on a look-alike': 'the names of tools are a closed set',
    },
  },
  'tasks.no-failed-writes': {
    args: {},
    good: [...called('create_task'), row({ tool: 'get_task', status: 404 }), mcp('initialize')],
    bad: [row({ tool: 'create_task', status: 422 })],
    evidence: /refused: tape row 1: POST \/tasks 422/,
    evasions: {
      ...names,
      'taken back in the same call': [refusedDocument('get_task', 'create_task')],
      'taken back later': [row({ tool: 'create_task', status: 422 }), ...called('create_task')],
      'through another door': [refusedMcp('save_task')],
      'on a look-alike': [row({ status: 401 })],
    },
  },
  'tasks.no-unsupported-endpoint': {
    args: {},
    good: [row({ status: 404 })],
    bad: [...called('get_task'), row({ status: 501, fidelity: 'unsupported' })],
    evidence: /not modelled: tape row 1: POST \/tasks 501/,
    evasions: {
      ...names,
      'taken back in the same call': 'one call has one answer',
      'taken back later': [row({ fidelity: 'unsupported' }), ...called('get_task')],
      'through another door': [mcp('share_task', { fidelity: 'unsupported' })],
      'on a look-alike': 'the tape marks the calls',
    },
  },
  'tasks.refused-with-status': {
    args: { status: '404' },
    good: [...called('get_task'), row({ status: 404 })],
    bad: [row({ status: 403 })],
    evidence: /none of the 1 calls was answered with 404/,
    evasions: { ...positive, ...names, 'on a look-alike': [row({ status: 405, path: '/s/ses_1/404' })] },
  },
  'tasks.refused-with-error': {
    args: { error: 'title_missing' },
    good: [row({ status: 422, response_body: { error: 'title_missing: give one' } })],
    bad: [row({ status: 422, response_body: { error: 'title_taken' } })],
    evidence: /none of the 1 calls was refused with it/,
    evasions: { ...positive, ...names, 'on a look-alike': [row({ response_body: { title: 'title_missing' } })] },
  },
  'tasks.nothing-written': {
    args: {},
    good: [...called('get_task'), writing(wrote({ id: 1 }, null, 'views'))],
    bad: [writing(wrote(task('x')))],
    evidence: /written: tasks 1; tape row 1/,
    evasions: {
      'taken back in the same call': [takenBack(wrote(task('x')), wrote(null, task('x')))],
      'taken back later': [writing(wrote(task('x'))), writing(wrote(null, task('x')))],
      'through another door': [{ ...mcp('save_task'), state_delta: [wrote(task('x'))] }],
      'after a rename': NO_NAMES,
      'by an edit of something older': [writing(wrote(task('y'), task('x')))],
      'on a look-alike': [writing(wrote({ id: 1 }, null, 'views'), wrote(task('x')))],
    },
  },
  ...written('containing', { needle: 'sk_live' }, 'key: sk_live_1', 'key: SK_LIVE_1', 'key: sk_\u200blive_1'),
  ...written('containing-in-any-case', { needle: 'SK_live' }, 'key: sk_LIVE_1', 'key: sk live 1', 'key: **sk**_live_1'),
  ...written('matching', { pattern: 'sk_[a-z]+_\\d' }, 'key: sk_live_1', 'key: sk_live_x', 'key: sk_`test`_4'),
  ...answered('contains', { needle: 'is done' }, 'It is **done**.', 'It Is Done'),
  ...answered('contains-in-any-case', { needle: 'Is Done' }, 'it is done', 'it is not done'),
  ...answered('lacks', { needle: 'done' }, 'It is Done', 'It is d**one**'),
  ...answered('lacks-in-any-case', { needle: 'Done' }, 'It is open', 'It is dOne'),
  ...answered('equals', { needle: '42' }, ' **42**\n', '142'),
  ...answered('equals-in-any-case', { needle: 'Yes' }, 'yes', 'yes!'),
  ...answered('matches', { pattern: '^The (total|sum) is \\d+' }, 'The sum is 4', 'The product is 4'),
};

/** Both sentences on one way of looking for a text in what was written. */
function written(id: string, args: Record<string, string>, text: string, other: string, hidden: string) {
  const note = (said: string) => ({ ...task('plan'), note: said });
  const bad = [writing(wrote(note(text)))];
  const good = [writing(wrote(note(other)))];
  const negative: CheckCase<Run> = {
    args,
    // Untouched text isn't written, and what is taken away even less.
    good: [...good, writing(wrote({ ...note(text), seenAt: 2 }, note(text))), writing(wrote(note(other), note(text)))],
    bad,
    evidence: /the note of tasks 1 says "key: .*; tape row 1/,
    evasions: {
      'taken back in the same call': [takenBack(wrote(note(text)), wrote(note(other), note(text)))],
      'taken back later': [...bad, writing(wrote(null, note(text)))],
      'through another door': [{ ...mcp('save_task'), state_delta: [wrote(note(text))] }],
      'after a rename': [writing(wrote(task(text)))],
      'by an edit of something older': [writing(wrote(note(`${text} `), note(text)))],
      'on a look-alike': [writing(wrote(note(hidden)))],
    },
  };
  const positiveCase: CheckCase<Run> = {
    args,
    good: bad,
    bad: good,
    evidence: /none of the 1 calls wrote it/,
    evasions: {
      ...positive,
      'after a rename': NO_NAMES,
      'by an edit of something older': [writing(wrote({ ...note(text), seenAt: 2 }, note(text)))],
      'on a look-alike': [writing(wrote({ id: 1, title: text, note: text }, null, 'views'))],
    },
  };
  return { [`tasks.nothing-written-${id}`]: negative, [`tasks.something-written-${id}`]: positiveCase };
}

function answered(id: string, args: Record<string, string>, good: string, bad: string): Record<string, CheckCase<Run>> {
  const evasions = { ...noAnswer, 'on a look-alike': '\u200b' };
  return { [`tasks.answer-${id}`]: { args, good, bad, evidence: /the final answer is "/, evasions } };
}

describeChecks<Run>({
  twin: { id: 'tasks', checks },
  cases,
  record: async (run) => (typeof run === 'string' ? { seed: {}, final: {}, answer: run } : { seed: {}, final: {}, tape: run }),
});
