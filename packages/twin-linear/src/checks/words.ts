import { MARKDOWN, type Markup, type Passage, passage, shownMarkdown, textReader } from '@svc/twin-kit';
import type { LinearCollections, LinearState } from '../world.ts';

type RecordOf<N extends keyof LinearCollections> = LinearState[N][number];
type Fields = Readonly<Record<string, string | null | undefined>>;

const none = (): Fields => ({});
const label = ({ name, description }: { name: string; description: string | null }): Fields => ({ name, description });
const update = ({ body }: { body: string }): Fields => ({ body });
const plan = ({ name, description, content }: RecordOf<'projects' | 'initiatives'>): Fields => ({ name, description, content });

/**
 * The one list of what people write and read on Linear, by collection. What Linear derives from it is left out: history and
 * notifications repeat it.
 */
const TEXTS: { readonly [N in keyof LinearCollections]: (record: RecordOf<N>) => Fields } = {
  organization: ({ name, urlKey }) => ({ name, 'url key': urlKey }),
  viewer: none,
  users: ({ name, displayName, description, title, statusLabel }) => ({
    name,
    'display name': displayName,
    description,
    title,
    status: statusLabel,
  }),
  teams: ({ name, key, description }) => ({ name, key, description }),
  teamMemberships: none,
  workflowStates: label,
  webhooks: ({ url, label: name }) => ({ url, label: name }),
  webhookSecrets: none,
  favorites: ({ folderName }) => ({ folder: folderName }),
  issues: ({ title, description }) => ({ title, description }),
  issueRelations: none,
  issueHistory: none,
  comments: ({ body, quotedText }) => ({ body, quotation: quotedText }),
  issueLabels: label,
  attachments: ({ title, subtitle, url, metadata }) => ({
    title,
    subtitle,
    url,
    ...(Object.keys(metadata).length > 0 && { metadata: JSON.stringify(metadata) }),
  }),
  reactions: ({ emoji }) => ({ emoji }),
  notifications: none,
  projectStatuses: label,
  projects: plan,
  projectMilestones: label,
  projectUpdates: update,
  projectLabels: label,
  projectRelations: none,
  cycles: ({ name, description }) => ({ name, description }),
  documents: ({ title, content }) => ({ title, content }),
  initiatives: plan,
  initiativeToProjects: none,
  initiativeUpdates: update,
  initiativeLabels: label,
  entityExternalLinks: ({ url, label: name }) => ({ url, label: name }),
};

const IN_LINES: Markup = { shown: shownMarkdown };

/** What Linear shows as Markdown: documents with all that it has, titles and summaries without HTML. */
const MARKUP: ReadonlyMap<string, Markup> = new Map([
  ['body', MARKDOWN],
  ['content', MARKDOWN],
  ['description', IN_LINES],
  ['title', IN_LINES],
]);

/** Collections whose description is a document, and no summary. */
const DESCRIBED = new Set(['issues', 'projectMilestones']);

const markupOf = (collection: string, field: string): Markup | undefined =>
  field === 'description' && DESCRIBED.has(collection) ? MARKDOWN : MARKUP.get(field);

/** Everything that a person would read of a record. */
export const texts = textReader((collection, record) => {
  const fields = TEXTS[collection as keyof LinearCollections](record as never);
  return Object.entries(fields).flatMap(([field, text]) => (text ? [passage(field, text, markupOf(collection, field))] : []));
});

/** One text of a record; nothing where it is empty. */
export const textsIn = <N extends keyof LinearCollections>(
  collection: N,
  record: RecordOf<N>,
  field: string,
): readonly Passage[] => texts.textsOf(collection, record as object).filter((one) => one.field === field);

export const bodyOf = (comment: RecordOf<'comments'>): readonly Passage[] => textsIn('comments', comment, 'body');
