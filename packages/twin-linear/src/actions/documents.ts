import { EntityNotFound, RuleBroken } from '../errors.ts';
import { allIn, type Document, type LinearContext, timestamp } from '../world.ts';
import { getIssue } from './issue-rules.ts';
import { removeCommentsIn, removeFavorites } from './removal.ts';
import { actor, born, given, type Input, newSlug, notBlank, referenced, referencedAll } from './support.ts';

const PARENTS = { projectId: 'projects', initiativeId: 'initiatives', teamId: 'teams', cycleId: 'cycles' } as const;
type ParentField = keyof typeof PARENTS | 'issueId';
const OWN = ['id', 'issueId', 'ownerId', 'parentDocumentId', 'subscriberIds', ...Object.keys(PARENTS)];

/** A document by its id or the slug of its URL. */
export function getDocument({ world }: Pick<LinearContext, 'world'>, name: unknown): Readonly<Document> {
  const document = typeof name === 'string' ? (world.documents.get(name) ?? world.documents.by.slug.first(name)) : undefined;
  if (!document) throw new EntityNotFound('Document');
  return document;
}

export function createDocument(context: LinearContext, input: Input): Readonly<Document> {
  const fields = given<Document>('DocumentCreateInput', input, {
    required: ['title'],
    nullable: ['content', 'icon', 'color', 'sortOrder'],
    own: OWN,
  });
  notBlank('title', input.title);
  const places = placesIn(context, input);
  if (Object.values(places).filter((id) => id !== null).length === 0) {
    throw new RuleBroken('No document parent', 'A document belongs to a project, initiative, issue, cycle or team.');
  }
  const creator = actor(context).id;
  return context.world.documents.insert({
    ...born(context, 'documents', input),
    title: fields.title as string,
    content: fields.content ?? null,
    slugId: newSlug(context),
    icon: fields.icon ?? null,
    color: fields.color ?? null,
    creatorId: creator,
    updatedById: creator,
    ownerId: input.ownerId == null ? creator : referenced(context, 'users', input.ownerId, 'ownerId').id,
    projectId: null,
    initiativeId: null,
    issueId: null,
    teamId: null,
    cycleId: null,
    ...places,
    parentDocumentId: input.parentDocumentId == null ? null : getDocument(context, input.parentDocumentId).id,
    subscriberIds: input.subscriberIds ? referencedAll(context, 'users', input.subscriberIds, 'subscriberIds') : [creator],
    sortOrder: fields.sortOrder ?? 0,
    hiddenAt: null,
    trashed: null,
  });
}

export function updateDocument(context: LinearContext, id: unknown, input: Input): Readonly<Document> {
  const document = getDocument(context, id);
  const patch = given<Document>('DocumentUpdateInput', input, {
    required: ['title', 'sortOrder'],
    nullable: ['content', 'icon', 'color', 'hiddenAt'],
    own: [...OWN, 'trashed'],
  });
  notBlank('title', input.title);
  Object.assign(patch, placesIn(context, input));
  if (input.ownerId != null) patch.ownerId = referenced(context, 'users', input.ownerId, 'ownerId').id;
  if (input.subscriberIds != null) patch.subscriberIds = referencedAll(context, 'users', input.subscriberIds, 'subscriberIds');
  if (input.parentDocumentId !== undefined) {
    patch.parentDocumentId = input.parentDocumentId === null ? null : getDocument(context, input.parentDocumentId).id;
  }
  const now = timestamp(context.now);
  if (input.trashed != null)
    Object.assign(patch, input.trashed ? { trashed: true, archivedAt: now } : { trashed: null, archivedAt: null });
  return context.world.documents.update(document.id, { ...patch, updatedById: actor(context).id, updatedAt: now });
}

/** A deleted document goes to the trash, with the documents below it. */
export function deleteDocument(context: LinearContext, id: unknown): Readonly<Document> {
  const document = getDocument(context, id);
  const now = timestamp(context.now);
  return context.world.documents.update(document.id, { trashed: true, archivedAt: now, updatedAt: now });
}

export function unarchiveDocument(context: LinearContext, id: unknown): Readonly<Document> {
  const document = getDocument(context, id);
  return context.world.documents.update(document.id, { trashed: null, archivedAt: null, updatedAt: timestamp(context.now) });
}

function placesIn(context: LinearContext, input: Input): Partial<Pick<Document, ParentField>> {
  const places: Partial<Pick<Document, ParentField>> = {};
  if (input.issueId !== undefined) places.issueId = input.issueId === null ? null : getIssue(context, input.issueId).id;
  for (const field of Object.keys(PARENTS) as (keyof typeof PARENTS)[]) {
    if (input[field] === undefined) continue;
    places[field] = input[field] === null ? null : referenced(context, PARENTS[field], input[field], field).id;
  }
  return places;
}

/** Takes what hangs on a document's place along when that place is gone for good. */
export function dropDocumentsOf(context: LinearContext, scope: string): void {
  const { world } = context;
  for (const document of world.documents.by.creation.page(allIn(scope))) {
    removeCommentsIn(context, `document:${document.id}`);
    removeFavorites(context, 'documentId', document.id);
    for (const child of [...world.documents.values()]) {
      if (child.parentDocumentId === document.id) world.documents.update(child.id, { parentDocumentId: null });
    }
    world.documents.remove(document.id);
  }
}
