import { z } from 'zod';
import { PERMISSIONS } from '../world.ts';
import { advisorySchema, alertFields } from './alert-schema.ts';
import { autoMergeField } from './auto-merge.ts';
import { autolinksField } from './autolink-schema.ts';
import { discussionFields } from './discussion-schema.ts';
import { historySchema } from './history.ts';
import { interactionLimitField } from './interaction-limits.ts';
import { issueTypesField } from './issue-types.ts';
import { deployKeySchema, personFields } from './people-schema.ts';
import {
  appSchema,
  environmentSchema,
  gistSchema,
  hookSchema,
  notificationSchema,
  repositoryTeamSchema,
} from './place-schema.ts';
import { projectSchema } from './project-schema.ts';
import { protectionSchema, rulesetSchema } from './protection-schema.ts';
import { repositoryAdvisorySchema } from './repository-advisories.ts';
import { checkSeed } from './rules.ts';
import {
  branchChecks,
  branchName,
  headChecks,
  invitationSchema,
  login,
  nameOr,
  reactions,
  releaseSchema,
  reviewSchema,
  shaped,
  tagSchema,
  teamSchema,
  time,
} from './schema-parts.ts';
import { organizationSettings } from './settings.ts';
import { workflowFields } from './workflow-schema.ts';

// Plain objects: GitHub's parser drops unknown keys (spec, "Seed").

const repositoryName = z
  .string()
  .regex(/^(?!\.{1,2}$)[\w.-]+$/, 'must be a repository name: letters, digits, ".", "-" and "_"')
  .max(100);
const color = z.string().regex(/^#?[0-9a-f]{6}$/i, 'must be six hexadecimal digits');
const number = z.int().positive();
const userSchema = z.object({
  login,
  type: z.enum(['User', 'Organization', 'Bot']).default('User'),
  name: z.string().nullish(),
  email: z.email().nullish(),
  bio: z.string().nullish(),
  company: z.string().nullish(),
  location: z.string().nullish(),
  blog: z.string().nullish(),
  site_admin: z.boolean().default(false),
  created_at: time.optional(),
  ...personFields,
  /** Of an organisation. Without it the viewer is its administrator. */
  members: z.array(nameOr(login, z.object({ login, role: z.enum(['admin', 'member']).default('member') }))).optional(),
  teams: z.array(teamSchema).default([]),
  issue_types: issueTypesField,
  interaction_limit: interactionLimitField,
  ...organizationSettings,
});

const fileSchema = z
  .object({
    path: z.string(),
    content: z.string().nullish(),
    content_base64: z.base64().optional(),
    executable: z.boolean().default(false),
  })
  .refine((file) => file.content === undefined || file.content_base64 === undefined, {
    message: 'content and content_base64 exclude each other',
    path: ['content_base64'],
    params: { code: 'ambiguous_content' },
  });

/** A list of files, or a map from path to text; null takes a file away. */
const fileList = z.array(fileSchema);
const fileMap = z.record(z.string(), z.string().nullable());
const filesSchema = shaped(fileMap, fileList, Array.isArray);

const labelSchema = nameOr(
  z.string().min(1),
  z.object({ name: z.string().min(1), color: color.optional(), description: z.string().nullish() }),
);
const labelName = nameOr(
  z.string().min(1),
  z.object({ name: z.string().min(1) }).transform((label) => label.name),
);

const milestoneSchema = z.object({
  title: z.string().min(1),
  number: number.optional(),
  description: z.string().nullish(),
  state: z.enum(['open', 'closed']).default('open'),
  creator: login.optional(),
  due_on: time.nullish(),
  created_at: time.optional(),
  closed_at: time.nullish(),
});

const commentSchema = z.object({ user: login.optional(), body: z.string(), created_at: time.optional(), reactions });

/** What issues and pull requests have in common. */
const threadFields = {
  number: number.optional(),
  title: z.string().min(1).max(256),
  body: z.string().nullish(),
  user: login.optional(),
  labels: z.array(labelName).default([]),
  assignees: z.array(login).default([]),
  assignee: login.nullish(),
  /** By title or number. */
  milestone: z.union([z.string(), number]).nullish(),
  comments: z.array(commentSchema).default([]),
  reactions,
  locked: z.boolean().default(false),
  created_at: time.optional(),
  updated_at: time.optional(),
  closed_at: time.nullish(),
};

const issueSchema = z.object({
  ...threadFields,
  state: z.enum(['open', 'closed']).default('open'),
  state_reason: z.enum(['completed', 'not_planned', 'duplicate', 'reopened']).nullish(),
  /** Name of one of the owner's types of issues. */
  type: z.string().min(1).nullish(),
  /** Numbers of the issues that are parts of this one. */
  sub_issues: z.array(number).default([]),
  /** Numbers of the issues that this one waits for. */
  blocked_by: z.array(number).default([]),
  /** Branches of the repository that were made for it; a pull request from one stands for it. */
  linked_branches: z.array(branchName).default([]),
  /** Three of a repository at most. */
  pinned: z.boolean().default(false),
});

const pullSchema = z.object({
  ...threadFields,
  state: z.enum(['open', 'closed']).default('open'),
  /** The branch with the changes: declared under `branches`, or made here from the base with `files`. */
  head: branchName,
  files: filesSchema.optional(),
  /** By default the repository's default branch. */
  base: branchName.optional(),
  draft: z.boolean().default(false),
  /** It waits in the queue of its base, which a rule `merge_queue` asks for. */
  in_merge_queue: z.boolean().default(false),
  /** It is merged by itself once nothing that its base's rules ask for is missing. */
  auto_merge: autoMergeField,
  /** Merged into its base by a merge commit when the world is built. */
  merged: z.boolean().default(false),
  requested_reviewers: z.array(login).default([]),
  /** Slugs or names of teams of the organisation that owns the repository. */
  requested_teams: z.array(z.string().min(1)).default([]),
  reviews: z.array(reviewSchema).default([]),
  ...headChecks,
});

const branchSchema = z.object({
  name: branchName,
  /** The branch it starts from; by default the default branch. */
  from: branchName.optional(),
  files: filesSchema.optional(),
  message: z.string().min(1).optional(),
  author: login.optional(),
});

const repositorySchema = z.object({
  owner: login,
  name: repositoryName,
  default_branch: branchName.default('main'),
  description: z.string().nullish(),
  homepage: z.string().nullish(),
  private: z.boolean().default(false),
  topics: z
    .array(z.string().regex(/^[a-z\d][a-z\d-]{0,49}$/, 'must be a topic: lower-case letters, digits and hyphens'))
    .default([]),
  archived: z.boolean().default(false),
  /** Repositories are made of it. */
  is_template: z.boolean().default(false),
  has_issues: z.boolean().default(true),
  delete_branch_on_merge: z.boolean().default(false),
  allow_auto_merge: z.boolean().default(false),
  created_at: time.optional(),
  /** Without it the viewer is an administrator; with it exactly these people and the owner have access. */
  collaborators: z.array(nameOr(login, z.object({ login, permission: z.enum(PERMISSIONS).default('push') }))).optional(),
  /** Without it the nine labels that GitHub gives a new repository. */
  labels: z.array(labelSchema).optional(),
  milestones: z.array(milestoneSchema).default([]),
  /** On the default branch. Without it a README; an empty list makes an empty repository. */
  files: filesSchema.optional(),
  /** Commits, branches and tags of a real repository. `files` then make one more commit, and are none without being given. */
  history: historySchema.optional(),
  branches: z.array(branchSchema).default([]),
  issues: z.array(issueSchema).default([]),
  pull_requests: z.array(pullSchema).default([]),
  ...discussionFields,
  tags: z.array(tagSchema).default([]),
  releases: z.array(releaseSchema).default([]),
  ...branchChecks,
  ...workflowFields,
  stargazers: z.array(login).default([]),
  watchers: z.array(login).default([]),
  invitations: z.array(invitationSchema).default([]),
  branch_protections: z.array(protectionSchema).default([]),
  rulesets: z.array(rulesetSchema).default([]),
  environments: z.array(environmentSchema).default([]),
  teams: z.array(repositoryTeamSchema).default([]),
  notifications: z.array(notificationSchema).default([]),
  hooks: z.array(hookSchema).default([]),
  deploy_keys: z.array(deployKeySchema).default([]),
  autolinks: autolinksField,
  ...alertFields,
  security_advisories: z.array(repositoryAdvisorySchema).default([]),
  interaction_limit: interactionLimitField,
});

export const seedSchema = z
  .object({
    /** Whose token the agent holds: by default the first account of type User. */
    viewer: login.optional(),
    /** How long GitHub takes to find out whether a pull request can be merged; until then `mergeable` is null. */
    mergeability_delay_seconds: z.int().min(0).default(0),
    users: z.array(userSchema).default([]),
    repositories: z.array(repositorySchema).default([]),
    gists: z.array(gistSchema).default([]),
    projects: z.array(projectSchema).default([]),
    apps: z.array(appSchema).default([]),
    advisories: z.array(advisorySchema).default([]),
  })
  .superRefine((seed, refinement) => {
    for (const { path, message, code } of checkSeed(seed)) {
      refinement.addIssue({ code: 'custom', path: [...path], message, params: { code } });
    }
  });

export type Seed = z.output<typeof seedSchema>;
/** What a seed may leave out. */
export type SeedInput = z.input<typeof seedSchema>;
export type UserSeed = z.output<typeof userSchema>;
export type RepositorySeed = z.output<typeof repositorySchema>;
export type IssueSeed = z.output<typeof issueSchema>;
export type PullSeed = z.output<typeof pullSchema>;
export type BranchSeed = z.output<typeof branchSchema>;
export type FilesSeed = z.output<typeof filesSchema>;
export type MilestoneSeed = z.output<typeof milestoneSchema>;
export type LabelSeed = z.output<typeof labelSchema>;
