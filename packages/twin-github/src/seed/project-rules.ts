import { DERIVED_FIELDS } from '../actions/projects.ts';
import type { CustomField } from '../world.ts';
import { duplicates, type Fault } from './fault.ts';
import { threadNumbers } from './numbers.ts';
import type { ProjectFieldSeed, ProjectItemSeed, ProjectSeed } from './project-schema.ts';
import type { Seed } from './schema.ts';

type Whole = Exclude<ProjectFieldSeed, string>;
const wholeOf = (field: ProjectFieldSeed): Whole => (typeof field === 'string' ? { name: field } : field);

export const fieldType = ({ type, options, iterations }: Whole): CustomField =>
  options ? 'single_select' : iterations ? 'iteration' : (type ?? 'text');

/** Status as every project has it, unless the seed says otherwise. */
export const DEFAULT_STATUS = { name: 'Status', options: ['Todo', 'In Progress', 'Done'] };

/** The fields of a project that people fill: Status first, which a seed may give other options. */
export function customFields({ fields }: Pick<ProjectSeed, 'fields'>): readonly Whole[] {
  const all = fields.map(wholeOf);
  const status = all.find((one) => one.name.toLowerCase() === 'status');
  return [status ?? DEFAULT_STATUS, ...all.filter((one) => one !== status)];
}

const nameOf = (one: string | { name: string }): string => (typeof one === 'string' ? one : one.name);

/** Is it a value that the field takes? */
function isValue(field: Whole, value: string | number): boolean {
  if (field.options) return field.options.some((option) => nameOf(option) === value);
  if (field.iterations) return field.iterations.some(({ title }) => title === value);
  if (field.type === 'number') return typeof value === 'number';
  return typeof value === 'string' && (field.type !== 'date' || /^\d{4}-\d{2}-\d{2}$/.test(value));
}

/** The numbers of all issues and pull requests of a seed, as `owner/name#7`. */
function issueNames({ repositories }: Seed): ReadonlySet<string> {
  return new Set(
    repositories.flatMap((one) => {
      const numbers = threadNumbers(one).slice(0, one.issues.length + one.pull_requests.length);
      return numbers.map((number) => `${one.owner}/${one.name}#${number}`.toLowerCase());
    }),
  );
}

/** Projects have numbers of their own, fields names of their own, and items what there is. */
export function* checkProjects(seed: Seed): Generator<Fault> {
  const viewer = seed.viewer ?? seed.users.find(({ type }) => type === 'User')?.login ?? '';
  const ownerOf = ({ owner }: ProjectSeed): string => (owner ?? viewer).toLowerCase();
  yield* duplicates(
    seed.projects.map((one) => (one.number === undefined ? undefined : `${ownerOf(one)}/${one.number}`)),
    (at) => ['projects', at, 'number'],
    (number) => `project ${number} is declared twice`,
  );
  const issues = issueNames(seed);
  const repositories = new Set(seed.repositories.map(({ owner, name }) => `${owner}/${name}`.toLowerCase()));
  for (const [at, project] of seed.projects.entries()) {
    for (const [which, name] of project.repositories.entries())
      if (!repositories.has(name.toLowerCase()))
        yield {
          path: ['projects', at, 'repositories', which],
          message: `there is no repository ${name}`,
          code: 'unknown_repository',
        };
    for (const fault of checkFields(project)) yield { ...fault, path: ['projects', at, 'fields', ...fault.path] };
    for (const fault of checkViews(project)) yield { ...fault, path: ['projects', at, 'views', ...fault.path] };
    for (const fault of checkItems(project, issues)) yield { ...fault, path: ['projects', at, 'items', ...fault.path] };
  }
}

function* checkFields({ fields }: ProjectSeed): Generator<Fault> {
  const derived = DERIVED_FIELDS.map(([name]) => name.toLowerCase()).filter((name) => name !== 'status');
  yield* duplicates(
    [...derived, ...fields.map((field) => nameOf(field).toLowerCase())],
    (at) => [at - derived.length],
    (name) => `there is a field ${name} already`,
  );
  for (const [at, field] of fields.entries()) {
    const { type, options, iterations, name } = wholeOf(field);
    if ([type, options, iterations].filter((one) => one !== undefined).length > 1)
      yield { path: [at], message: 'give one of type, options and iterations', code: 'ambiguous_field' };
    if (name.toLowerCase() === 'status' && !options)
      yield { path: [at], message: 'Status is a single select: give its options', code: 'ambiguous_field' };
    yield* duplicates(
      (options ?? []).map((option) => nameOf(option)),
      (which) => [at, 'options', which],
      (option) => `option ${option} is declared twice`,
    );
    yield* duplicates(
      (iterations ?? []).map(({ title }) => title),
      (which) => [at, 'iterations', which, 'title'],
      (title) => `iteration ${title} is declared twice`,
    );
  }
}

/** A view shows fields of its project, each once; a roadmap has none to choose. */
function* checkViews({ views = [], fields }: ProjectSeed): Generator<Fault> {
  const known = new Set([...DERIVED_FIELDS.map(([name]) => name), ...fields.map(nameOf)].map((name) => name.toLowerCase()));
  for (const [at, view] of views.entries()) {
    const shown = typeof view === 'string' ? [] : (view.fields ?? []);
    if (shown.length > 0 && typeof view !== 'string' && view.layout === 'roadmap')
      yield { path: [at, 'fields'], message: 'a roadmap has no fields to choose', code: 'unknown_field' };
    for (const [which, name] of shown.entries())
      if (!known.has(name.toLowerCase()))
        yield { path: [at, 'fields', which], message: `there is no field ${name}`, code: 'unknown_field' };
    yield* duplicates(
      shown.map((name) => name.toLowerCase()),
      (which) => [at, 'fields', which],
      (name) => `${name} is shown already`,
    );
  }
}

function* checkItems(project: ProjectSeed, issues: ReadonlySet<string>): Generator<Fault> {
  yield* duplicates(
    project.items.map(({ issue }) => issue?.toLowerCase()),
    (at) => [at, 'issue'],
    (issue) => `${issue} stands in the project already`,
  );
  const fields = customFields(project);
  for (const [at, item] of project.items.entries())
    for (const fault of checkItem(item, fields, issues)) yield { ...fault, path: [at, ...fault.path] };
}

function* checkItem(
  { issue, draft, fields: values }: ProjectItemSeed,
  fields: readonly Whole[],
  issues: ReadonlySet<string>,
): Generator<Fault> {
  if ((issue === undefined) === (draft === undefined))
    yield { path: [], message: 'give either issue or draft', code: 'ambiguous_item' };
  if (issue !== undefined && !issues.has(issue.toLowerCase()))
    yield { path: ['issue'], message: `there is no issue ${issue}`, code: 'unknown_issue' };
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!field) yield { path: ['fields', name], message: `there is no field ${name} to fill`, code: 'unknown_field' };
    else if (!isValue(field, value))
      yield { path: ['fields', name], message: `${field.name} doesn't take ${JSON.stringify(value)}`, code: 'invalid_value' };
  }
}
