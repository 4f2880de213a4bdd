import { type FieldError, ValidationFailed } from '../errors.ts';
import { commitOf } from '../git/store.ts';
import type { GithubContext, Ref, Repository, User } from '../world.ts';
import { getUserByLogin, type HasWorld, isVisible, viewerOf, visibleRepository } from './access.ts';
import { branchRef, findBranch } from './branches.ts';
import { RepositoryStore } from './git-store.ts';
import { importFiles } from './object-import.ts';
import { push } from './push.ts';
import { createRepository, nameErrors, safeName } from './repositories.ts';
import { signatureOf } from './signatures.ts';

export interface TemplateInput {
  name: string;
  /** The viewer, or an organisation; by default the viewer. */
  owner?: string | undefined;
  description?: string | null | undefined;
  private?: boolean | undefined;
  include_all_branches?: boolean | undefined;
}

/** In GitHub's words: lirantal/asciidoc-book-starter#7 for what is no template. What it says of an empty one no source tells. */
const refuse = (reason: string): ValidationFailed =>
  new ValidationFailed([{ resource: 'Repository', code: 'unprocessable', message: `Could not clone: ${reason}` }]);

const capital = (text: string): string => text.replace(/^[a-z]/, (first) => first.toUpperCase());
const wordsOf = ({ message, field, code }: FieldError): string => capital(message ?? `${field} is ${code}`);

/**
 * Makes a repository with the files of a template, each branch of which begins with one commit.
 * https://docs.github.com/repositories/creating-and-managing-repositories/creating-a-repository-from-a-template
 * @throws NotFound, AdminRightsRequired, ValidationFailed
 */
export function createFromTemplate(
  context: GithubContext,
  templateOwner: string,
  templateRepo: string,
  { owner, include_all_branches = false, ...input }: TemplateInput,
): Readonly<Repository> {
  const template = visibleRepository(context, templateOwner, templateRepo);
  if (!template.is_template) throw refuse(`${template.full_name} is not a template repository.`);
  const branches = branchesToCopy(context, template, include_all_branches);
  if (branches.length === 0) throw refuse(`${template.full_name} is empty.`);
  const account = owner === undefined ? viewerOf(context) : getUserByLogin(context, owner);
  const [error] = nameErrors(context, account, safeName(input.name));
  if (error) throw refuse(wordsOf(error));
  const made = createRepository(context, { ...input, organization: organizationOf(context, account) });
  for (const branch of branches) copyFiles(context, template, made, branch);
  return context.world.repositories.update(made.id, { template_id: template.id });
}

/** Nobody but the viewer is a person that repositories are made for. */
const organizationOf = (context: GithubContext, { id, login }: Readonly<User>): string | undefined =>
  id === viewerOf(context).id ? undefined : login;

/** The default branch first: the first branch of a repository is its default one. */
function branchesToCopy(context: GithubContext, { id, default_branch }: Readonly<Repository>, all: boolean): Readonly<Ref>[] {
  const first = findBranch(context, id, default_branch);
  if (!first) return [];
  const { branches } = context.world.refs.by;
  const others = all ? branches.page(id, { limit: branches.count(id) }).filter(({ ref }) => ref !== first.ref) : [];
  return [first, ...others];
}

function copyFiles(
  context: GithubContext,
  template: Readonly<Repository>,
  { id }: Readonly<Repository>,
  { ref, object }: Readonly<Ref>,
): void {
  const { tree } = commitOf(new RepositoryStore(context, template.id), object.sha);
  importFiles(context, template.id, id, tree);
  const person = signatureOf(context, viewerOf(context));
  const commit = { tree, parents: [], author: person, committer: person, message: 'Initial commit' };
  const sha = new RepositoryStore(context, id).writeCommit(commit);
  push(context, context.world.repositories.get(id) as Readonly<Repository>, ref.slice(branchRef('').length), sha);
}

/** The template that a repository was made of, where it is still there to see. */
export function templateOf(context: HasWorld, { template_id }: Readonly<Repository>): Readonly<Repository> | undefined {
  const template = template_id === undefined ? undefined : context.world.repositories.get(template_id);
  return template && isVisible(context, template) ? template : undefined;
}
