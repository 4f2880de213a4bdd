import { z } from 'zod';
import { getIssue, type IssueChange, updateIssue } from '../actions/issues.ts';
import { createReaction, type Subject } from '../actions/reactions.ts';
import { addSubIssue, removeSubIssue, reprioritizeSubIssue } from '../actions/sub-issues.ts';
import { placeNow } from '../actions/transfer-issue.ts';
import { Unprocessable, Unsupported } from '../errors.ts';
import { renderIssue } from '../render/issues.ts';
import { repositoryHtmlUrl } from '../render/repository-path.ts';
import { type GithubContext, REACTIONS } from '../world.ts';
import { repository, tool } from './tool.ts';

// One tool for each change of an issue, which the server has in place of `issue_write` and `sub_issue_write` where its feature `issues_granular` is asked for:
// github/github-mcp-server, pkg/github/issues_granular.go.

const issue_number = z.number().int().min(1).describe('Number of the issue');
const at = { ...repository, issue_number };
const LONGEST_RATIONALE = 280;

/** How sure the caller is, and why: what GitHub shows beside a change. Nothing here reads it. */
const intent = {
  rationale: z.string().max(LONGEST_RATIONALE).optional().describe('Why, in a sentence'),
  confidence: z.enum(['LOW', 'MEDIUM', 'HIGH']).optional().describe('How sure you are'),
};
const is_suggestion = z.boolean().optional().describe('Not modelled here: refused');
const INTENT = Object.keys(intent) as (keyof typeof intent)[];
type Intent = z.output<z.ZodObject<typeof intent>> & { is_suggestion?: boolean | undefined };

const intentIn = (given: Intent): string[] => INTENT.filter((name) => given[name] !== undefined);

/** @throws Unsupported for what is only proposed */
function requireApplied({ is_suggestion: proposed }: Intent): void {
  if (proposed) throw new Unsupported('suggestions for issues');
}

/** The short answer of these tools. */
const shortly = (
  context: GithubContext,
  issue: { id: number; repository_id: number; number: number; is_pull_request: boolean },
) => ({
  id: String(issue.id),
  url: `${repositoryHtmlUrl(context, issue)}/${issue.is_pull_request ? 'pull' : 'issues'}/${issue.number}`,
});

function change(
  context: GithubContext,
  { owner, repo, issue_number: number }: z.output<z.ZodObject<typeof at>>,
  said: IssueChange,
) {
  return shortly(context, updateIssue(context, ...placeNow(context, owner, repo, number), said));
}

/** A name alone, or one with what is thought of it. */
const named = <N extends string>(name: N, what: string) =>
  z
    .union([z.string(), z.object({ [name]: z.string(), ...intent, is_suggestion } as Record<N, z.ZodString> & typeof intent)])
    .describe(what);

const nameIn =
  (name: string) =>
  (given: string | object): string => {
    if (typeof given === 'string') return given;
    requireApplied(given as Intent);
    return (given as Record<string, string>)[name] as string;
  };
const thoughtsIn = (list: string, given: readonly (string | object)[]): string[] => [
  ...new Set(given.flatMap((one) => (typeof one === 'string' ? [] : intentIn(one as Intent).map((name) => `${list}.${name}`)))),
];

const common = { mutates: true, action: 'update_issue' } as const;
const updates = [
  tool({
    ...common,
    name: 'update_issue_title',
    title: 'Update Issue Title',
    description: 'Gives an issue another title.',
    input: () => z.object({ ...at, title: z.string().describe('The title') }),
    handle: (context, { title, ...of }) => change(context, of, { title }),
  }),
  tool({
    ...common,
    name: 'update_issue_body',
    title: 'Update Issue Body',
    description: 'Gives an issue another text.',
    input: () => z.object({ ...at, body: z.string().describe('The text, in Markdown') }),
    handle: (context, { body, ...of }) => change(context, of, { body }),
  }),
  tool({
    ...common,
    name: 'update_issue_assignees',
    title: 'Update Issue Assignees',
    description: 'Says who is assigned to an issue, and nobody else.',
    input: () => z.object({ ...at, assignees: z.array(named('login', 'A login')).describe('Who is assigned') }),
    ignores: ({ assignees }) => thoughtsIn('assignees', assignees),
    handle: (context, { assignees, ...of }) => change(context, of, { assignees: assignees.map(nameIn('login')) }),
  }),
  tool({
    ...common,
    name: 'update_issue_labels',
    title: 'Update Issue Labels',
    description: 'Says which labels an issue has, and no others.',
    input: () => z.object({ ...at, labels: z.array(named('name', 'The name of a label')).describe('Its labels') }),
    ignores: ({ labels }) => thoughtsIn('labels', labels),
    handle: (context, { labels, ...of }) => change(context, of, { labels: labels.map(nameIn('name')) }),
  }),
  tool({
    ...common,
    name: 'update_issue_milestone',
    title: 'Update Issue Milestone',
    description: 'Puts an issue into a milestone.',
    input: () => z.object({ ...at, milestone: z.number().int().min(1).describe('Number of the milestone') }),
    handle: (context, { milestone, ...of }) => change(context, of, { milestone }),
  }),
  tool({
    ...common,
    name: 'update_issue_type',
    title: 'Update Issue Type',
    description: 'Gives an issue a type, or takes it away.',
    input: () =>
      z.object({
        ...at,
        issue_type: z.string().min(1).nullable().describe('Name of the type; null for none'),
        ...intent,
        is_suggestion,
      }),
    ignores: intentIn,
    handle(context, { issue_type: type, owner, repo, issue_number: number, ...more }) {
      requireApplied(more);
      return change(context, { owner, repo, issue_number: number }, { type });
    },
  }),
  tool({
    ...common,
    name: 'update_issue_state',
    title: 'Update Issue State',
    description: 'Closes an issue or opens it again.',
    input: () =>
      z.object({
        ...at,
        state: z.enum(['open', 'closed']).describe('The state'),
        state_reason: z.enum(['completed', 'not_planned', 'duplicate']).optional().describe('Why it is closed'),
        duplicate_of: z.number().int().optional().describe('Number of the issue that it repeats; goes with duplicate'),
        ...{ ...intent, is_suggestion },
      }),
    ignores: intentIn,
    handle(context, { state, state_reason, duplicate_of, owner, repo, issue_number: number, ...more }) {
      requireApplied(more);
      if (duplicate_of && state_reason !== 'duplicate')
        throw new Unprocessable("duplicate_of can only be used when state_reason is 'duplicate'");
      if (duplicate_of) getIssue(context, owner, repo, duplicate_of);
      return change(context, { owner, repo, issue_number: number }, { state, state_reason });
    },
  }),
];

const content = z.enum(REACTIONS).describe('Emoji to react with');
/** Where the reactions to a thing stand, below its repository. */
const PLACES = {
  issue: 'issues',
  issue_comment: 'issues/comments',
  review_comment: 'pulls/comments',
} as const;

export function react(context: GithubContext, subject: Subject & { type: keyof typeof PLACES }, emoji: string) {
  const { reaction } = createReaction(context, subject, emoji);
  const { type, owner, repo, number } = subject;
  const url = context.links.to(`/repos/${owner}/${repo}/${PLACES[type]}/${number}/reactions/${reaction.id}`);
  return { id: String(reaction.id), url };
}

const reactions = [
  tool({
    name: 'add_issue_reaction',
    title: 'Add Reaction to Issue or Pull Request',
    description: 'Reacts to an issue or a pull request.',
    mutates: true,
    action: 'add_reaction',
    input: () => z.object({ ...at, content }),
    handle: (context, { owner, repo, issue_number: number, content: emoji }) =>
      react(context, { type: 'issue', owner, repo, number }, emoji),
  }),
  tool({
    name: 'add_issue_comment_reaction',
    title: 'Add Reaction to Issue or Pull Request Comment',
    description: 'Reacts to a comment on an issue or a pull request.',
    mutates: true,
    action: 'add_reaction',
    input: () => z.object({ ...repository, comment_id: z.number().int().min(1).describe('Id of the comment'), content }),
    handle: (context, { owner, repo, comment_id: number, content: emoji }) =>
      react(context, { type: 'issue_comment', owner, repo, number }, emoji),
  }),
];

const sub_issue_id = z.number().int().describe('Id of the sub-issue, which is not its number');
const replace_parent = z.boolean().optional().describe('Take it from the issue that it is part of');
const anchors = {
  after_id: z.number().int().optional().describe('Id of the sub-issue that it comes after'),
  before_id: z.number().int().optional().describe('Id of the sub-issue that it comes before; give one of both'),
};
type Place = [owner: string, repo: string, number: number];

function reorder(
  context: GithubContext,
  place: Place,
  said: { sub_issue_id: number; after_id?: number | undefined; before_id?: number | undefined },
) {
  const [after, before] = [said.after_id || undefined, said.before_id || undefined];
  if (after === undefined && before === undefined) throw new Unprocessable('either after_id or before_id must be specified');
  if (after !== undefined && before !== undefined)
    throw new Unprocessable('only one of after_id or before_id should be specified, not both');
  const order = { sub_issue_id: said.sub_issue_id, after_id: after, before_id: before };
  return renderIssue(context, reprioritizeSubIssue(context, ...place, order));
}

const METHODS = { add: 'add_sub_issue', remove: 'remove_sub_issue', reprioritize: 'reprioritize_sub_issue' } as const;

/** Of the usual tools, in place of which the granular ones stand. */
export const subIssueWrite = tool({
  name: 'sub_issue_write',
  title: 'Change sub-issue',
  description: 'Makes an issue part of another, takes it out, or puts it elsewhere among the parts.',
  mutates: true,
  action: ({ method }) => METHODS[method],
  input: () =>
    z.object({
      method: z.enum(['add', 'remove', 'reprioritize']).describe('What to do'),
      ...{ ...at, sub_issue_id, replace_parent, ...anchors },
    }),
  handle(context, { method, owner, repo, issue_number: number, replace_parent: replaces, ...said }) {
    const place: Place = [owner, repo, number];
    if (method === 'reprioritize') return reorder(context, place, said);
    if (method === 'remove') return renderIssue(context, removeSubIssue(context, ...place, said.sub_issue_id));
    return renderIssue(context, addSubIssue(context, ...place, { sub_issue_id: said.sub_issue_id, replace_parent: replaces }));
  },
});

const subIssues = [
  tool({
    name: 'add_sub_issue',
    title: 'Add Sub-Issue',
    description: 'Makes an issue part of another.',
    mutates: true,
    input: () => z.object({ ...at, sub_issue_id, replace_parent }),
    handle: (context, { owner, repo, issue_number: number, ...said }) =>
      renderIssue(context, addSubIssue(context, owner, repo, number, said)),
  }),
  tool({
    name: 'remove_sub_issue',
    title: 'Remove Sub-Issue',
    description: 'Takes an issue out of the one that it is part of.',
    mutates: true,
    input: () => z.object({ ...at, sub_issue_id }),
    handle: (context, { owner, repo, issue_number: number, sub_issue_id: id }) =>
      renderIssue(context, removeSubIssue(context, owner, repo, number, id)),
  }),
  tool({
    name: 'reprioritize_sub_issue',
    title: 'Reprioritize Sub-Issue',
    description: 'Puts a part of an issue elsewhere among the parts.',
    mutates: true,
    input: () => z.object({ ...at, sub_issue_id, ...anchors }),
    handle: (context, { owner, repo, issue_number: number, ...said }) => reorder(context, [owner, repo, number], said),
  }),
];

export const granularIssueTools = [...updates, ...reactions, ...subIssues];
