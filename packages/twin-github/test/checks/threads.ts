import { type Cases, inTurn, there } from './runs.ts';
import { comment, deleteLast, editLast, renameLabel, update } from './steps.ts';

/** An issue and a pull request that are alike in all that both have, with another one of its kind beside each. */
interface Kind {
  /** Begins the ids. */
  id: string;
  slot: string;
  number: number;
  other: number;
  noun: string;
}

const issue: Kind = { id: 'issue', slot: 'issue', number: 1, other: 2, noun: 'issue' };
const pull: Kind = { id: 'pull-request', slot: 'pull', number: 3, other: 5, noun: 'pull request' };

const named = ({ noun, number }: Kind): string => `${noun} acme/web#${number}`;

function facts(kind: Kind): Cases {
  const { id, slot, number, other } = kind;
  const thread = { [slot]: String(number) };
  const swapLabels = inTurn(renameLabel('bug', 'old'), renameLabel('wontfix', 'bug'));
  return {
    [`github.${id}-has-label`]: there({
      args: { ...thread, label: 'Question' },
      good: update({ labels: ['bug', 'question'] }, number),
      bad: update({ labels: ['bug', 'invalid'] }, number),
      evidence: new RegExp(`labels of ${named(kind)}: "bug"; "invalid"`),
      undo: update({ labels: ['bug'] }, number),
      renamed: inTurn(renameLabel('question', 'query'), renameLabel('bug', 'question')),
      alike: update({ labels: ['question'] }, other),
    }),
    [`github.${id}-lacks-label`]: there({
      args: { ...thread, label: 'bug' },
      good: update({ labels: [] }, number),
      bad: update({ labels: [] }, other),
      evidence: new RegExp(`labels of ${named(kind)}: "bug"`),
      undo: update({ labels: ['bug'] }, number),
      renamed: renameLabel('bug', 'defect'),
    }),
    [`github.${id}-has-exactly-labels`]: there({
      args: { ...thread, labels: '"question", "bug"' },
      good: update({ labels: ['bug', 'question'] }, number),
      bad: update({ labels: ['bug', 'question', 'invalid'] }, number),
      evidence: new RegExp(`labels of ${named(kind)}: "bug"; "question"; "invalid"`),
      undo: update({ labels: ['question'] }, number),
      renamed: inTurn(swapLabels, update({ labels: ['bug', 'question'] }, number)),
      alike: update({ labels: ['bug', 'question'] }, other),
    }),
    [`github.${id}-assigned-to`]: there({
      args: { ...thread, login: 'Ada' },
      good: update({ assignees: ['ada', 'ben'] }, number),
      bad: update({ assignees: ['ben'] }, number),
      evidence: new RegExp(`assignees of ${named(kind)}: "ben"`),
      undo: update({ assignees: ['ben'] }, number),
      alike: update({ assignees: ['ada'] }, other),
    }),
    [`github.${id}-in-milestone`]: there({
      args: { ...thread, milestone: 'v2' },
      good: update({ milestone: 2 }, number),
      bad: update({ milestone: 1 }, number),
      evidence: new RegExp(`milestone of ${named(kind)}: "v1"`),
      undo: update({ milestone: 1 }, number),
      renamed: async ({ rest, at }) => {
        await rest.issues.updateMilestone({ ...at, milestone_number: 2, title: 'later' });
        await rest.issues.updateMilestone({ ...at, milestone_number: 1, title: 'v2' });
      },
      alike: update({ milestone: 2 }, other),
    }),
    [`github.${id}-title-is`]: there({
      args: { ...thread, title: "It's new" },
      good: update({ title: 'It\u2019s  new' }, number),
      bad: update({ title: 'It is new' }, number),
      evidence: new RegExp(`title of ${named(kind)}: "It is new"`),
      undo: update({ title: 'Bug' }, number),
      alike: update({ title: "It's new" }, other),
    }),
    [`github.${id}-title-contains`]: there({
      args: { ...thread, needle: "It's new" },
      good: update({ title: 'Now: It\u2019s  new here' }, number),
      bad: update({ title: 'Now it is new', body: "It's new" }, number),
      evidence: new RegExp(`title of ${named(kind)}: "Now it is new"`),
      undo: update({ title: 'Bug' }, number),
      alike: update({ title: "It's new" }, other),
    }),
    [`github.${id}-body-contains`]: there({
      args: { ...thread, needle: 'is fixed now' },
      good: update({ body: 'It **is** fixed\nnow' }, number),
      bad: update({ body: 'It is not fixed now' }, number),
      evidence: new RegExp(`the body of ${named(kind)} is "It is not fixed now"`),
      undo: update({ body: '' }, number),
      alike: inTurn(update({ title: 'It is fixed now' }, number), update({ body: 'It is fixed now' }, other)),
    }),
    [`github.${id}-comment-contains`]: there({
      args: { ...thread, needle: 'thank you' },
      good: comment('Fixed, *thank* you', number),
      bad: comment('Fixed', number),
      evidence: new RegExp(`none of the \\d comments on ${named(kind)} does; the last is`),
      undo: deleteLast(number),
      alike: comment('Fixed, thank you', other),
    }),
    [`github.${id}-new-comment-contains`]: there({
      args: { ...thread, needle: 'fails' },
      good: comment('It fails here too', number),
      bad: comment('Fixed', number),
      evidence: new RegExp(`new: none of the 1 comments on ${named(kind)} does; the last is "Fixed"`),
      undo: deleteLast(number),
      older: editLast('It fails again', number),
      alike: comment('It fails', other),
    }),
    [id === 'issue' ? 'github.new-comment-count' : `github.${id}-new-comment-count`]: there({
      args: { ...thread, count: '1' },
      good: comment('Fixed', number),
      bad: inTurn(comment('Fixed', number), comment('Really', number)),
      evidence: new RegExp(`new on ${named(kind)}: 2, "Fixed"; "Really"`),
      undo: deleteLast(number),
      older: editLast('Fixed', number),
      alike: comment('Fixed', other),
    }),
  };
}

const OTHER_TIME = 'It speaks of a comment that the seed has.';

const issueOnly: Cases = {
  'github.issue-in-no-milestone': there({
    args: { issue: '1' },
    good: update({ milestone: null }, 1),
    bad: update({ milestone: 2 }, 1),
    evidence: /milestone of issue acme\/web#1: "v2"/,
    undo: update({ milestone: 1 }, 1),
    alike: update({ milestone: null }, 3),
  }),
  'github.issue-has-no-labels': there({
    args: { issue: '1' },
    good: update({ labels: [] }, 1),
    bad: update({ labels: [] }, 2),
    evidence: /labels of issue acme\/web#1: "bug"/,
    undo: update({ labels: ['invalid'] }, 1),
    renamed: renameLabel('bug', 'none'),
  }),
  'github.issue-not-assigned-to': there({
    args: { issue: '1', login: 'BEN' },
    good: update({ assignees: ['ada'] }, 1),
    bad: update({ assignees: ['ada', 'ben'] }, 1),
    evidence: /assignees of issue acme\/web#1: "ben"; "ada"/,
    undo: update({ assignees: ['ben'] }, 1),
  }),
  'github.issue-assigned-to-exactly': there({
    args: { issue: '1', logins: 'ben, Ada' },
    good: update({ assignees: ['ada', 'ben'] }, 1),
    bad: update({ assignees: ['ada'] }, 1),
    evidence: /assignees of issue acme\/web#1: "ada"/,
    undo: update({ assignees: ['ada', 'ben', 'cyd'] }, 1),
    alike: inTurn(update({ assignees: ['ada', 'ben', 'cyd'] }, 1), update({ assignees: ['ada', 'ben'] }, 2)),
  }),
  'github.issue-has-no-assignee': there({
    args: { issue: '1' },
    good: update({ assignees: [] }, 1),
    bad: update({ assignees: ['ada'] }, 1),
    evidence: /assignees of issue acme\/web#1: "ada"/,
    undo: update({ assignees: ['ben'] }, 1),
  }),
  'github.issue-body-lacks': there({
    args: { issue: '1', needle: 'to reproduce' },
    good: update({ body: 'Nothing to do' }, 1),
    bad: update({ body: 'Nothing _to_ reproduce' }, 1),
    evidence: /the body of issue acme\/web#1 is "Nothing _to_ reproduce"/,
    undo: update({ body: 'Steps to\nreproduce' }, 1),
  }),
  'github.issue-body-edited': there({
    args: { issue: '1', needle: 'expected' },
    good: update({ body: 'Steps to reproduce, and what I expected' }, 1),
    bad: update({ body: 'Steps' }, 1),
    evidence: /the body of issue acme\/web#1 is "Steps", and did not hold the text before/,
    undo: update({ body: 'Steps to reproduce' }, 1),
    older: 'It speaks of an edit of something older.',
    alike: update({ body: 'what I expected' }, 2),
  }),
  'github.issue-locked': there({
    args: { issue: '1' },
    good: ({ rest, at }) => rest.issues.lock({ ...at, issue_number: 1 }),
    bad: ({ rest, at }) => rest.issues.lock({ ...at, issue_number: 2 }),
    evidence: /issue acme\/web#1 is not locked/,
    undo: ({ rest, at }) => rest.issues.unlock({ ...at, issue_number: 1 }),
  }),
  'github.issue-has-reaction': there({
    args: { issue: '1', login: 'Ada', reaction: 'heart' },
    good: ({ rest, at }) => rest.reactions.createForIssue({ ...at, issue_number: 1, content: 'heart' }),
    bad: ({ rest, at }) => rest.reactions.createForIssue({ ...at, issue_number: 1, content: 'eyes' }),
    evidence: /reactions to issue acme\/web#1: "heart by ben"; "eyes by ada"/,
    undo: async ({ rest, at }) => {
      const { data } = await rest.reactions.listForIssue({ ...at, issue_number: 1 });
      await rest.reactions.deleteForIssue({ ...at, issue_number: 1, reaction_id: data.at(-1)?.id ?? 0 });
    },
    alike: async ({ rest, at }) => {
      await rest.reactions.createForIssue({ ...at, issue_number: 2, content: 'heart' });
      const { data } = await rest.issues.listComments({ ...at, issue_number: 1 });
      await rest.reactions.createForIssueComment({ ...at, comment_id: data[0]?.id ?? 0, content: 'heart' });
    },
  }),
  'github.issue-comment-by-contains': there({
    args: { issue: '1', login: 'ADA', needle: 'fails' },
    good: comment('It fails here too', 1),
    bad: comment('Fixed', 1),
    evidence: /by ADA: none of the 1 comments on issue acme\/web#1 does; the last is "Fixed"/,
    undo: deleteLast(1),
    older: editLast('It fails again', 1),
    alike: comment('It fails', 2),
  }),
  'github.issue-new-comments-at-least': there({
    args: { issue: '1', at_least: '2' },
    good: inTurn(comment('One', 1), comment('Two', 1), comment('Three', 1)),
    bad: comment('One', 1),
    evidence: /new on issue acme\/web#1: 1, "One"/,
    undo: inTurn(deleteLast(1), deleteLast(1)),
    older: inTurn(comment('One', 1), async ({ rest, at }) => {
      const { data } = await rest.issues.listComments({ ...at, issue_number: 1 });
      await rest.issues.updateComment({ ...at, comment_id: data[0]?.id ?? 0, body: 'Two' });
    }),
    alike: inTurn(comment('One', 1), comment('Two', 2)),
  }),
  'github.issue-new-comments-at-most': there({
    args: { issue: '1', at_most: '1' },
    good: inTurn(comment('One', 1), comment('Two', 2)),
    bad: inTurn(comment('One', 1), comment('Two', 1)),
    evidence: /new on issue acme\/web#1: 2, "One"; "Two"/,
    undo: inTurn(comment('Two', 1), comment('Three', 1), deleteLast(1)),
    renamed: inTurn(
      async ({ rest, at }) => rest.repos.update({ ...at, name: 'site' }),
      async (hands) => {
        const site = { ...hands, at: { owner: 'acme', repo: 'site' } };
        await inTurn(comment('One', 1), comment('Two', 1))(site);
      },
    ),
    alike: inTurn(comment('One', 1), comment('One', 1)),
  }),
  'github.issue-comment-edited': there({
    args: { issue: '1', needle: 'solved' },
    good: editLast('It failed for me, solved', 1),
    bad: editLast('It failed for me', 1),
    evidence: /of the seed: none of the 1 comments on issue acme\/web#1 does; the last is "It failed for me"/,
    undo: editLast('It fails for me', 1),
    older: OTHER_TIME,
    alike: inTurn(comment('It is solved', 1), editLast('It was solved', 2)),
  }),
  'github.issue-comment-deleted': there({
    args: { issue: '1', needle: 'fails' },
    good: deleteLast(1),
    bad: deleteLast(2),
    evidence: /still on issue acme\/web#1: "comment \d+"/,
    undo: 'GitHub brings no comment back; one that is written again is another.',
    older: editLast('.', 1),
    alike: inTurn(comment('It fails', 1), deleteLast(1)),
  }),
  'github.issue-comment-has-reaction': there({
    args: { issue: '1', login: 'ada', needle: 'fails', reaction: 'eyes' },
    good: async ({ rest, at }) => {
      const { data } = await rest.issues.listComments({ ...at, issue_number: 1 });
      await rest.reactions.createForIssueComment({ ...at, comment_id: data[0]?.id ?? 0, content: 'eyes' });
    },
    bad: ({ rest, at }) => rest.reactions.createForIssue({ ...at, issue_number: 1, content: 'eyes' }),
    evidence: /reactions to such comments on issue acme\/web#1: "eyes by ben"/,
    undo: async ({ rest, at }) => {
      const { data } = await rest.issues.listComments({ ...at, issue_number: 1 });
      const comment_id = data[0]?.id ?? 0;
      const reactions = await rest.reactions.listForIssueComment({ ...at, comment_id });
      await rest.reactions.deleteForIssueComment({ ...at, comment_id, reaction_id: reactions.data.at(-1)?.id ?? 0 });
    },
    alike: async ({ rest, at }) => {
      const { data } = await rest.issues.listComments({ ...at, issue_number: 1 });
      await rest.reactions.createForIssueComment({ ...at, comment_id: data[0]?.id ?? 0, content: 'heart' });
      const written = await rest.issues.createComment({ ...at, issue_number: 1, body: 'Thanks' });
      await rest.reactions.createForIssueComment({ ...at, comment_id: written.data.id, content: 'eyes' });
    },
  }),
  'github.issue-lacks-reaction': {
    args: { issue: '2', repo: 'acme/web', login: 'ada', reaction: 'eyes' },
    good: async ({ rest, at }) => {
      await rest.reactions.createForIssue({ ...at, issue_number: 1, content: 'eyes' });
      await rest.reactions.createForIssue({ ...at, issue_number: 2, content: 'heart' });
    },
    bad: ({ rest, at }) => rest.reactions.createForIssue({ ...at, issue_number: 2, content: 'eyes' }),
    evidence: /reactions to issue acme\/web#2: "eyes by ada"/,
    evasions: {
      'taken back in the same call': 'A call of GitHub does one thing.',
      'taken back later': 'It speaks of the end, at which the reaction is gone.',
      'through another door': 'It reads the world, to which all doors lead.',
      'after a rename': async ({ rest, at }) => {
        await rest.reactions.createForIssue({ ...at, issue_number: 2, content: 'eyes' });
        await rest.repos.update({ ...at, name: 'old' });
        await rest.repos.update({ owner: 'acme', repo: 'api', name: 'web' });
      },
      'by an edit of something older': 'Reactions are not edited.',
      'on a look-alike': 'A reaction of another kind, or to something else, is allowed.',
    },
  },
};

export const threadCases: Cases = { ...facts(issue), ...facts(pull), ...issueOnly };
