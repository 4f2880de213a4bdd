import { isUtf8 } from 'node:buffer';
import { Overlay } from '../git/overlay.ts';
import type { ObjectReader } from '../git/store.ts';
import { walkTree } from '../git/tree.ts';
import { ZERO } from '../git/wire/commands.ts';
import { type Commit, type Gist, type GistFiles, type GistForms, type GithubContext, timestamp } from '../world.ts';
import { viewerOf } from './access.ts';
import { addRevision, everyRevision, formsOf, type GistContent, objectsOf, revisionWith, writeFiles } from './gist-commits.ts';
import { GIST_BRANCH } from './gist-mirror.ts';
import { MOST_FILES } from './gists.ts';
import { lockFault, type Pushed } from './git-push.ts';
import type { Received } from './git-receive.ts';

const BRANCH = `refs/heads/${GIST_BRANCH}`;
const DECLINED = 'pre-receive hook declined';

/** A push that isn't taken: why, in the line of its ref, and what people are told. */
class Declined extends Error {
  readonly words: readonly string[];

  constructor(words: readonly string[], reason = DECLINED) {
    super(reason);
    this.words = words;
  }
}

/** What came and what was there before, as one store. */
function readerOf(context: GithubContext, gistId: string, { records }: Received): ObjectReader {
  const known = new Overlay();
  for (const revision of everyRevision(context, gistId)) objectsOf(revision, known);
  const of = <T extends { sha: string }>(name: string): Map<string, T> =>
    new Map(records.flatMap((one) => (one.name === name ? [[one.record.sha, one.record as unknown as T]] : [])));
  const [commits, trees] = [of<Commit>('commits'), of<NonNullable<ReturnType<ObjectReader['tree']>>>('trees')];
  const blobs = of<{ sha: string; content: string; encoding: 'utf-8' | 'base64' }>('blobs');
  return {
    commit: (sha) => commits.get(sha) ?? known.commit(sha),
    tree: (sha) => trees.get(sha) ?? known.tree(sha),
    bytes(sha) {
      const blob = blobs.get(sha);
      return blob ? Buffer.from(blob.content, blob.encoding) : known.bytes(sha);
    },
  };
}

/** Commits that the gist hasn't, each after its parents. */
function newCommits(context: GithubContext, gistId: string, reader: ObjectReader, tip: string): readonly Readonly<Commit>[] {
  const found = new Map<string, Readonly<Commit>>();
  const stack: { sha: string; isDone: boolean }[] = [{ sha: tip, isDone: false }];
  const seen = new Set<string>();
  for (let one = stack.pop(); one; one = stack.pop()) {
    const commit = revisionWith(context, gistId, one.sha) ? undefined : reader.commit(one.sha);
    if (!commit) continue;
    if (one.isDone) found.set(commit.sha, commit);
    else if (!seen.has(commit.sha)) {
      seen.add(commit.sha);
      stack.push({ sha: commit.sha, isDone: true }, ...commit.parents.map((sha) => ({ sha, isDone: false })));
    }
  }
  return [...found.values()];
}

/** A commit's files. @throws Declined for what a gist can't keep */
function contentOf(reader: ObjectReader, { sha, tree }: Readonly<Commit>): GistContent {
  const files: GistFiles = {};
  const forms: GistForms = {};
  for (const { path, type, mode, sha: id } of walkTree(reader, tree)) {
    if (type === 'tree') continue;
    const bytes = reader.bytes(id);
    if (type === 'commit' || !bytes) throw new Declined([`error: ${path} of ${sha} is no file.`]);
    const base64 = !isUtf8(bytes);
    files[path] = bytes.toString(base64 ? 'base64' : 'utf8');
    if (base64 || mode !== '100644') forms[path] = { ...(base64 && { base64: true }), ...(mode !== '100644' && { mode }) };
  }
  const content = { files, forms: formsOf(files, forms) };
  if (writeFiles(new Overlay(), content) !== tree) throw new Declined([`error: The tree of ${sha} isn't as git writes it.`]);
  return content;
}

/** In GitHub's words: https://gist.github.com/65e8a674b43003e945880e9cadab35ad tells of them. @throws Declined */
function requireFlat({ files }: GistContent): void {
  const names = Object.keys(files);
  const folders = [...new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/')[0] as string))];
  if (folders.length > 0)
    throw new Declined([
      'Gist does not support directories.',
      'These are the directories that are causing problems:',
      ...folders,
    ]);
  if (names.length === 0 || names.length > MOST_FILES)
    throw new Declined([`error: A gist has a file at least, and ${MOST_FILES} at most.`]);
}

/** Takes the commits of a push and moves the branch. @throws Declined */
function take(context: GithubContext, gist: Readonly<Gist>, received: Received, tip: string): void {
  const { world } = context;
  const reader = readerOf(context, gist.id, received);
  for (const commit of newCommits(context, gist.id, reader, tip)) {
    const content = contentOf(reader, commit);
    if (commit.sha === tip) requireFlat(content);
    const { repository_id: _repository, sha: _sha, ...fields } = commit;
    const author = world.users.by.address.first(fields.author.email.toLowerCase());
    addRevision(context, gist.id, (author ?? viewerOf(context)).id, content, fields);
  }
  const newest = revisionWith(context, gist.id, tip);
  if (!newest) throw new Declined([], `missing necessary objects`);
  requireFlat(newest);
  const { files, forms } = newest;
  world.gists.update(gist.id, { files, forms, head: tip, updated_at: timestamp(context.now) });
}

/** Moves a gist's branch as a push asks for. */
export function applyGistPush(context: GithubContext, { id }: Readonly<Gist>, received: Received): Pushed {
  const { commands, unpack } = received;
  if (unpack !== undefined)
    return { results: commands.map(({ ref }) => [ref, 'unpacker error'] as const), words: received.words };
  const words: string[] = [...received.words];
  const results = commands.map(({ ref, old, fresh }) => {
    try {
      const refused = received.refused.get(ref);
      if (refused !== undefined) throw new Declined([], refused);
      const gist = context.world.gists.get(id) as Readonly<Gist>;
      if (ref !== BRANCH) throw new Declined([`error: A gist has one branch here, ${GIST_BRANCH}, and no tags.`]);
      if (fresh === ZERO) throw new Declined([], `refusing to delete the current branch: ${ref}`);
      if (old !== gist.head) throw new Declined([], lockFault(ref, old, gist.head));
      if (received.isNeeded)
        throw new Declined(['error: What is pushed to a gist here has files of 512 KiB, and 8 MiB, at most.']);
      context.savepoint(() => take(context, gist, received, fresh));
      return [ref, null] as const;
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
      words.push(...error.words);
      return [ref, error.message] as const;
    }
  });
  return { results, words };
}
