import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Door } from './door.ts';
import { type DeedOf, OWNER, REPO } from './plan.ts';
import { MERGED_BY_GITHUB, type Shell } from './shell.ts';

/** A clone that somebody works in. */
class Clone {
  readonly folder: string;
  readonly #shell: Shell;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.folder = join(shell.folder, REPO);
  }

  git(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    return this.#shell.run('git', args, { cwd: this.folder, env });
  }

  /** A branch as the remote has it. */
  async onto(branch: string): Promise<void> {
    await this.git(['fetch', '-q', '--prune']);
    await this.git(['checkout', '-q', '-B', branch, `origin/${branch}`]);
  }

  async commit({ branch, message, files }: DeedOf<'commit'>): Promise<void> {
    await this.onto(branch);
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.folder, path)), { recursive: true });
      await writeFile(join(this.folder, path), text);
    }
    await this.git(['add', '-A']);
    await this.git(['commit', '-q', '-m', message]);
    await this.git(['push', '-q', 'origin', branch]);
  }

  /** Merges a branch of the remote into another one, and pushes that; where they conflict, nothing is pushed. */
  async merge(into: string, head: string, message: string, env: Record<string, string>): Promise<void> {
    await this.onto(into);
    try {
      await this.git(['merge', '-q', '--no-ff', '-m', message, `origin/${head}`], env);
    } catch (error) {
      await this.git(['merge', '--abort']);
      throw error;
    }
    await this.git(['push', '-q', 'origin', into]);
  }
}

/** What git can say: branches, commits, merges by a merge commit, tags. For all else it needs another door. */
export async function openGit(shell: Shell, others: Door): Promise<Door> {
  await shell.run('git', ['clone', '-q', `https://github.com/${OWNER}/${REPO}.git`, REPO]);
  const clone = new Clone(shell);
  const other = others.deeds;
  return {
    deeds: {
      create_branch: async ({ name, from }) => {
        await clone.git(['fetch', '-q', '--prune']);
        await clone.git(['push', '-q', 'origin', `origin/${from}:refs/heads/${name}`]);
      },
      delete_branch: ({ name }) => clone.git(['push', '-q', 'origin', '--delete', name]),
      commit: (deed) => clone.commit(deed),
      update_branch: ({ head, base }) => clone.merge(head, base, `Merge branch '${base}' into ${head}`, MERGED_BY_GITHUB),
      // git knows of no draft and of no check before it, and its squashed and rebased commits are no pull request's.
      merge: (deed) =>
        deed.method === 'merge' && deed.base === 'main'
          ? clone.merge(
              deed.base,
              deed.head,
              `Merge pull request #${deed.number} from ${OWNER}/${deed.head}\n\n${deed.title}`,
              MERGED_BY_GITHUB,
            )
          : (other.merge?.(deed) ?? Promise.reject(new Error('no merge'))),
      release: async (deed) => {
        await clone.git(['fetch', '-q']);
        await clone.git(['push', '-q', 'origin', `origin/main:refs/tags/${deed.tag}`]);
        await other.release?.(deed);
      },
    },
    // A clone that so much came into and went out of is whole.
    close: async () => {
      await clone.git(['fetch', '-q', '--prune', '--tags']);
      await clone.git(['fsck', '--full', '--strict']);
    },
  };
}
