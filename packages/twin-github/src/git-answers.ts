import { type NormalReply, RawJson, type TwinRequest } from '@svc/twin-kit';

/** Git's own addresses below a repository, and below a gist, with its owner's name and without. */
export const GIT_PATHS = /^(?:\/gist)?\/[^/]+\/[^/]+\/(?:info\/refs|git-upload-pack|git-receive-pack)$/;

/** Where archives are loaded from. */
export const ARCHIVE_PATHS = /^\/[^/]+\/[^/]+\/(?:legacy\.)?(?:tar\.gz|zip)\//;

/** What is made while it is sent. */
export const STREAMED_PATHS = new RegExp(`${GIT_PATHS.source}|${ARCHIVE_PATHS.source}`);

/** Headers of what GitHub answers git; nothing of it is kept by anybody. */
export const GIT_HEADERS: Readonly<Record<string, string>> = {
  server: 'GitHub-Babel/3.0',
  'cache-control': 'no-cache, max-age=0, must-revalidate',
  expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
  pragma: 'no-cache',
  vary: 'Accept-Encoding',
  'x-frame-options': 'DENY',
};

const UNAUTHORIZED = 401;
const NOT_FOUND = 404;
const FIRST_ERROR = 400;

/** Git shows people what is text, and asks for a credential where it is told to. */
export function gitReply({ headers }: TwinRequest, reply: NormalReply): NormalReply {
  if (reply.status < FIRST_ERROR) return reply;
  const { message = '' } = reply.body instanceof RawJson ? (JSON.parse(reply.body.text) as { message?: string }) : {};
  const text =
    reply.status === NOT_FOUND
      ? 'Repository not found.'
      : reply.status === UNAUTHORIZED && headers.authorization !== undefined
        ? 'Invalid username or token. Password authentication is not supported for Git operations.'
        : message;
  const asks: Record<string, string> = reply.status === UNAUTHORIZED ? { 'www-authenticate': 'Basic realm="GitHub"' } : {};
  return { ...reply, headers: { ...reply.headers, 'content-type': 'text/plain; charset=utf-8', ...asks }, body: text };
}
