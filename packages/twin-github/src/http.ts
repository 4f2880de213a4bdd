import { json, type NormalReply, noContent, RawJson, type Reply, replyDigest, type TwinRequest } from '@svc/twin-kit';
import { UnknownVersion, Unsupported, UnsupportedAccept } from './errors.ts';
import { GIT_HEADERS, GIT_PATHS, gitReply } from './git-answers.ts';
import { corsPreflight, EXPOSED } from './preflight.ts';
import { budgetOf } from './rate-limit.ts';
import { isBodyForm, withBodyForms } from './render/body-forms.ts';

/** Where GitHub sends readers of an error that belongs to no operation. */
const REST_DOCS = 'https://docs.github.com/rest';
/** The API version answered to callers that ask for none: https://docs.github.com/rest/about-the-rest-api/api-versions */
const API_VERSION = '2022-11-28';
const VERSIONS_DOCS = 'https://docs.github.com/rest/about-the-rest-api/api-versions';
const MEDIA_TYPE = /^application\/(?:vnd\.github(?:-commitcomment)?\.)?(?:v3\.)?([\w.-]+?)(?:\+json)?$/;

/** One agent sends one header, call after call, and each call looks at it more than once. */
let last: { accept: string | undefined; type: string; parameter: string | undefined } = {
  accept: undefined,
  type: 'github.v3; format=json',
  parameter: undefined,
};

function asked(accept: string | undefined): typeof last {
  if (last.accept !== accept) {
    const type = readMediaType(accept);
    last = { accept, type, parameter: /param=([\w-]+)/.exec(type)?.[1] };
  }
  return last;
}

/** What `accept` asks for, as GitHub reports it back, e.g. `github.v3; param=raw`. */
export const mediaType = (accept: string | undefined): string => asked(accept).type;

function readMediaType(accept: string | undefined): string {
  if (!accept?.includes('application/vnd.github')) return 'github.v3; format=json';
  const wanted = accept.split(',')[0]?.split(';')[0]?.trim() ?? '';
  if (!wanted.startsWith('application/vnd.github')) return 'github.v3; format=json';
  const kind = MEDIA_TYPE.exec(wanted)?.[1] ?? 'json';
  if (kind === 'json' || kind === 'v3') return 'github.v3; format=json';
  return `github.v3; param=${kind}${wanted.endsWith('+json') ? '; format=json' : ''}`;
}

/** The media type parameter of an `accept` header, e.g. `raw`, `diff` or `sha`. */
export const mediaParameter = (accept: string | undefined): string | undefined => asked(accept).parameter;

/** What replaced it: the assignee of an issue, the type of a submodule and others differ (`x-github-breaking-changes` of GitHub's description). */
const LATER = new Set(['2026-03-10']);

/** @throws for versions that there aren't, and for those whose shapes are others */
export function checkVersion(version: string | string[] | undefined): void {
  if (version === undefined || version === '' || version === API_VERSION) return;
  if (LATER.has(String(version))) throw new Unsupported(`API version ${version} (it speaks ${API_VERSION})`, VERSIONS_DOCS);
  throw new UnknownVersion(String(version), VERSIONS_DOCS);
}

/** What some addresses answer besides JSON: the bytes of an asset, an archive's, a picture's. */
const OF_BYTES = /\/releases\/|\/(?:tar|zip)ball|^\/(?:octocat|zen)$|^\/\{owner\}|^\/gist\/|^\/avatars/;
const JSON_TYPE = /^(?:\*(?:\/\*)?|application\/(?:\*|json|vnd\.github\S*|\S+\+json))$/;

/** @throws UnsupportedAccept where nothing that is asked for is JSON */
export function checkAccept(accept: string | undefined, path: string): void {
  if (accept === undefined || accept === '' || OF_BYTES.test(path)) return;
  const types = accept.split(',').map((type) => type.split(';')[0]?.trim().toLowerCase() ?? '');
  if (!types.some((type) => JSON_TYPE.test(type))) throw new UnsupportedAccept(accept);
}

/** What a browser is told before a page sends a call. */
export const preflight = (): Reply => noContent({ ...corsPreflight(undefined) });

/** Headers of every answer of api.github.com. */
export function vendorHeaders(request: TwinRequest, reply: NormalReply): Record<string, string> {
  if (GIT_PATHS.test(request.path)) return { ...GIT_HEADERS, 'x-github-request-id': githubRequestId(request.requestId) };
  const { headers } = request;
  const version = headers['x-github-api-version'];
  const budget = budgetOf(request.path, request.now);
  const answer: Record<string, string> = {
    server: 'github.com',
    'x-github-media-type': mediaType(headers.accept),
    'x-github-api-version-selected': typeof version === 'string' ? version : API_VERSION,
    'x-ratelimit-limit': String(budget.limit),
    'x-ratelimit-remaining': String(budget.remaining),
    'x-ratelimit-used': String(budget.used),
    'x-ratelimit-reset': String(budget.reset),
    'x-ratelimit-resource': budget.resource,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  };
  // GitHub says so in every answer; only scripts of pages, whose calls have an origin, look for it.
  if (headers.origin !== undefined) answer['access-control-expose-headers'] = EXPOSED;
  if (isRead(request) && reply.status === OK) {
    answer['cache-control'] = 'private, max-age=60, s-maxage=60';
    answer.vary = 'Accept, Authorization';
  }
  // Last, as it is new in every answer: what stays the same call after call is written as one text.
  answer['x-github-request-id'] = githubRequestId(request.requestId);
  return answer;
}

/** GitHub's form of a request id: five groups of hexadecimal digits. */
export function githubRequestId(id: string): string {
  const digits = id.slice('req_'.length).toUpperCase().padEnd(24, '0');
  return `${digits.slice(0, 4)}:${digits.slice(4, 10)}:${digits.slice(10, 16)}:${digits.slice(16, 20)}:${digits.slice(16, 24)}`;
}

const OK = 200;
const NOT_MODIFIED = 304;
const FIRST_ERROR = 400;

/**
 * A single resource, with when it changed last, which GitHub says of no list; recorded are repositories, organizations, refs, releases and
 * their assets (npm @octokit/fixtures: get-repository, get-organization, git-refs, release-assets).
 */
export const resource = (body: unknown, changedAt: string): Reply =>
  json(body, OK, { 'last-modified': new Date(changedAt).toUTCString() });

const isRead = ({ method }: TwinRequest) => method === 'GET' || method === 'HEAD';

/** Completes an error with its page, and turns a read of what the caller already has into 304. */
export function conditional(request: TwinRequest, reply: NormalReply): Reply {
  if (GIT_PATHS.test(request.path)) return gitReply(request, reply);
  if (reply.status >= FIRST_ERROR) return documented(request, reply);
  const form = mediaParameter(request.headers.accept);
  if (isBodyForm(form)) reply.body = withBodyForms(reply.body, form);
  if (!isRead(request) || reply.status !== OK) return reply;
  reply.headers.etag ??= `W/"${replyDigest(reply, request.links)}"`;
  if (!isKnown(request.headers, reply.headers)) return reply;
  const { 'content-type': _type, ...headers } = reply.headers;
  return { status: NOT_MODIFIED, headers };
}

/** Does the caller have this already? A date counts only where no tag was sent (RFC 9110, section 13.1.3). */
function isKnown(asked: TwinRequest['headers'], { etag = '', 'last-modified': changed }: NormalReply['headers']): boolean {
  if (asked['if-none-match'] !== undefined) return matches(asked['if-none-match'], etag);
  const since = Date.parse(asked['if-modified-since'] ?? '');
  return changed !== undefined && Date.parse(changed) <= since;
}

/** Weak comparison (RFC 9110, section 13.1.2). */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag));
}

/** GitHub's errors name the page of the operation that gave them. */
function documented(request: TwinRequest, reply: NormalReply): Reply {
  // Where GitHub says no more than that something isn't there, the body is empty.
  if (!(reply.body instanceof RawJson) || reply.body.text === '{}') return reply;
  const { status: _status, documentation_url, ...rest } = JSON.parse(reply.body.text) as Record<string, unknown>;
  const docs = documentation_url ?? request.docs ?? REST_DOCS;
  return { ...reply, body: { ...rest, documentation_url: docs, status: String(reply.status) } };
}
