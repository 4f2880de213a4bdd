import { Forbidden, InvalidInput, RuleBroken } from '../errors.ts';
import { allIn, type Comment, type LinearContext, timestamp } from '../world.ts';
import { subscribeToIssue } from './issue-lifecycle.ts';
import { getIssue } from './issue-rules.ts';
import { notify } from './notifications.ts';
import { removeComments } from './removal.ts';
import { actor, born, given, type Input, notBlank, referenced, referencedAll } from './support.ts';

/** What a comment may hang on, and the collection behind each field. */
const SUBJECTS = {
  issueId: 'issues',
  projectId: 'projects',
  projectUpdateId: 'projectUpdates',
  initiativeId: 'initiatives',
  initiativeUpdateId: 'initiativeUpdates',
  documentContentId: 'documents',
} as const;
type SubjectField = keyof typeof SUBJECTS;
type Subject = Pick<Comment, SubjectField>;

export function createComment(context: LinearContext, input: Input): Readonly<Comment> {
  const { world } = context;
  const own = ['id', 'createdAt', 'parentId', 'doNotSubscribeToIssue', 'subscriberIds', ...Object.keys(SUBJECTS)];
  given<Comment>('CommentCreateInput', input, { required: ['body'], nullable: ['quotedText'], own });
  if (typeof input.body !== 'string' || input.body.trim() === '')
    throw new InvalidInput('body', 'isNotEmpty', 'should not be empty');
  const parent = input.parentId == null ? undefined : referenced(context, 'comments', input.parentId, 'parentId');
  const subject = subjectOf(context, input, parent);
  const author = actor(context);
  const entity = {
    ...born(context, 'comments', input),
    ...(input.createdAt != null && { createdAt: input.createdAt as string }),
  };
  const comment = world.comments.insert({
    ...entity,
    body: input.body,
    userId: author.id,
    ...subject,
    // Threads are one level deep: an answer to an answer hangs on the thread's first comment.
    parentId: parent ? (parent.parentId ?? parent.id) : null,
    quotedText: (input.quotedText as string | null | undefined) ?? null,
    editedAt: null,
    resolvedAt: null,
    resolvingUserId: null,
    resolvingCommentId: null,
  });
  if (comment.issueId !== null) tellIssue(context, comment, input);
  return comment;
}

function tellIssue(context: LinearContext, comment: Readonly<Comment>, input: Input): void {
  const issueId = comment.issueId as string;
  subscribeNamed(context, issueId, input);
  const news = {
    type: 'issueNewComment',
    category: 'commentsAndReplies',
    issueId,
    commentId: comment.id,
    parentCommentId: comment.parentId,
  };
  for (const userId of context.world.issues.get(issueId)?.subscriberIds ?? []) notify(context, userId, news);
}

/** Who writes a comment follows its issue, and so does who is named with it. */
function subscribeNamed(context: LinearContext, issueId: string, input: Input): void {
  const named = input.subscriberIds ? referencedAll(context, 'users', input.subscriberIds, 'subscriberIds') : [];
  for (const userId of named) subscribeToIssue(context, issueId, { userId });
  if (!input.doNotSubscribeToIssue) subscribeToIssue(context, issueId, {});
}

/** A comment hangs on exactly one thing; a reply on its thread's. */
function subjectOf(context: LinearContext, input: Input, parent: Readonly<Comment> | undefined): Subject {
  const subject: Subject = {
    issueId: null,
    projectId: null,
    projectUpdateId: null,
    initiativeId: null,
    initiativeUpdateId: null,
    documentContentId: null,
  };
  const fields = (Object.keys(SUBJECTS) as SubjectField[]).filter((field) => input[field] != null);
  if (fields.length > 1)
    throw new RuleBroken('Ambiguous comment subject', `A comment belongs to one thing, not to ${fields.join(' and ')}.`);
  const [field] = fields;
  if (field) {
    subject[field] =
      field === 'issueId' ? getIssue(context, input[field]).id : referenced(context, SUBJECTS[field], input[field], field).id;
    if (parent && parent[field] !== subject[field]) {
      throw new RuleBroken('Parent comment mismatch', 'The parent comment belongs to something else.');
    }
    return subject;
  }
  if (!parent) throw new RuleBroken('No comment subject', 'A comment needs an issue, project, update, initiative or document.');
  for (const name of Object.keys(SUBJECTS) as SubjectField[]) subject[name] = parent[name];
  return subject;
}

/** Only its author changes or deletes a comment. */
function own(context: LinearContext, id: unknown): Readonly<Comment> {
  const comment = referenced(context, 'comments', id);
  if (comment.userId !== actor(context).id) throw new Forbidden('You can only change your own comments.');
  return comment;
}

export function updateComment(context: LinearContext, id: unknown, input: Input, skipEditedAt = false): Readonly<Comment> {
  const ownFields = ['doNotSubscribeToIssue', 'subscriberIds', 'resolvingCommentId', 'resolvingUserId'];
  const patch = given<Comment>('CommentUpdateInput', input, { required: ['body'], nullable: ['quotedText'], own: ownFields });
  notBlank('body', input.body);
  // Whoever reads a thread may resolve it; its words are its author's.
  const comment = Object.keys(patch).length > 0 ? own(context, id) : referenced(context, 'comments', id);
  const now = timestamp(context.now);
  const changed = patch.body !== undefined && patch.body !== comment.body;
  const after = context.world.comments.update(comment.id, {
    ...patch,
    updatedAt: now,
    ...(changed && !skipEditedAt && { editedAt: now }),
  });
  if (comment.issueId !== null) subscribeNamed(context, comment.issueId, input);
  if (input.resolvingUserId !== undefined) {
    return input.resolvingUserId === null ? unresolveComment(context, id) : resolveComment(context, id, input.resolvingCommentId);
  }
  return after;
}

/** Deletes a comment with its replies and reactions. */
export function deleteComment(context: LinearContext, id: unknown): Readonly<Comment> {
  const { world } = context;
  const comment = own(context, id);
  const replies = world.comments.by.creation.page(allIn(`parent:${comment.id}`));
  removeComments(
    context,
    [...replies, comment].map((one) => one.id),
  );
  return comment;
}

export function resolveComment(context: LinearContext, id: unknown, resolvingCommentId?: unknown): Readonly<Comment> {
  const comment = threadStart(context, id);
  const resolving =
    resolvingCommentId == null ? null : referenced(context, 'comments', resolvingCommentId, 'resolvingCommentId').id;
  const now = timestamp(context.now);
  return context.world.comments.update(comment.id, {
    resolvedAt: now,
    resolvingUserId: actor(context).id,
    resolvingCommentId: resolving,
    updatedAt: now,
  });
}

export function unresolveComment(context: LinearContext, id: unknown): Readonly<Comment> {
  const comment = threadStart(context, id);
  const open = { resolvedAt: null, resolvingUserId: null, resolvingCommentId: null };
  return context.world.comments.update(comment.id, { ...open, updatedAt: timestamp(context.now) });
}

function threadStart(context: LinearContext, id: unknown): Readonly<Comment> {
  const comment = referenced(context, 'comments', id);
  if (comment.parentId !== null)
    throw new RuleBroken('Not a root comment', 'Only the first comment of a thread can be resolved.');
  return comment;
}
