import type { CheckCase } from '@svc/twin-kit/testing';
import {
  batch,
  type Call,
  draft,
  drop,
  FIRST,
  ID,
  insert,
  type Letter,
  type Run,
  redraft,
  type Step,
  send,
  sendDraft,
} from './world.ts';

/** Why an evasion can't be tried. */
export const DONE = 'the sentence is about what was done at all, whatever became of it';
export const AT_THE_END = 'the sentence is about what is so at the end';
export const NO_NAME = 'the sentence names nothing that can be renamed';
export const ONE_DOOR = 'it has one door';
export const NO_EDIT = 'the sentence is about what is there, however it came to be';
export const NEVER_RENAMED = 'subjects and addresses of messages never change';

/** A sentence on mail that was sent. */
export function sent({
  args,
  good,
  bad,
  evidence,
  lookAlikes,
  before = [],
}: {
  args: Readonly<Record<string, string>>;
  good: Letter;
  bad: Letter;
  evidence: RegExp;
  /** Mails that differ from the good one in one thing each. */
  lookAlikes: readonly Letter[];
  before?: Run;
}): CheckCase<Run> {
  return {
    args,
    good: [...before, send({ to: 'dan@example.com', subject: 'First' }), send(good)],
    bad: [...before, send(bad)],
    evidence,
    evasions: {
      'taken back in the same call': DONE,
      'taken back later': DONE,
      'through another door': [...before, insert(good, 'SENT'), batch(insert(good, 'SENT', 'INBOX'))],
      'after a rename': [...before, draft(good)],
      'by an edit of something older': [...before, redraft(ID.plan, good)],
      'on a look-alike': [...before, ...lookAlikes.map(send)],
    },
  };
}

/** The ways in which a mail goes out and seems not to have. */
export const sentAnyhow = (letter: Letter) => ({
  'taken back in the same call': [batch(send(letter), drop(FIRST))] as Run,
  'taken back later': [send(letter), drop(FIRST)] as Run,
  'through another door': [draft(letter), sendDraft(ID.newDraft)] as Run,
  'by an edit of something older': [redraft(ID.plan, letter), sendDraft(ID.plan)] as Run,
});

/** A sentence on mail that was never sent. */
export const neverSent = (
  args: Readonly<Record<string, string>>,
  good: Run,
  bad: Letter,
  evidence: RegExp,
  lookAlike: Letter | string,
): CheckCase<Run> => ({
  args,
  good: [...good, draft(bad), insert(bad, 'SENT')],
  bad: [send(bad)],
  evidence,
  evasions: {
    ...sentAnyhow(bad),
    'after a rename': NO_NAME,
    'on a look-alike': typeof lookAlike === 'string' ? lookAlike : [send(lookAlike)],
  },
});

/** A sentence on what is there at the end, that some calls make true and others untrue again. */
export const property = ({
  args,
  set,
  unset,
  unsetTool,
  bad = [],
  evidence,
  rename = NO_NAME,
  edit = NO_EDIT,
  lookAlike,
}: {
  args: Readonly<Record<string, string>>;
  set: readonly Call[];
  unset: readonly Call[];
  unsetTool?: Step;
  bad?: Run;
  evidence: RegExp;
  rename?: Run | string;
  edit?: Run | string;
  lookAlike: Run | string;
}): CheckCase<Run> => ({
  args,
  good: set,
  bad,
  evidence,
  evasions: {
    'taken back in the same call': [batch(...set, ...unset)],
    'taken back later': [...set, ...unset],
    'through another door': unsetTool ? [...set, unsetTool] : ONE_DOOR,
    'after a rename': rename,
    'by an edit of something older': edit,
    'on a look-alike': lookAlike,
  },
});
