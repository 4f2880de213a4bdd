import { type Operation, type Reply, StreamBody } from '@svc/twin-kit';
import type { HasWorld } from '../actions/access.ts';
import { ARCHIVE_TYPES, type Archive, type ArchiveFormat, archiveAt, legacyArchiveAt, namedTree } from '../actions/archives.ts';
import { mirrorOf } from '../actions/git-mirror.ts';
import { NotFound } from '../errors.ts';
import { gitOutput, runGit } from '../git/process.ts';
import type { GithubCollections, GithubContext } from '../world.ts';
import { withGit } from './git-http.ts';
import { operation, repositoryParams } from './operation.ts';

/** Archives of source code: https://docs.github.com/repositories/working-with-files/using-files/downloading-source-code-archives */

type Params = Readonly<Record<string, string>>;

/** As in a URL: a name's slashes stay. */
const escaped = (name: string): string => name.split('/').map(encodeURIComponent).join('/');

/** Leads on to an address that opens itself, as GitHub's do for private repositories. */
const redirect = ({ links }: GithubContext, path: string): Reply => ({
  status: 302,
  headers: {
    location: links.signed(path),
    'content-type': 'text/html;charset=utf-8',
    'cache-control': 'public, must-revalidate, max-age=0',
  },
});

/** Where the API leads, whose archives have the names that they had at first. */
function toLegacy(context: GithubContext, params: Params, format: ArchiveFormat): Reply {
  const { repository, ref } = namedTree(context, ...repositoryParams(params), params.ref ?? '');
  return redirect(context, `/${repository.full_name}/legacy.${format}/${escaped(ref)}`);
}

/** `refs/tags/v1.tar.gz`, and with a name for the file `v1/web-1.tar.gz`. */
const FILE = /^(.+)\.(tar\.gz|zip)$/;

/** Where a page's links lead. @throws NotFound */
function fromPage(context: GithubContext, params: Params): Reply {
  const [, name = '', format] = FILE.exec(params.file ?? '') ?? [];
  if (format === undefined) throw new NotFound();
  const { repository } = namedTree(context, ...repositoryParams(params), '');
  const known = [name, name.slice(0, Math.max(0, name.lastIndexOf('/')))].find((one) => isNamed(context, params, one));
  if (known === undefined) throw new NotFound();
  return redirect(context, `/${repository.full_name}/${format}/${escaped(known)}`);
}

function isNamed(context: GithubContext, params: Params, name: string): boolean {
  if (name === '') return false;
  try {
    namedTree(context, ...repositoryParams(params), name);
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

interface Prepared {
  /** The repository as git has it. */
  folder: string;
  name: string;
}

/** Archives are packed by git's own program, which writes the same bytes for the same commit, and heeds its `.gitattributes`. */
async function prepared(context: HasWorld, archive: Archive, isLegacy: boolean): Promise<Prepared> {
  const { folder } = await mirrorOf(context, archive.repository);
  if (!isLegacy) return { folder, name: archive.folder };
  // How far it is from the last tag (recorded without tags: npm @octokit/fixtures, get-archive).
  const { code, output } = await runGit(['--git-dir', folder, 'describe', '--tags', '--long', '--always', archive.sha]);
  const described = code === 0 ? output.toString().trim() : archive.sha.slice(0, 7);
  return { folder, name: `${archive.repository.full_name.replace('/', '-')}-${described.replaceAll('/', '-')}` };
}

function packed({ sha, folder: prefix, format, etag }: Archive, { folder, name }: Prepared): Reply {
  const args = ['--git-dir', folder, 'archive', `--format=${format}`, `--prefix=${prefix}/`, sha];
  return {
    status: 200,
    headers: { 'content-type': ARCHIVE_TYPES[format], 'content-disposition': `attachment; filename=${name}.${format}`, etag },
    // Entries of a zip tell local time.
    body: new StreamBody(() => gitOutput(args, { env: { TZ: 'UTC' } }), { $omitted: true }),
  };
}

const DOWNLOAD = { method: 'GET', fidelity: 'semantic', mutates: false, action: 'download_archive' } as const;

const download = (format: ArchiveFormat, isLegacy: boolean): Operation<GithubCollections> => {
  const find = isLegacy ? legacyArchiveAt : archiveAt;
  return operation({
    ...DOWNLOAD,
    id: `web/${isLegacy ? 'legacy-' : ''}archive-${format}`,
    path: `/{owner}/{repo}/${isLegacy ? 'legacy.' : ''}${format}/{ref*}`,
    prepare: ({ params }, context) =>
      withGit(() => prepared(context, find(context, ...repositoryParams(params), params.ref ?? '', format), isLegacy)),
    handle: (context, { params, prepared: ready }) =>
      packed(find(context, ...repositoryParams(params), params.ref ?? '', format), ready as Prepared),
  });
};

const led = (id: string, path: string, format: ArchiveFormat): Operation<GithubCollections> =>
  operation({ ...DOWNLOAD, id, path, handle: (context, { params }) => toLegacy(context, params, format) });

const REPOSITORY = '/repos/{owner}/{repo}';

export const archiveOperations = [
  led('repos/download-tarball-archive', `${REPOSITORY}/tarball/{ref*}`, 'tar.gz'),
  led('repos/download-zipball-archive', `${REPOSITORY}/zipball/{ref*}`, 'zip'),
  // Without a ref, as `archive_url` may be expanded: the default branch.
  led('repos/download-tarball-archive-root', `${REPOSITORY}/tarball`, 'tar.gz'),
  led('repos/download-zipball-archive-root', `${REPOSITORY}/zipball`, 'zip'),
  led('web/tarball', '/{owner}/{repo}/tarball/{ref*}', 'tar.gz'),
  led('web/zipball', '/{owner}/{repo}/zipball/{ref*}', 'zip'),
  operation({
    ...DOWNLOAD,
    id: 'web/archive',
    path: '/{owner}/{repo}/archive/{file*}',
    handle: (context, { params }) => fromPage(context, params),
  }),
  download('tar.gz', true),
  download('zip', true),
  download('tar.gz', false),
  download('zip', false),
];
