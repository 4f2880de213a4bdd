import { z } from 'zod';
import type { FieldValue } from '../actions/project-items.ts';
import { Unprocessable } from '../errors.ts';
import type { GithubContext, Project, ProjectField } from '../world.ts';
import { fieldById, fieldByName, Unresolved } from './project-place.ts';

// What a field is told by the tools of projects: github/github-mcp-server, pkg/github/projects.go and projects_batch.go.

export const updatedField = z
  .object({
    id: z.number().int().optional().describe('Id of the field'),
    name: z.string().optional().describe('Name of the field; give one of both'),
    value: z.unknown().optional().describe('What the item shall have; null takes away'),
  })
  .describe('A field and its value; of a single select the name of an option, or its id');
export type UpdatedField = z.output<typeof updatedField>;

/** @throws Unprocessable, Unresolved */
export function fieldIn(context: GithubContext, project: Readonly<Project>, { id, name, value }: UpdatedField): ProjectField {
  if (value === undefined) throw new Unprocessable('updated_field.value is required');
  if (id !== undefined && name !== undefined) throw new Unprocessable('updated_field must set either id or name, not both');
  if (id !== undefined) return fieldById(context, project, id);
  if (name === undefined) throw new Unprocessable('updated_field requires either id or name');
  if (name === '') throw new Unprocessable('updated_field.name must be a non-empty string');
  return fieldByName(context, project, name, '; see candidates for available names');
}

/** The id of an option, by that or by its name. @throws Unresolved */
function optionIn({ name, options }: ProjectField, text: string): string {
  const found = options.find((one) => one.name.toLowerCase() === text.toLowerCase()) ?? options.find(({ id }) => id === text);
  if (found) return found.id;
  throw new Unresolved(
    ...([
      'option_not_found',
      text,
      `no option named "${text}" on field "${name}"; see candidates for available options`,
    ] as const),
    options.map((one) => ({ name: one.name })),
  );
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, text.length) === text;

/** A value as a field takes it. @throws Unprocessable in the server's words, Unresolved */
export function valueIn(field: ProjectField, value: unknown): FieldValue {
  const called = `field "${field.name}" is ${field.data_type.toUpperCase()}; value`;
  const text = (what: string): string => {
    if (typeof value === 'string' && (value !== '' || field.data_type === 'text')) return value;
    throw new Unprocessable(`${called} must be ${what}`);
  };
  switch (field.data_type) {
    case 'text':
      return { text: text('a string') };
    case 'number':
      if (typeof value !== 'number') throw new Unprocessable(`${called} must be a number`);
      return { number: value };
    case 'date': {
      const date = text('a YYYY-MM-DD string');
      if (!isDate(date)) throw new Unprocessable(`${called} "${date}" is not in YYYY-MM-DD format`);
      return { date };
    }
    case 'single_select':
      return { singleSelectOptionId: optionIn(field, text('a non-empty string (option name or ID)')) };
    case 'iteration':
      return { iterationId: text('a non-empty iteration ID string') };
    default:
      return {};
  }
}

/** A day that the server parses. @throws Unprocessable in its words */
export function dayIn(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (!isDate(text)) throw new Unprocessable(`invalid ${name} "${text}": must be YYYY-MM-DD format`);
  return text;
}
