import type { Project, ProjectField } from '../world.ts';
import { type Thing, thing } from './thing.ts';

/** A field with the project that it is of. */
export interface FieldOf {
  project: Readonly<Project>;
  field: ProjectField;
}

const TYPES: Readonly<Record<string, string>> = {
  single_select: 'ProjectV2SingleSelectField',
  iteration: 'ProjectV2IterationField',
};

export const fieldThing = (project: Readonly<Project>, field: ProjectField): Thing<FieldOf> =>
  thing(TYPES[field.data_type] ?? 'ProjectV2Field', { project, field });
