import { z } from 'zod';
import { INITIATIVE_STATUSES, PROJECT_STATUS_TYPES, RELATION_TYPES, STATE_TYPES } from '../world.ts';
import { checkReferences } from './rules.ts';

const HIGHEST_PRIORITY = 4;

const id = z.guid();
const text = z.string().min(1);
/** ISO 8601 with a zone. */
const moment = z.iso.datetime({ offset: true });
const date = z.iso.date();
const color = z.string().regex(/^#[0-9a-f]{3,8}$/i, 'must be a hexadecimal color such as #5e6ad2');
const priority = z.int().min(0).max(HIGHEST_PRIORITY);
const health = z.enum(['onTrack', 'atRisk', 'offTrack']);
/** A user by id, display name, e-mail address or name; teams, labels, projects … likewise by what people call them. */
const reference = text;
const dates = { createdAt: moment.optional(), updatedAt: moment.optional() };

const organization = z.strictObject({
  id: id.optional(),
  name: text.default('Acme'),
  urlKey: text.optional(),
  logoUrl: z.url().optional(),
});

const user = z.strictObject({
  id: id.optional(),
  name: text,
  displayName: text.optional(),
  email: z.email().optional(),
  admin: z.boolean().optional(),
  owner: z.boolean().default(false),
  guest: z.boolean().default(false),
  app: z.boolean().default(false),
  active: z.boolean().default(true),
  avatarUrl: z.url().optional(),
  description: z.string().optional(),
  title: z.string().optional(),
  timezone: text.default('Etc/UTC'),
  ...dates,
});

const state = z.strictObject({
  id: id.optional(),
  name: text,
  type: z.enum(STATE_TYPES),
  color: color.optional(),
  description: z.string().optional(),
});

const cycle = z.strictObject({
  id: id.optional(),
  number: z.int().min(1).optional(),
  name: text.optional(),
  description: z.string().optional(),
  startsAt: moment.optional(),
  endsAt: moment.optional(),
  completedAt: moment.optional(),
});

const team = z.strictObject({
  id: id.optional(),
  name: text,
  key: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{0,6}$/, 'must be 1 to 7 capital letters and digits that begin with a letter')
    .optional(),
  description: z.string().optional(),
  color: color.optional(),
  icon: text.optional(),
  private: z.boolean().default(false),
  timezone: text.default('Etc/UTC'),
  parent: reference.optional(),
  states: z.array(state).min(1).optional(),
  defaultState: reference.optional(),
  members: z.array(reference).optional(),
  cyclesEnabled: z.boolean().optional(),
  cycleDuration: z.int().min(1).max(8).default(1),
  cycles: z.array(cycle).default([]),
  triageEnabled: z.boolean().default(false),
  issueEstimationType: z.enum(['notUsed', 'exponential', 'fibonacci', 'linear', 'tShirt']).default('notUsed'),
  autoCloseParentIssues: z.boolean().optional(),
  autoCloseChildIssues: z.boolean().optional(),
});

const label = z.strictObject({
  id: id.optional(),
  name: text,
  color: color.optional(),
  description: z.string().optional(),
  team: reference.optional(),
  parent: reference.optional(),
  isGroup: z.boolean().default(false),
});
const plainLabel = label.omit({ team: true });

const projectStatus = z.strictObject({
  id: id.optional(),
  name: text,
  type: z.enum(PROJECT_STATUS_TYPES),
  color: color.optional(),
  description: z.string().optional(),
});

const update = z.strictObject({
  id: id.optional(),
  body: text,
  health: health.default('onTrack'),
  user: reference.optional(),
  ...dates,
});
const link = z.strictObject({ id: id.optional(), url: z.url(), label: text });

const project = z.strictObject({
  id: id.optional(),
  slugId: z
    .string()
    .regex(/^[0-9a-z]+$/, 'must be lower-case letters and digits')
    .optional(),
  name: text,
  /** As long as Linear takes it; `content` holds the long text. */
  description: z.string().max(255).default(''),
  content: z.string().optional(),
  icon: text.optional(),
  color: color.optional(),
  status: reference.optional(),
  lead: reference.optional(),
  creator: reference.optional(),
  teams: z.array(reference).min(1).optional(),
  members: z.array(reference).default([]),
  labels: z.array(reference).default([]),
  priority: priority.default(0),
  startDate: date.optional(),
  targetDate: date.optional(),
  milestones: z
    .array(z.strictObject({ id: id.optional(), name: text, description: z.string().optional(), targetDate: date.optional() }))
    .default([]),
  updates: z.array(update).default([]),
  links: z.array(link).default([]),
  archivedAt: moment.optional(),
  ...dates,
});

const initiative = z.strictObject({
  id: id.optional(),
  slugId: z
    .string()
    .regex(/^[0-9a-z]+$/, 'must be lower-case letters and digits')
    .optional(),
  name: text,
  /** As long as Linear takes it; `content` holds the long text. */
  description: z.string().max(255).optional(),
  content: z.string().optional(),
  color: color.optional(),
  icon: text.optional(),
  status: z.enum(INITIATIVE_STATUSES).default('Planned'),
  owner: reference.optional(),
  parent: reference.optional(),
  labels: z.array(reference).default([]),
  projects: z.array(reference).default([]),
  targetDate: date.optional(),
  updates: z.array(update).default([]),
  links: z.array(link).default([]),
  ...dates,
});

const reaction = z.strictObject({ emoji: text, user: reference.optional() });
const reply = z.strictObject({
  id: id.optional(),
  body: text,
  user: reference.optional(),
  reactions: z.array(reaction).default([]),
  ...dates,
});
const comment = z.strictObject({
  ...reply.shape,
  resolved: z.boolean().default(false),
  replies: z.array(reply).default([]),
});

const attachment = z.strictObject({
  id: id.optional(),
  title: text,
  url: z.url(),
  subtitle: z.string().optional(),
  sourceType: text.optional(),
  metadata: z.record(z.string(), z.json()).default({}),
});

const issue = z.strictObject({
  id: id.optional(),
  team: reference.optional(),
  number: z.int().min(1).optional(),
  title: text,
  description: z.string().optional(),
  state: reference.optional(),
  priority: priority.default(0),
  estimate: z.number().min(0).optional(),
  assignee: reference.optional(),
  creator: reference.optional(),
  parent: reference.optional(),
  project: reference.optional(),
  milestone: reference.optional(),
  cycle: z.int().min(1).optional(),
  labels: z.array(reference).default([]),
  subscribers: z.array(reference).default([]),
  dueDate: date.optional(),
  startedAt: moment.optional(),
  completedAt: moment.optional(),
  canceledAt: moment.optional(),
  archivedAt: moment.optional(),
  trashed: z.boolean().default(false),
  comments: z.array(comment).default([]),
  attachments: z.array(attachment).default([]),
  reactions: z.array(reaction).default([]),
  relations: z.array(z.strictObject({ id: id.optional(), type: z.enum(RELATION_TYPES), issue: reference })).default([]),
  ...dates,
});

const document = z.strictObject({
  id: id.optional(),
  slugId: z
    .string()
    .regex(/^[0-9a-z]+$/, 'must be lower-case letters and digits')
    .optional(),
  title: text,
  content: z.string().optional(),
  creator: reference.optional(),
  project: reference.optional(),
  initiative: reference.optional(),
  issue: reference.optional(),
  team: reference.optional(),
  ...dates,
});

const webhook = z.strictObject({
  id: id.optional(),
  url: z.url(),
  label: text.optional(),
  resourceTypes: z.array(text).min(1).default(['Issue']),
  enabled: z.boolean().default(true),
  secret: text.optional(),
  team: reference.optional(),
});

const favorite = z.strictObject({
  id: id.optional(),
  issue: reference.optional(),
  project: reference.optional(),
  folderName: text.optional(),
});

const notification = z.strictObject({
  id: id.optional(),
  type: text.default('issueAssignedToYou'),
  user: reference.optional(),
  actor: reference.optional(),
  issue: reference,
  read: z.boolean().default(false),
  ...dates,
});

const shape = z.strictObject({
  organization: organization.prefault({}),
  viewer: reference.optional(),
  users: z.array(user).default([]),
  teams: z.array(team).default([]),
  labels: z.array(label).default([]),
  projectStatuses: z.array(projectStatus).min(1).optional(),
  projectLabels: z.array(plainLabel).default([]),
  initiativeLabels: z.array(plainLabel).default([]),
  projects: z.array(project).default([]),
  initiatives: z.array(initiative).default([]),
  issues: z.array(issue).default([]),
  documents: z.array(document).default([]),
  webhooks: z.array(webhook).default([]),
  favorites: z.array(favorite).default([]),
  notifications: z.array(notification).default([]),
});

export type Seed = z.output<typeof shape>;
/** What a seed may leave out. */
export type SeedInput = z.input<typeof shape>;
export type SeedTeam = Seed['teams'][number];
export type SeedIssue = Seed['issues'][number];
export type SeedProject = Seed['projects'][number];
export type SeedLabel = Seed['labels'][number];

/** The seed document: strict at every level, as Linear's own parser is said to be. */
export const seedSchema = shape.superRefine((seed, context) => {
  for (const { path, message, code } of checkReferences(seed)) {
    context.addIssue({ code: 'custom', path: [...path], message, params: { code }, input: seed });
  }
});
