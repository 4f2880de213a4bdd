import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RefProtected } from '../errors.ts';
import { type Command, isFunny, ZERO } from '../git/wire/commands.ts';
import { type GithubContext, objectKey, type Ref, type Repository, refKey } from '../world.ts';
import { branchRef, openPullsFrom } from './branches.ts';
import { secondName } from './git-mirror.ts';
import type { Received } from './git-receive.ts';
import { RepositoryStore } from './git-store.ts';
import { packPath } from './packs.ts';
import { judgeMove, requireMove } from './protection/guard.ts';
import { passedWords, reasonOf, wordsOf } from './protection/push-words.ts';
import { push } from './push.ts';
import { addRef, moveBranch, moveOther, removeRef, requireObject } from './refs.ts';

const BRANCHES = 'refs/heads/';
/** What all packs of a world may take of the disk, in bytes. */
const MOST_PACKED_BYTES = 512 << 20;

/** What became of a push. */
export interface Pushed {
  /** By ref, in the order asked: why it wasn't moved, or null. */
  results: readonly (readonly [ref: string, reason: string | null])[];
  words: readonly string[];
}

/** A ref that can't be moved as asked. */
class Refused extends Error {}

/** Moves refs as a push asks for, each for itself or all together. Refusals are git's own words and GitHub's. */
export function applyPush(context: GithubContext, repository: Readonly<Repository>, received: Received): Pushed {
  const { commands, capabilities, unpack } = received;
  if (unpack !== undefined)
    return { results: commands.map(({ ref }) => [ref, 'unpacker error'] as const), words: received.words };
  if (packedBytes(context, received) > MOST_PACKED_BYTES) {
    const words = [`error: This sandbox takes ${MOST_PACKED_BYTES >> 20} MiB of pushed packs. Nothing was changed.`];
    return { results: commands.map(({ ref }) => [ref, 'pre-receive hook declined'] as const), words };
  }
  const reasons = new Map<string, string>();
  const words: string[] = [];
  const placed = placePack(context, received);
  try {
    context.savepoint(() => {
      takeObjects(context, repository, received);
      for (const command of inOrder(repository, commands)) {
        const reason = received.refused.get(command.ref) ?? attempt(context, repository, command, words);
        if (reason !== undefined) reasons.set(command.ref, reason);
      }
      const isAll = capabilities.has('atomic') && reasons.size > 0;
      if (isAll || (commands.length > 0 && reasons.size === commands.length)) throw new Refused();
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    for (const { ref } of commands) if (!reasons.has(ref)) reasons.set(ref, 'atomic push failure');
  }
  if (reasons.size === commands.length) for (const file of placed) rmSync(file);
  const results = commands.map(({ ref }) => [ref, reasons.get(ref) ?? null] as const);
  return { results, words: [...received.words, ...words, ...invitations(context, repository, commands, reasons)] };
}

function packedBytes({ world }: GithubContext, { pack, isNeeded }: Received): number {
  const known = new Map([...world.packs.values()].map(({ sha, size }) => [sha, size]));
  if (pack && isNeeded) known.set(pack.sha, pack.size);
  return [...known.values()].reduce((sum, size) => sum + size, 0);
}

/** The first branch of an empty repository becomes the default one: the one that was meant to be, where it comes. */
function inOrder({ default_branch }: Readonly<Repository>, commands: readonly Command[]): Command[] {
  const isMain = ({ ref }: Command) => Number(ref === branchRef(default_branch));
  return commands.toSorted((one, other) => isMain(other) - isMain(one));
}

function takeObjects(context: GithubContext, { id }: Readonly<Repository>, { records, pack, isNeeded }: Received): void {
  const { world } = context;
  const store = new RepositoryStore(context, id);
  for (const { name, record } of records) store.take(name, record);
  if (pack && isNeeded && !world.packs.has(objectKey(id, pack.sha)))
    world.packs.insert({ repository_id: id, sha: pack.sha, size: pack.size });
}

/** Puts a pack in its place before a row of the journal names it, and what follows a push reads it. @returns files that weren't there */
function placePack({ world }: GithubContext, { pack, isNeeded }: Received): string[] {
  if (!pack || !isNeeded) return [];
  const placed: string[] = [];
  for (const ending of ['pack', 'idx']) {
    const target = `${packPath(world, pack.sha)}.${ending}`;
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    secondName(join(pack.folder, 'pack', `pack-${pack.sha}.${ending}`), target);
    placed.push(target);
  }
  return placed;
}

function attempt(
  context: GithubContext,
  repository: Readonly<Repository>,
  command: Command,
  words: string[],
): string | undefined {
  try {
    const passed = passedOver(context, repository, command);
    context.savepoint(() => carryOut(context, repository, command));
    words.push(...passedWords(command.ref, passed));
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    if (!(error instanceof RefProtected)) throw error;
    words.push(...wordsOf(context, repository, error.violations));
    return reasonOf(error.violations);
  }
}

/** What of a branch's rules the viewer may pass over. */
function passedOver(context: GithubContext, repository: Readonly<Repository>, { ref, fresh }: Command): readonly string[] {
  const before = context.world.refs.get(refKey(repository.id, ref))?.object.sha;
  return judgeMove(context, repository, { ref, before, after: fresh === ZERO ? undefined : fresh }).passed;
}

function carryOut(context: GithubContext, { id }: Readonly<Repository>, { old, fresh, ref }: Command): void {
  // Earlier refs of the push may have changed it.
  const repository = context.world.repositories.get(id) as Readonly<Repository>;
  if (ref.startsWith('refs/pull/')) throw new Refused('deny updating a hidden ref');
  if (isFunny(ref)) throw new Refused('funny refname');
  const known = context.world.refs.get(refKey(id, ref));
  if (fresh === ZERO && !known) return;
  requireExpected(ref, old, known);
  if (fresh !== ZERO) place(context, repository, ref, fresh, known);
  else if (ref === branchRef(repository.default_branch)) throw new Refused(`refusing to delete the current branch: ${ref}`);
  else {
    requireMove(context, repository, { ref, before: known?.object.sha, after: undefined });
    removeRef(context, repository, known as Readonly<Ref>);
  }
}

/** The client names what it believes a ref to be: somebody else may have moved it meanwhile. */
function requireExpected(ref: string, old: string, known: Readonly<Ref> | undefined): void {
  const at = known?.object.sha ?? ZERO;
  if (at !== old) throw new Refused(lockFault(ref, old, at));
}

/** Git's words for a ref that isn't where a client believed it. */
export function lockFault(ref: string, old: string, at: string): string {
  const lock = `cannot lock ref '${ref}'`;
  if (at === ZERO) return `${lock}: unable to resolve reference '${ref}'`;
  return old === ZERO ? `${lock}: reference already exists` : `${lock}: is at ${at} but expected ${old}`;
}

function place(
  context: GithubContext,
  repository: Readonly<Repository>,
  ref: string,
  sha: string,
  known: Readonly<Ref> | undefined,
): void {
  if (!known) requireRoom(context, repository, ref);
  const object = requireObject(context, repository, sha);
  if (!ref.startsWith(BRANCHES)) {
    if (known) moveOther(context, repository, known, object);
    else addRef(context, repository, ref, object);
    return;
  }
  if (object.type !== 'commit')
    throw new Refused(`cannot update ref '${ref}': trying to write non-commit object ${sha} to branch '${ref}'`);
  if (known) moveBranch(context, repository, known, sha);
  else push(context, repository, ref.slice(BRANCHES.length), sha);
}

/** No ref stands where another one has a folder. */
function requireRoom({ world }: GithubContext, { id }: Readonly<Repository>, ref: string): void {
  const { repository } = world.refs.by;
  const other = repository
    .page(id, { limit: repository.count(id) })
    .find(({ ref: one }) => one.startsWith(`${ref}/`) || ref.startsWith(`${one}/`));
  if (other) throw new Refused(`cannot lock ref '${ref}': '${other.ref}' exists; cannot create '${ref}'`);
}

/** GitHub's hint after a new branch. */
function invitations(
  context: GithubContext,
  { id, full_name }: Readonly<Repository>,
  commands: readonly Command[],
  reasons: ReadonlyMap<string, string>,
): string[] {
  const main = context.world.repositories.get(id)?.default_branch ?? '';
  return commands.flatMap(({ old, fresh, ref }) => {
    if (old !== ZERO || fresh === ZERO || reasons.has(ref) || !ref.startsWith(BRANCHES) || ref === branchRef(main)) return [];
    const branch = ref.slice(BRANCHES.length);
    if (openPullsFrom(context, id, branch).length > 0) return [];
    const address = context.links.to(`/${full_name}/pull/new/${branch}`);
    return ['', `Create a pull request for '${branch}' on GitHub by visiting:`, `     ${address}`, ''];
  });
}
