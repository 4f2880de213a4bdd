import { type Check, failed, passed, quoted } from '@svc/twin-kit';
import type { Release } from '../world.ts';
import { inRepository, listed, ofRepository, type Place, same, verdict } from './find.ts';
import * as params from './params.ts';
import { headOf, shortSha } from './repository-objects.ts';
import { passageWith } from './words.ts';

const { branch, needle, statusContext, statusState, tag } = params;

const kindOf = ({ draft, prerelease }: Readonly<Release>): string => (draft ? ' (draft)' : prerelease ? ' (pre-release)' : '');

/** The release with a tag that is as the sentence says, or those that there are. */
function withRelease(place: Place, tag: string, isMeant: (release: Readonly<Release>) => boolean) {
  const releases = ofRepository(place.final.releases, place);
  const found = releases.find((release) => release.tag_name === tag && isMeant(release));
  if (found) return passed(`release ${found.id} of ${place.name} has the tag ${found.tag_name}${kindOf(found)}`);
  return failed(`releases of ${place.name}: ${listed(releases.map((release) => release.tag_name + kindOf(release)))}`);
}

/** The last of what was said about the tip of a branch. */
function onTip<T extends { repository_id: number }>(
  place: Place,
  branch: string,
  records: readonly T[],
  isIt: (record: T, sha: string) => boolean,
): { at: string; last: T | undefined } | string {
  const sha = headOf(place.final, place.repository.id, branch);
  if (sha === undefined) return `${place.name} has no branch ${branch}`;
  return { at: `${place.name} at ${shortSha(sha)}`, last: ofRepository(records, place).findLast((record) => isIt(record, sha)) };
}

export const releaseChecks: readonly Check[] = [
  inRepository({
    id: 'github.release-exists',
    template: 'Release {tag} is published in {repo}.',
    description: 'A release with this tag exists and is no draft.',
    compares: 'the tags of the published releases with {tag}',
    params: { tag },
    judge: (args, place) => withRelease(place, args.tag, ({ draft }) => !draft),
  }),
  inRepository({
    id: 'github.release-is-draft',
    template: 'Release {tag} is a draft in {repo}.',
    description: 'A release with this tag exists and is a draft.',
    compares: 'the tags of the drafts with {tag}',
    params: { tag },
    judge: (args, place) => withRelease(place, args.tag, ({ draft }) => draft),
  }),
  inRepository({
    id: 'github.release-is-prerelease',
    template: 'Release {tag} is published as a pre-release in {repo}.',
    description: 'A release with this tag exists, is no draft, and says that it is not ready for production.',
    compares: 'the tags of the published pre-releases with {tag}',
    params: { tag },
    judge: (args, place) => withRelease(place, args.tag, ({ draft, prerelease }) => !draft && prerelease),
  }),
  inRepository({
    id: 'github.release-notes-contain',
    template: 'The notes of release {tag} in {repo} contain "{needle}".',
    description: 'The text of a release with this tag, draft or not, holds this one, typed or as the page shows it.',
    compares: 'the notes of the release with {needle}',
    params: { tag, needle },
    judge(args, place) {
      const releases = ofRepository(place.final.releases, place).filter(({ tag_name }) => tag_name === args.tag);
      const found = releases.find((one) => passageWith('releases', one, args.needle, 'body'));
      const [first] = releases;
      if (!first) return failed(`${place.name} has no release ${args.tag}`);
      const shown = found ?? first;
      return verdict(
        found !== undefined,
        `notes of release ${args.tag} of ${place.name}: ${quoted(shown.body ?? '', args.needle)}`,
      );
    },
  }),
  inRepository({
    id: 'github.commit-status',
    template: 'Status "{context}" of branch {branch} in {repo} is {status}.',
    description: 'The last status of this context on the tip of the branch.',
    compares: 'the state of the last status with {status}',
    params: { context: statusContext, branch, status: statusState },
    judge(args, place) {
      const found = onTip(
        place,
        args.branch,
        place.final.commit_statuses,
        (status, sha) => status.sha === sha && same(status.context, args.context),
      );
      if (typeof found === 'string') return failed(found);
      const { at, last } = found;
      if (!last) return failed(`${at} has no status ${args.context}`);
      return verdict(last.state === args.status, `status ${last.id} of ${at} is ${last.state}`);
    },
  }),
];
