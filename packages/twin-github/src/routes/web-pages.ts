import { blankPicture, type Reply, webPage } from '@svc/twin-kit';
import { getUserByLogin, visibleRepository } from '../actions/access.ts';
import { compare, requireCommit } from '../actions/commits.ts';
import { bytesOf } from '../actions/gist-commits.ts';
import { fileOf, getGist } from '../actions/gists.ts';
import { getPull } from '../actions/pulls.ts';
import { transferredTo } from '../actions/transfer-issue.ts';
import { Moved, NotFound, Unprocessable, Unsupported } from '../errors.ts';
import type { GithubContext } from '../world.ts';
import { commitText, comparisonText } from './commits.ts';
import { operation } from './operation.ts';
import { pullText } from './pulls.ts';

const base = { method: 'GET', page: true, fidelity: 'shape', mutates: false } as const;

const page = (title: string, api: string): Reply => webPage('GitHub', title, api);

/** `7.diff`, `main...fix.patch`: what is named, and as which text. */
const TEXT = /^(pull|commit|compare)\/(.+)\.(diff|patch)$/;

/** The addresses that `diff_url` and `patch_url` lead to. */
function asText(context: GithubContext, owner: string, repo: string, path: string): Reply | undefined {
  const [, kind, name, form] = TEXT.exec(path) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const found =
    kind === 'pull'
      ? pullText(context, getPull(context, owner, repo, Number(name)), form)
      : kind === 'compare'
        ? comparisonText(context, compare(context, owner, repo, name), form)
        : commitText(context, shownCommit(context, owner, repo, name), form);
  return found && { ...found, headers: { 'content-type': 'text/plain; charset=utf-8' } };
}

/** A page of a commit that isn't there is no page. @throws NotFound */
function shownCommit(context: GithubContext, owner: string, repo: string, name: string) {
  try {
    return requireCommit(context, visibleRepository(context, owner, repo), name);
  } catch (error) {
    throw error instanceof Unprocessable ? new NotFound() : error;
  }
}

/** `issues/7` and the like have a place of their own in the API. */
const PLACES: readonly [RegExp, (match: readonly string[]) => string][] = [
  [/^issues\/(\d+)$/, ([, number]) => `/issues/${number}`],
  [/^pull\/(\d+)$/, ([, number]) => `/pulls/${number}`],
  [/^commit\/([0-9a-f]{7,40})$/, ([, sha]) => `/commits/${sha}`],
  [/^compare\/(.+)$/, ([, ends]) => `/compare/${ends}`],
  [/^milestone\/(\d+)$/, ([, number]) => `/milestones/${number}`],
  [/^releases\/tag\/(.+)$/, ([, tag]) => `/releases/tags/${tag}`],
  [/^security\/(code-scanning|secret-scanning|dependabot)\/(\d+)$/, ([, kind, number]) => `/${kind}/alerts/${number}`],
];

const placeOf = (path: string): string => {
  for (const [pattern, place] of PLACES) {
    const match = pattern.exec(path);
    if (match) return place(match);
  }
  return '';
};

/** Pages of GitHub's that are about nobody's repository. */
const alone = (path: string, title: string, api: string) =>
  operation({ ...base, id: `web${path}`, path, handle: ({ links }) => page(title, links.to(api)) });

export const webPageOperations = [
  alone('/timeline', 'timeline', '/events'),
  alone('/security-advisories', 'security advisories', '/'),
  operation({
    ...base,
    id: 'web/account',
    path: '/{login}',
    handle(context, { params, links }) {
      const { login } = getUserByLogin(context, params.login ?? '');
      return page(login, links.to(`/users/${login}`));
    },
  }),
  operation({
    ...base,
    id: 'web/avatar',
    path: '/avatars/u/{id}',
    handle: blankPicture,
  }),
  operation({
    ...base,
    id: 'web/picture',
    path: '/images/{path*}',
    handle: blankPicture,
  }),
  operation({
    ...base,
    id: 'web/settings',
    path: '/settings/{path*}',
    handle: ({ links }, { params }) => page(params.path ?? '', links.to('/user')),
  }),
  operation({
    ...base,
    id: 'web/feature',
    path: '/features/{name}',
    handle: ({ links }, { params }) => page(params.name ?? '', links.to('/')),
  }),
  operation({
    ...base,
    id: 'web/gist-by-id',
    path: '/gist/{gist_id}',
    handle(context, { params, links }) {
      const { id } = getGist(context, (params.gist_id ?? '').replace(/\.git$/, ''));
      return page(`gist:${id}`, links.to(`/gists/${id}`));
    },
  }),
  operation({
    ...base,
    id: 'web/gist',
    path: '/gist/{owner}/{gist_id}',
    handle(context, { params, links }) {
      const { id } = getGist(context, params.gist_id ?? '');
      return page(`gist:${id}`, links.to(`/gists/${id}`));
    },
  }),
  operation({
    ...base,
    id: 'web/gist-raw',
    path: '/gist/{owner}/{gist_id}/raw/{name}',
    handle(context, { params }) {
      const gist = getGist(context, params.gist_id ?? '');
      const name = params.name ?? '';
      if (fileOf(gist.files, name) === undefined) throw new NotFound();
      return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: bytesOf(gist, name) };
    },
  }),
  operation({
    ...base,
    id: 'web/repository',
    path: '/{owner}/{repo}',
    handle(context, { params, links }) {
      const { full_name } = visibleRepository(context, params.owner ?? '', (params.repo ?? '').replace(/\.git$/, ''));
      return page(full_name, links.to(`/repos/${full_name}`));
    },
  }),
  operation({
    ...base,
    id: 'web/page',
    path: '/{owner}/{repo}/{path*}',
    handle(context, { params, links }) {
      const { owner = '', repo = '', path = '' } = params;
      if (repo.endsWith('.git')) throw new Unsupported('git over HTTP as mere files');
      const text = asText(context, owner, repo, path);
      if (text) return text;
      const { full_name } = visibleRepository(context, owner, repo);
      const moved = transferredTo(context, owner, repo, Number(/^issues\/(\d+)$/.exec(path)?.[1] ?? -1));
      if (moved) throw new Moved(links.to(`/${moved.repository.full_name}/issues/${moved.issue.number}`), true);
      return page(`${full_name}/${path}`, links.to(`/repos/${full_name}${placeOf(path)}`));
    },
  }),
];
