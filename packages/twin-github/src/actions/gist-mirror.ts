import { join } from 'node:path';
import { filesOf } from '@svc/twin-kit';
import { GitUnavailable } from '../errors.ts';
import { Overlay } from '../git/overlay.ts';
import { writeObjects } from '../git/pack-writer.ts';
import type { Gist } from '../world.ts';
import type { HasWorld } from './access.ts';
import { everyRevision, objectsOf } from './gist-commits.ts';
import { GitFolder } from './git-folder.ts';

/** The only branch that a gist has. */
export const GIST_BRANCH = 'main';

/** A gist as git has it, made of its revisions when it is first asked for. */
class GistMirror extends GitFolder {
  update(context: HasWorld, gistId: string): Promise<void> {
    return this.inTurn(async () => {
      const gist = context.world.gists.get(gistId);
      const store = new Overlay();
      for (const revision of everyRevision(context, gistId)) if (!this.written.has(revision.version)) objectsOf(revision, store);
      const missing = [...store.objects()].filter(({ sha }) => !this.written.has(sha));
      await writeObjects(
        this.objects,
        missing.map((object) => () => object),
      );
      this.took(missing.map(({ sha }) => sha));
      this.point(gist ? `${gist.head} refs/heads/${GIST_BRANCH}\n` : '', GIST_BRANCH);
    });
  }
}

const mirrors = new WeakMap<object, Map<string, GistMirror>>();

/** The mirror of a gist, up to date. @throws GitUnavailable for a world that has no folder */
export async function gistMirrorOf(context: HasWorld, { id }: Readonly<Gist>): Promise<GitFolder> {
  const files = filesOf(context.world);
  if (files === undefined) throw new GitUnavailable();
  const known = mirrors.get(context.world) ?? new Map<string, GistMirror>();
  mirrors.set(context.world, known);
  const mirror = known.get(id) ?? new GistMirror(join(files, 'git', `gist-${id}`));
  known.set(id, mirror);
  await mirror.update(context, id);
  return mirror;
}
