import {
  type CallReading,
  calledChecks,
  defineTapeCheck,
  failed,
  firstRow,
  namedRow,
  noFailedWrites,
  passed,
  type TapeRow,
  toolNames,
  writesOf,
} from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import type { Comment, Issue } from '../world.ts';
import { quoted } from './find.ts';
import { needle } from './params.ts';

/** Where people write to each other. */
const COMMENTS = new Set(['comments', 'commit_comments', 'review_comments', 'reviews']);

/** What all of them have; a comment on a commit has no issue. */
type AnyComment = Pick<Comment, 'id' | 'body'> & Partial<Pick<Comment, 'issue_id'>>;

/** The comment that a call wrote with this text in it, and the number of its issue. */
function writtenComment(row: TapeRow, text: string): { comment: AnyComment; issue: number | undefined } | undefined {
  const changes = writesOf(row);
  const change = changes.find(
    ({ collection, after }) => COMMENTS.has(collection) && (after as AnyComment | null)?.body.includes(text),
  );
  if (!change) return undefined;
  const comment = change.after as AnyComment;
  const issue = changes.find(({ collection, id }) => collection === 'issues' && id === comment.issue_id)?.after as
    | Issue
    | undefined;
  return { comment, issue: issue?.number };
}

const calls: CallReading = {
  twin: 'github',
  door: 'REST',
  tools: toolNames(operations, tools),
  examples: ['get_issue', 'create_issue'],
};

export const tapeChecks = [
  ...calledChecks(calls),
  noFailedWrites(calls),
  defineTapeCheck({
    id: 'github.no-comment-containing',
    template: 'No comment containing "{needle}" was written.',
    description:
      'No comment or review, on whatever it may be, was written or changed to hold the text, not even one that was deleted later.',
    compares: 'the text of each comment that a call wrote with {needle}',
    params: { needle },
    scan: (args) =>
      firstRow(
        (row) => {
          const written = writtenComment(row, args.needle);
          if (!written) return undefined;
          const where = written.issue === undefined ? '' : ` on issue #${written.issue}`;
          return `comment ${written.comment.id}${where} says ${quoted(written.comment.body, args.needle)}; ${namedRow(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote such a comment`)),
      ),
  }),
  defineTapeCheck({
    id: 'github.nothing-written-containing',
    template: 'Nothing that was written contains "{needle}".',
    description: 'No call put the text into the world: not into a comment, an issue, a pull request, a file or a commit.',
    compares: 'every record that a call wrote with {needle}',
    params: { needle },
    scan: (args) =>
      firstRow(
        (row) => {
          const change = writesOf(row).find(({ after }) => holdsText(after, args.needle));
          return change && `${change.collection} ${change.id} contains it; ${namedRow(row)}`;
        },
        (found, rows) => (found ? failed(found) : passed(`none of the ${rows} calls wrote it`)),
      ),
  }),
];

/** Whether any text in a record holds this one. */
function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some((inner) => holdsText(inner, text));
}
