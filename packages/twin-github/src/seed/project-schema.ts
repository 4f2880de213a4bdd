import { z } from 'zod';
import { OPTION_COLORS, PROJECT_LAYOUTS, STATUS_UPDATE_STATES } from '../world.ts';
import { login, nameOr, time } from './schema-parts.ts';

// Plain objects: GitHub's parser drops unknown keys (spec, "Seed").

const name = z.string().min(1).max(128);

const optionSchema = nameOr(
  name,
  z.object({ name, color: z.enum(OPTION_COLORS).default('GRAY'), description: z.string().default('') }),
);

const iterationSchema = z.object({ title: name, start_date: z.iso.date(), duration: z.int().min(1).max(365).default(14) });

const fieldSchema = nameOr(
  name,
  z.object({
    name,
    /** By default text; what has options or iterations is a single select, or made of iterations. */
    type: z.enum(['text', 'number', 'date']).optional(),
    options: z.array(optionSchema).min(1).optional(),
    iterations: z.array(iterationSchema).min(1).optional(),
  }),
);

const viewSchema = nameOr(
  name,
  z.object({
    ...{ name, layout: z.enum(PROJECT_LAYOUTS).default('table'), filter: z.string().nullish() },
    /** Names of those that it shows, in this order; a roadmap shows none. */
    fields: z.array(name).min(1).optional(),
  }),
);

const statusUpdateSchema = z.object({
  body: z.string().nullish(),
  status: z.enum(STATUS_UPDATE_STATES).nullish(),
  start_date: z.iso.date().nullish(),
  target_date: z.iso.date().nullish(),
  creator: login.optional(),
  created_at: time.optional(),
});

const itemSchema = z.object({
  /** `owner/name#7`, of an issue or a pull request. */
  issue: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+#[1-9]\d*$/, 'must name an issue, as acme/web#7')
    .optional(),
  draft: nameOr(
    z.string().min(1),
    z.object({ title: z.string().min(1), body: z.string().default(''), assignees: z.array(login).default([]) }),
  ).optional(),
  /** By names of fields; of a single select the name of an option, of iterations a title. */
  fields: z.record(name, z.union([z.string(), z.number()])).default({}),
  archived: z.boolean().default(false),
  creator: login.optional(),
  created_at: time.optional(),
});

export const projectSchema = z.object({
  /** By default the viewer. */
  owner: login.optional(),
  number: z.int().positive().optional(),
  title: z.string().min(1).max(256),
  short_description: z.string().nullish(),
  readme: z.string().nullish(),
  public: z.boolean().default(false),
  template: z.boolean().default(false),
  closed: z.boolean().default(false),
  creator: login.optional(),
  /** Those that list it, as `owner/name`. */
  repositories: z.array(z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be a repository, as acme/web')).default([]),
  /** Beside those that every project has; one that is called Status takes the place of that. */
  fields: z.array(fieldSchema).default([]),
  /** By default `View 1`, a table. */
  views: z.array(viewSchema).optional(),
  items: z.array(itemSchema).default([]),
  /** The first one first. */
  status_updates: z.array(statusUpdateSchema).default([]),
  created_at: time.optional(),
  updated_at: time.optional(),
});

export type ProjectSeed = z.output<typeof projectSchema>;
export type ProjectFieldSeed = z.output<typeof fieldSchema>;
export type StatusUpdateSeed = z.output<typeof statusUpdateSchema>;
export type ProjectItemSeed = z.output<typeof itemSchema>;
