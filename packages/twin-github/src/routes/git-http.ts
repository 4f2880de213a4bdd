import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Reply, StreamBody, type TwinRequest } from '@svc/twin-kit';
import { z } from 'zod';
import { type HasWorld, hasPermission, viewerOf, visibleRepository } from '../actions/access.ts';
import { GIST_BRANCH, gistMirrorOf } from '../actions/gist-mirror.ts';
import { applyGistPush } from '../actions/gist-push.ts';
import { getGist } from '../actions/gists.ts';
import type { GitFolder } from '../actions/git-folder.ts';
import { mirrorOf, refsOf } from '../actions/git-mirror.ts';
import { applyPush, type Pushed } from '../actions/git-push.ts';
import { dropPack, keepPack, type Received, receivePush } from '../actions/git-receive.ts';
import { loadYaml } from '../actions/workflows/yaml.ts';
import { BadGitRequest, DumbGit, GitUnavailable, NotFound, PushDenied, RepositoryArchived } from '../errors.ts';
import { gitOutput, NoGit, requireGit, runGit } from '../git/process.ts';
import { ZERO } from '../git/wire/commands.ts';
import { FLUSH, inBand, ProtocolError, pktLine } from '../git/wire/pkt-line.ts';
import type { Gist, GithubContext, Ref, Repository } from '../world.ts';
import { operation } from './operation.ts';

/** Git over HTTP, version 0, 1 and 2: https://git-scm.com/docs/gitprotocol-http */

type Service = 'git-upload-pack' | 'git-receive-pack';

/** What git speaks of at an address: a repository, or a gist. */
interface Side {
  /** Where it stands in a folder, up to date. */
  mirror(isRead: boolean): Promise<GitFolder>;
  /** What a push can move. */
  refs(): readonly Pick<Ref, 'ref' | 'object'>[];
  /** @throws PushDenied, RepositoryArchived */
  requirePush(): void;
}
type Params = Readonly<Record<string, string>>;

interface Place<S extends Side> {
  /** @throws NotFound */
  at(context: HasWorld, params: Params): S;
  push(context: GithubContext, side: S, received: Received): Pushed;
}

interface RepositorySide extends Side {
  repository: Readonly<Repository>;
}

const REPOSITORIES: Place<RepositorySide> = {
  at(context, { owner = '', repo = '' }) {
    // With and without `.git`, as GitHub serves both.
    const repository = visibleRepository(context, owner, repo.replace(/\.git$/, ''));
    return {
      repository,
      mirror: (isRead) => mirrorOf(context, repository, isRead),
      refs: () => refsOf(context, repository),
      requirePush() {
        const viewer = viewerOf(context);
        if (!hasPermission(context, repository, viewer.id, 'push')) throw new PushDenied(repository.full_name, viewer.login);
        if (repository.archived) throw new RepositoryArchived();
      },
    };
  },
  push: (context, { repository }, received) => applyPush(context, repository, received),
};

interface GistSide extends Side {
  gist: Readonly<Gist>;
}

/** Whoever knows a gist's id reads it, and its owner pushes to it. */
const GISTS: Place<GistSide> = {
  at(context, { gist_id = '', owner }) {
    const gist = getGist(context, gist_id.replace(/\.git$/, ''));
    if (owner !== undefined && context.world.users.get(gist.owner_id)?.login.toLowerCase() !== owner.toLowerCase())
      throw new NotFound();
    return {
      gist,
      mirror: () => gistMirrorOf(context, gist),
      refs: () => [{ ref: `refs/heads/${GIST_BRANCH}`, object: { type: 'commit', sha: gist.head } }],
      requirePush() {
        const viewer = viewerOf(context);
        if (gist.owner_id !== viewer.id) throw new PushDenied(gist.id, viewer.login);
      },
    };
  },
  push: (context, { gist }, received) => applyGistPush(context, gist, received),
};

/** What a client says of the versions that it speaks; git's own program knows what to make of it. */
function protocolOf({ headers }: TwinRequest): Record<string, string> {
  const value = headers['git-protocol'];
  return typeof value === 'string' && /^[\w=:.-]{1,100}$/.test(value) ? { GIT_PROTOCOL: value } : {};
}

const isVersion2 = (request: TwinRequest): boolean => /(?:^|:)version=2(?:$|:)/.test(protocolOf(request).GIT_PROTOCOL ?? '');

const answer = (service: Service, kind: 'advertisement' | 'result', body: Buffer | StreamBody): Reply => ({
  status: 200,
  headers: { 'content-type': `application/x-${service}-${kind}` },
  body,
});

/** Of a fetch's request, unpacked: as many ids as anyone has. */
const MOST_ASKED_BYTES = 16 << 20;
const unzip = promisify(gunzip);

async function asked({ rawBody, upload, headers }: TwinRequest): Promise<Buffer> {
  if (upload) throw new BadGitRequest(`a fetch asks in at most ${MOST_ASKED_BYTES} bytes`);
  if (headers['content-encoding'] !== 'gzip') return rawBody;
  return unzip(rawBody, { maxOutputLength: MOST_ASKED_BYTES }).catch(() => {
    throw new BadGitRequest('the body is not gzip, or too long');
  });
}

/** Runs work that needs git. @throws GitUnavailable, BadGitRequest */
export async function withGit<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoGit) throw new GitUnavailable();
    if (error instanceof ProtocolError) throw new BadGitRequest(error.message);
    throw error;
  }
}

/** A client speaks of one repository, and may do so before it knows whether it may. */
async function advertise(request: TwinRequest, side: Side, service: Service): Promise<Buffer> {
  if (service === 'git-receive-pack') {
    side.requirePush();
    await requireGit();
    return announced(service, receivable(request, side.refs()));
  }
  const mirror = await side.mirror(true);
  const args = ['upload-pack', '--stateless-rpc', '--advertise-refs', mirror.folder];
  const { output } = await runGit(args, { env: protocolOf(request) });
  return isVersion2(request) ? output : announced(service, output);
}

const announced = (service: Service, refs: Buffer): Buffer => Buffer.concat([pktLine(`# service=${service}\n`), FLUSH, refs]);

/** What a push may make use of: https://git-scm.com/docs/gitprotocol-capabilities */
const CAPABILITIES =
  'report-status report-status-v2 delete-refs side-band-64k ofs-delta atomic object-format=sha1 quiet push-options';

/** Refs that a push can move, as git's own server tells of them; pushes know no version 2. */
function receivable(request: TwinRequest, refs: ReturnType<Side['refs']>): Buffer {
  const isVersion1 = /(?:^|:)version=1(?:$|:)/.test(protocolOf(request).GIT_PROTOCOL ?? '');
  const names = refs.map(({ ref, object }) => `${object.sha} ${ref}`);
  const [first = `${ZERO} capabilities^{}`, ...others] = names;
  const lines = [`${first}\0${CAPABILITIES}`, ...others].map((line) => pktLine(`${line}\n`));
  return Buffer.concat([...(isVersion1 ? [pktLine('version 1\n')] : []), ...lines, FLUSH]);
}

/** A fetch whose answer is made while it is sent. */
function fetched(request: TwinRequest, { folder }: GitFolder, input: Buffer): StreamBody {
  const options = { env: protocolOf(request), input };
  return new StreamBody(() => gitOutput(['upload-pack', '--stateless-rpc', folder], options), { $omitted: true });
}

/** A number for what each push is kept in until it is through: of this process only. */
let pushes = 0;

async function received(request: TwinRequest, side: Side): Promise<{ mirror: GitFolder; push: Received }> {
  side.requirePush();
  const mirror = await side.mirror(false);
  pushes += 1;
  const number = pushes;
  if (request.upload && request.headers['content-encoding'] === undefined)
    return { mirror, push: await receivePush(mirror, request.upload.path, number) };
  const path = join(mirror.folder, `push-${number}`);
  try {
    writeFileSync(path, await asked(request));
    return { mirror, push: await receivePush(mirror, path, number) };
  } finally {
    rmSync(path, { force: true });
  }
}

/** Does a push bring a folder of workflows, or so much that nobody knows? */
const mayHaveWorkflows = ({ records, isNeeded }: Received): boolean =>
  isNeeded || records.some(({ name, record }) => name === 'trees' && record.entries.some(({ path }) => path === 'workflows'));

/** What a client is told of its push: https://git-scm.com/docs/gitprotocol-pack#_report_status */
function report({ capabilities, unpack }: Received, { results, words }: Pushed): Buffer {
  const hasBands = capabilities.has('side-band-64k');
  const told =
    hasBands && words.length > 0 ? inBand('progress', Buffer.from(words.map((line) => `${line}\n`).join(''))) : Buffer.alloc(0);
  if (!capabilities.has('report-status') && !capabilities.has('report-status-v2'))
    return hasBands ? Buffer.concat([told, FLUSH]) : Buffer.alloc(0);
  const status = Buffer.concat([
    pktLine(`unpack ${unpack ?? 'ok'}\n`),
    ...results.map(([ref, reason]) => pktLine(reason === null ? `ok ${ref}\n` : `ng ${ref} ${reason}\n`)),
    FLUSH,
  ]);
  return hasBands ? Buffer.concat([told, inBand('data', status), FLUSH]) : status;
}

const isAllRefused = ({ results }: Pushed): boolean => results.length > 0 && results.every(([, reason]) => reason !== null);

/** What git asks for below an address. */
const operationsAt = <S extends Side>(prefix: string, path: string, place: Place<S>) => [
  operation({
    id: `git-http/${prefix}refs`,
    method: 'GET',
    path: `${path}/info/refs`,
    fidelity: 'semantic',
    mutates: false,
    query: z.object({ service: z.string().optional() }),
    prepare(request, context) {
      const { service } = request.query;
      if (service !== 'git-upload-pack' && service !== 'git-receive-pack') return Promise.resolve();
      return withGit(() => advertise(request, place.at(context, request.params), service));
    },
    handle(context, { params, query, prepared }) {
      place.at(context, params);
      if (!Buffer.isBuffer(prepared)) throw new DumbGit();
      return answer(query.service as Service, 'advertisement', prepared);
    },
  }),
  operation({
    id: `git-http/${prefix}upload-pack`,
    method: 'POST',
    path: `${path}/git-upload-pack`,
    fidelity: 'semantic',
    mutates: false,
    action: 'git_fetch',
    bodies: (bytes) => bytes,
    prepare: (request, context) =>
      withGit(async () => {
        const input = await asked(request);
        return fetched(request, await place.at(context, request.params).mirror(true), input);
      }),
    handle(context, { params, prepared }) {
      place.at(context, params);
      return answer('git-upload-pack', 'result', prepared as StreamBody);
    },
  }),
  operation({
    id: `git-http/${prefix}receive-pack`,
    method: 'POST',
    path: `${path}/git-receive-pack`,
    fidelity: 'semantic',
    mutates: true,
    action: 'git_push',
    bodies: (bytes) => bytes,
    prepare: (request, context) =>
      withGit(async () => {
        const taken = await received(request, place.at(context, request.params));
        if (mayHaveWorkflows(taken.push)) await loadYaml();
        return taken;
      }),
    handle(context, { params, prepared }) {
      const { mirror, push } = prepared as { mirror: GitFolder; push: Received };
      try {
        const side = place.at(context, params);
        side.requirePush();
        const pushed = place.push(context, side, push);
        if (!isAllRefused(pushed)) keepPack(mirror, push);
        const reply = answer('git-receive-pack', 'result', report(push, pushed));
        // A client with much to send asks first whether it may, with a push of nothing.
        if (push.commands.length === 0) return { ...reply, action: null };
        return isAllRefused(pushed) ? { ...reply, refused: true } : reply;
      } finally {
        dropPack(push);
      }
    },
  }),
];

export const gitHttpOperations = [
  ...operationsAt('', '/{owner}/{repo}', REPOSITORIES),
  // As an Enterprise server has them, below one host; gist.github.com has both below its root.
  ...operationsAt('gist-', '/gist/{gist_id}', GISTS),
  ...operationsAt('owned-gist-', '/gist/{owner}/{gist_id}', GISTS),
];
