import { type Cases, inTurn, there } from './runs.ts';
import { comment, deleteLast, open, update } from './steps.ts';

const other = { fact: 'title of issue ENG-7', product: 'Linear' };
const TITLE = 'Fix the login';

/** Texts of this product that repeat what another one has. */
export const factCases: Cases = {
  'github.issue-comment-contains-fact': there({
    args: { issue: '1', ...other },
    good: comment(`See "Fix **the** login"`, 1),
    bad: comment('See "Fix the logout"', 1),
    evidence: /it is "Fix the login"; found "It fails for me"; "See "Fix the logout""/,
    undo: deleteLast(1),
    alike: comment(TITLE, 2),
  }),
  'github.issue-body-contains-fact': there({
    args: { issue: '1', ...other },
    good: update({ body: `See ${TITLE}` }, 1),
    bad: update({ body: 'See fix the login' }, 1),
    evidence: /it is "Fix the login"; found "See fix the login"/,
    undo: update({ body: 'x' }, 1),
    alike: inTurn(update({ title: TITLE }, 1), update({ body: TITLE }, 2)),
  }),
  'github.issue-titled-body-contains-fact': there({
    args: { title: 'New', ...other },
    good: open('New', { body: `See ${TITLE}` }),
    bad: open('New', { body: 'See' }),
    evidence: /it is "Fix the login"; found "See"/,
    undo: update({ body: 'x' }, 6),
    alike: inTurn(open('New'), open(TITLE, { body: TITLE })),
  }),
  'github.pull-request-comment-contains-fact': there({
    args: { pull: '3', ...other },
    good: comment(TITLE, 3),
    bad: comment('Fix', 3),
    evidence: /it is "Fix the login"; found "It fails for me"; "Fix"; "Why two\?"/,
    undo: deleteLast(3),
    alike: comment(TITLE, 5),
  }),
};
