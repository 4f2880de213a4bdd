import type { Attachment, LinearContext } from '../world.ts';
import { liveIn, timestamp } from '../world.ts';
import { createComment } from './comments.ts';
import { getIssue } from './issue-rules.ts';
import { actor, born, given, type Input, notBlank, referenced, webAddress } from './support.ts';

/** Attaches a link. One issue has a URL once: attaching it again changes the attachment that is there. */
export function createAttachment(context: LinearContext, input: Input, sourceType: string | null = null): Readonly<Attachment> {
  const own = ['id', 'issueId', 'commentBody', 'iconUrl'];
  const fields = given<Attachment>('AttachmentCreateInput', input, {
    required: ['title', 'url'],
    nullable: ['subtitle', 'metadata', 'groupBySource'],
    own,
  });
  notBlank('title', input.title);
  webAddress('url', input.url);
  const issue = getIssue(context, input.issueId);
  const { world } = context;
  const url = fields.url as string;
  const earlier = world.attachments.by.creation.page(liveIn(`url:${url}`)).find((one) => one.issueId === issue.id);
  const told = {
    title: fields.title as string,
    subtitle: fields.subtitle ?? null,
    metadata: fields.metadata ?? {},
    groupBySource: fields.groupBySource ?? false,
  };
  if (input.commentBody != null) createComment(context, { issueId: issue.id, body: input.commentBody });
  if (earlier) return world.attachments.update(earlier.id, { ...told, updatedAt: timestamp(context.now) });
  return world.attachments.insert({
    ...born(context, 'attachments', input),
    issueId: issue.id,
    url,
    ...told,
    source: sourceType === null ? null : { type: sourceType, imageUrl: null },
    sourceType,
    creatorId: actor(context).id,
  });
}

/** Links a URL of a product that Linear knows; the title defaults to the URL. */
export function linkUrl(context: LinearContext, input: Input, sourceType: string): Readonly<Attachment> {
  // What else is told of the thing that is linked: a message's channel, a merge request's project and number.
  const { id, issueId, url, title, ...metadata } = input;
  return createAttachment(context, { id, issueId, url, title: title ?? url, metadata }, sourceType);
}

export function updateAttachment(context: LinearContext, id: unknown, input: Input): Readonly<Attachment> {
  const patch = given<Attachment>('AttachmentUpdateInput', input, {
    required: ['title'],
    nullable: ['subtitle', 'metadata'],
    own: ['iconUrl'],
  });
  notBlank('title', input.title);
  if (patch.metadata === null) patch.metadata = {};
  return context.world.attachments.update(referenced(context, 'attachments', id).id, {
    ...patch,
    updatedAt: timestamp(context.now),
  });
}

export function deleteAttachment(context: LinearContext, id: unknown): Readonly<Attachment> {
  return context.world.attachments.remove(referenced(context, 'attachments', id).id);
}
