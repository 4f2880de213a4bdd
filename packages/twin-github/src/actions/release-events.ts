import type { GithubContext, Release, Repository } from '../world.ts';
import { resolveCommit } from './commits.ts';
import { emit } from './emit.ts';
import { startAbout } from './workflows/start.ts';

type ReleaseAction = 'created' | 'edited' | 'published' | 'unpublished' | 'released' | 'prereleased' | 'deleted';

/** What a new release is: one that is no draft is published in the same moment (docs: webhook payloads, "release"). */
export const onCreated = (release: Readonly<Release>): ReleaseAction[] => [
  'created',
  ...(release.draft ? [] : published(release)),
];

const published = ({ prerelease }: Readonly<Release>): ReleaseAction[] => ['published', prerelease ? 'prereleased' : 'released'];

export function onUpdated(before: Readonly<Release>, after: Readonly<Release>): ReleaseAction[] {
  if (before.draft !== after.draft) return after.draft ? ['unpublished'] : published(after);
  const isReleased = before.prerelease && !after.prerelease && !after.draft;
  return ['edited', ...(isReleased ? (['released'] as const) : [])];
}

/** Tells of a release: hooks, and the workflows of its tag, which drafts don't start but by being published. */
export function tellOfRelease(
  context: GithubContext,
  repository: Readonly<Repository>,
  release: Readonly<Release>,
  actions: readonly ReleaseAction[],
): void {
  const sha = resolveCommit(context, repository, `refs/tags/${release.tag_name}`);
  const title = release.name || release.tag_name;
  for (const type of actions) {
    emit(context, repository.id, 'release', type, { release_id: release.id }, type === 'deleted' ? release : undefined);
    if (!release.draft && sha !== undefined)
      startAbout(context, repository, 'release', { type, ref: release.tag_name, sha, title });
  }
}
