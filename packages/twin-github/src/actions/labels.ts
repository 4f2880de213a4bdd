import { isLonger } from '@svc/twin-kit';
import { AUTOMATIC_COLOR } from '../default-labels.ts';
import { NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type GithubContext, type Label, labelNameKey, type Repository, stateGroup } from '../world.ts';
import { visibleRepository, writableRepository } from './access.ts';
import { differs } from './differs.ts';

const COLOR = /^[0-9a-f]{6}$/i;
/** https://docs.github.com/rest/issues/labels#create-a-label */
const MAX_DESCRIPTION = 100;
const MAX_NAME = 50;

export interface LabelInput {
  name?: string | undefined;
  new_name?: string | undefined;
  color?: string | undefined;
  description?: string | null | undefined;
}

export function labelByName(
  { world }: Pick<GithubContext, 'world'>,
  repositoryId: number,
  name: string,
): Readonly<Label> | undefined {
  return world.labels.by.name.first(labelNameKey(repositoryId, name));
}

/** @throws NotFound */
export function getLabel(context: GithubContext, owner: string, repo: string, name: string): Readonly<Label> {
  const label = labelByName(context, visibleRepository(context, owner, repo).id, name);
  if (!label) throw new NotFound();
  return label;
}

/** A repository's labels, those on most issues first. */
export function listLabelsByUse(context: GithubContext, owner: string, repo: string): Readonly<Label>[] {
  const repository = visibleRepository(context, owner, repo);
  const { labels, issues } = context.world;
  const uses = (label: Readonly<Label>): number => issues.by.label.count(stateGroup(label.id, 'all'));
  return labels.by.repository.page(repository.id, { limit: labels.size }).toSorted((a, b) => uses(b) - uses(a));
}

function validate(
  context: GithubContext,
  repository: Readonly<Repository>,
  name: string,
  input: LabelInput,
  self?: number,
): void {
  const fault = (code: 'invalid' | 'already_exists' | 'missing_field', field: string) => ({ resource: 'Label', code, field });
  const errors = [];
  if (name.trim() === '') errors.push(fault('missing_field', 'name'));
  if (isLonger(name, MAX_NAME))
    errors.push({ ...fault('invalid', 'name'), message: `name is too long (maximum is ${MAX_NAME} characters)` });
  if (input.color !== undefined && !COLOR.test(input.color)) errors.push(fault('invalid', 'color'));
  if (isLonger(input.description ?? '', MAX_DESCRIPTION)) {
    errors.push({
      ...fault('invalid', 'description'),
      message: `description is too long (maximum is ${MAX_DESCRIPTION} characters)`,
    });
  }
  const namesake = labelByName(context, repository.id, name);
  if (namesake && namesake.id !== self) errors.push(fault('already_exists', 'name'));
  if (errors.length > 0) throw new ValidationFailed(errors);
}

function insertLabel(
  context: GithubContext,
  repository: Readonly<Repository>,
  input: LabelInput & { name: string },
): Readonly<Label> {
  return context.world.labels.insert({
    id: nextId(context.ids, 'label'),
    repository_id: repository.id,
    name: input.name,
    color: (input.color ?? AUTOMATIC_COLOR).toLowerCase(),
    description: input.description ?? null,
    default: false,
  });
}

/** @throws ValidationFailed where the name is taken or the colour isn't six hexadecimal digits. */
export function createLabel(
  context: GithubContext,
  owner: string,
  repo: string,
  input: LabelInput & { name: string },
): Readonly<Label> {
  const repository = writableRepository(context, owner, repo);
  validate(context, repository, input.name, input);
  return insertLabel(context, repository, input);
}

export function updateLabel(
  context: GithubContext,
  owner: string,
  repo: string,
  name: string,
  input: LabelInput,
): Readonly<Label> {
  const repository = writableRepository(context, owner, repo);
  const label = getLabel(context, owner, repo, name);
  const newName = input.new_name ?? label.name;
  validate(context, repository, newName, input, label.id);
  const patch = {
    name: newName,
    color: input.color?.toLowerCase() ?? label.color,
    description: input.description === undefined ? label.description : input.description,
  };
  return differs(label, patch) ? context.world.labels.update(label.id, patch) : label;
}

/** Deletes the label and takes it off every issue that has it. */
export function deleteLabel(context: GithubContext, owner: string, repo: string, name: string): void {
  writableRepository(context, owner, repo);
  const label = getLabel(context, owner, repo, name);
  const { issues } = context.world;
  const group = stateGroup(label.id, 'all');
  for (const issue of issues.by.label.page(group, { limit: issues.by.label.count(group) })) {
    issues.update(issue.id, { label_ids: issue.label_ids.filter((id) => id !== label.id) });
  }
  const { discussions } = context.world;
  const { repository: own } = discussions.by;
  for (const one of [...own.page(label.repository_id, { limit: own.count(label.repository_id) })])
    if (one.label_ids.includes(label.id))
      discussions.update(one.id, { label_ids: one.label_ids.filter((id) => id !== label.id) });
  context.world.labels.remove(label.id);
}

/** The labels with these names; one that the repository lacks is made, as GitHub does when it is put on an issue. */
export function labelsNamed(
  context: GithubContext,
  repository: Readonly<Repository>,
  names: readonly string[],
): Readonly<Label>[] {
  const labels = new Map<number, Readonly<Label>>();
  for (const name of names) {
    const known = labelByName(context, repository.id, name);
    if (!known) validate(context, repository, name, {});
    const label = known ?? insertLabel(context, repository, { name });
    labels.set(label.id, label);
  }
  return [...labels.values()];
}
