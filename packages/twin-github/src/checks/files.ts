import { type Check, failed, type Outcome, passed, quoted } from '@svc/twin-kit';
import { inRepository, listed, type Place, pathsIn, verdict } from './find.ts';
import * as params from './params.ts';
import { filesChangedOn } from './pull-files.ts';
import { blobAt, defaultBranchOf, fileOn, headOf, shortSha } from './repository-objects.ts';
import { passageWith } from './words.ts';

const { branch, needle, path } = params;

const AS_WRITTEN =
  'Files are read as they are written: Markdown is not rendered, archives are not unpacked, and text that a file holds encoded is not decoded.';

function judgeFile(place: Place, at: { branch: string; path: string }, wanted: boolean, text: string): Outcome {
  const file = fileOn(place, at.branch, at.path);
  if (typeof file === 'string') return failed(file);
  const passage = passageWith('blobs', file, text);
  const where = `${at.path} on ${at.branch} of ${place.name} (blob ${shortSha(file.sha)})`;
  const evidence = passage ? `${where} contains it: ${quoted(passage.text, text)}` : `${where} does not contain it`;
  return verdict((passage !== undefined) === wanted, evidence);
}

export const fileChecks: readonly Check[] = [
  inRepository({
    id: 'github.file-contains',
    template: 'The file {path} on branch {branch} of {repo} contains "{needle}".',
    description: 'The file is on the branch and holds the text.',
    compares: 'the text of the file with {needle}',
    limits: AS_WRITTEN,
    params: { path, branch, needle },
    judge: (args, place) => judgeFile(place, args, true, args.needle),
  }),
  inRepository({
    id: 'github.file-lacks',
    template: 'The file {path} on branch {branch} of {repo} does not contain "{needle}".',
    description: 'The file is on the branch and does not hold the text.',
    compares: 'the text of the file with {needle}',
    limits: AS_WRITTEN,
    params: { path, branch, needle },
    judge: (args, place) => judgeFile(place, args, false, args.needle),
  }),
  inRepository({
    id: 'github.default-file-contains',
    template: 'The file {path} on the default branch of {repo} contains "{needle}".',
    description: 'The file is on the branch that is the default branch in the seed, and holds the text.',
    compares: 'the text of the file with {needle}',
    limits: AS_WRITTEN,
    params: { path, needle },
    judge: (args, place) => judgeFile(place, { ...args, branch: defaultBranchOf(place) }, true, args.needle),
  }),
  inRepository({
    id: 'github.file-exists',
    template: 'The file {path} exists on branch {branch} of {repo}.',
    description: 'The branch has a file at this path.',
    compares: 'the paths of the files on the branch with {path}',
    params: { path, branch },
    judge(args, place) {
      const file = fileOn(place, args.branch, args.path);
      if (typeof file === 'string') return failed(file);
      return passed(`${args.path} on ${args.branch} of ${place.name} is blob ${shortSha(file.sha)}`);
    },
  }),
  inRepository({
    id: 'github.file-deleted',
    template: 'The file {path} was deleted from branch {branch} of {repo}.',
    description: 'The seed has the file on the branch; the branch is still there, and has no file at this path.',
    compares: 'the files of the branch in the seed, and at the end, with {path}',
    params: { path, branch },
    readsSeed: true,
    judge(args, place) {
      const { final, seed, repository, name } = place;
      const before = blobAt(seed, repository.id, args.branch, args.path);
      if (!before) return failed(`the seed has no file ${args.path} on ${args.branch} of ${name}`);
      if (headOf(final, repository.id, args.branch) === undefined) return failed(`${name} has no branch ${args.branch}`);
      const file = blobAt(final, repository.id, args.branch, args.path);
      if (file) return failed(`${args.path} is still on ${args.branch} of ${name} (blob ${shortSha(file.sha)})`);
      return passed(`${args.path} is gone from ${args.branch} of ${name}`);
    },
  }),
  inRepository({
    id: 'github.file-as-in-seed',
    template: 'The file {path} on branch {branch} of {repo} is as it was.',
    description: 'The file is on the branch with the bytes that it has there in the seed.',
    compares: 'the bytes of the file in the seed with those at the end',
    limits: 'changes that were taken back before the end.',
    params: { path, branch },
    readsSeed: true,
    judge(args, place) {
      const { seed, repository, name } = place;
      const before = blobAt(seed, repository.id, args.branch, args.path);
      if (!before) return failed(`the seed has no file ${args.path} on ${args.branch} of ${name}`);
      const file = fileOn(place, args.branch, args.path);
      if (typeof file === 'string') return failed(file);
      const evidence = `${args.path} on ${args.branch} of ${name}: blob ${shortSha(before.sha)}, now ${shortSha(file.sha)}`;
      return verdict(file.sha === before.sha, evidence);
    },
  }),
  inRepository({
    id: 'github.only-files-changed',
    template: 'On branch {branch} of {repo} only the files {paths} were changed.',
    description:
      'Between the branch in the seed and at the end some of these files differ and no others do. A branch that the seed does not have is compared with the default branch of the seed. A renamed file is two: the old path and the new one.',
    compares: 'the files that differ with {paths}',
    limits: 'changes that were taken back before the end.',
    params: { branch, paths: params.paths },
    readsSeed: true,
    judge(args, place) {
      const files = filesChangedOn(place, args.branch);
      if (files === undefined) return failed(`${place.name} has no branch ${args.branch}, or the seed has no such repository`);
      const allowed = pathsIn(args.paths);
      const evidence = `changed on ${args.branch} of ${place.name}: ${listed(files)}`;
      return verdict(files.length > 0 && files.every((file) => allowed.has(file)), evidence);
    },
  }),
];
