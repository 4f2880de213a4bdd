import {
  OPERATIONS,
  type OperationId,
  type OperationSpec,
  ServiceError,
  SMALL_BODY_LIMIT_BYTES,
  VALIDATION_STATUSES,
} from '@svc/contract';
import express, { type Express, type Request, type Response } from 'express';
import { mountDashboard } from '../dashboard/mount.ts';
import { newId } from '../ids.ts';
import { mountMcp } from '../mcp/mount.ts';
import { postDevicePage, showDevicePage } from '../pages/device.ts';
import { sendToPage, wantsPage } from '../pages/html.ts';
import { postInvitation, showInvitation } from '../pages/invitation.ts';
import { beginOidc, finishOidc } from '../pages/oidc.ts';
import { postPasswordPage, postPasswordSignIn, showPasswordPage } from '../pages/password.ts';
import { askToSignIn, postSignInPage, postSignOut, showSignInPage } from '../pages/sign-in.ts';
import { handlers } from '../routes.ts';
import type { Service } from '../service.ts';
import { authenticateCall } from './authenticate.ts';
import type { BlobRoutes } from './blobs.ts';
import type { Call, Handler } from './call.ts';
import { isClientGone, toEnvelope, toServiceError } from './failure.ts';
import { parseJson } from './json.ts';
import { type Attempt, forKnownCaller, takesKnownCallers } from './known-caller.ts';
import { logWhenDone, type RequestFacts } from './logging.ts';
import { noRoute } from './no-route.ts';
import { BodyTooLarge, readBody } from './read-body.ts';
import { send, sendAndClose } from './send.ts';
import { validate } from './validate.ts';

/** Whether the process still takes calls, or only those that come all the same before it goes. */
export interface Presence {
  leaving: boolean;
}

/** The REST API as an express application. */
export function createApp(service: Service, blobRoutes: BlobRoutes | undefined, presence: Presence): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', service.config.trustedHops);
  app.use((request, response, next) => {
    const facts: RequestFacts = { requestId: newId('request', service.clock.now()) };
    response.locals.facts = facts;
    response.setHeader('x-request-id', facts.requestId);
    // Answers carry tokens and change from call to call.
    response.setHeader('cache-control', 'no-store');
    if (presence.leaving) response.setHeader('connection', 'close');
    logWhenDone(service, request, response, facts);
    next();
  });
  app.get('/metrics', async (request, response, next) => {
    // Something stands before us, so this came from outside: for the caller there is no such path.
    if (request.headers['x-forwarded-for'] !== undefined) return next();
    response.type(service.metrics.contentType).send(await service.metrics.text());
  });
  app.get('/healthz', (_request, response) => {
    const { leaving } = presence;
    send(response, { status: leaving ? 503 : 200, body: { status: leaving ? 'draining' : 'ok' } });
  });
  // Routes are tried in the order they were mounted in: those of programs first, which ask the most.
  for (const [id, spec] of Object.entries(OPERATIONS) as [OperationId, OperationSpec][]) {
    for (const path of spec.paths) mount(app, service, path, id, spec);
  }
  blobRoutes?.mount(app);
  mountPages(app, service);
  mountMcp(app, service);
  app.use((request) => {
    throw noRoute(request.method, request.path);
  });
  app.use(async (thrown: unknown, request: Request, response: Response, _next: () => void) => {
    // A page that can't be made, as when the database is away, is no reason to hide what was wrong.
    const isShown = await showVisitor(service, thrown, request, response).catch(() => false);
    if (!isShown) fail(thrown, request, response);
  });
  return app;
}

/** Links to reports and tapes stand in terminals, so they are opened in browsers: who isn't signed in there is asked to be, and comes back. */
async function showVisitor(service: Service, thrown: unknown, request: Request, response: Response): Promise<boolean> {
  if (!(thrown instanceof ServiceError) || request.method !== 'GET' || !wantsPage(request) || response.headersSent) return false;
  if (thrown.type !== 'invalid_auth' || request.headers.authorization !== undefined) return false;
  await askToSignIn(service, request, response);
  return true;
}

/** The pages of people; everything else is for programs. */
function mountPages(app: Express, service: Service): void {
  // Where people look for it.
  app.get('/login', (_request, response) => sendToPage(response, '/'));
  app.get('/signin', (request, response) => showSignInPage(service, request, response));
  app.post('/signin', (request, response) => postSignInPage(service, request, response));
  app.post('/signin/password', (request, response) => postPasswordSignIn(service, request, response));
  app.get('/password', (request, response) => showPasswordPage(service, request, response));
  app.post('/password', (request, response) => postPasswordPage(service, request, response));
  app.get('/invitation', (request, response) => showInvitation(service, request, response));
  app.post('/invitation', (request, response) => postInvitation(service, request, response));
  if (service.oidc) {
    app.get('/signin/oidc', (request, response) => beginOidc(service, request, response));
    app.get('/signin/oidc/callback', (request, response) => finishOidc(service, request, response));
  }
  app.get('/device', (request, response) => showDevicePage(service, request, response));
  app.post('/device', (request, response) => postDevicePage(service, request, response));
  app.post('/signout', (request, response) => postSignOut(service, request, response));
  mountDashboard(app, service);
}

function mount(app: Express, service: Service, path: string, id: OperationId, spec: OperationSpec): void {
  const method = spec.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  const handler = handlers[id] as Handler<OperationId>;
  app[method](`/v1${path.replace('{id}', ':id')}`, async (request, response) => {
    const facts = response.locals.facts as RequestFacts;
    let reading: Promise<unknown> | undefined;
    const attempt: Attempt = async (caller, known) => {
      if (caller.teamId) facts.team = caller.teamId;
      const target = String((request.params as Record<string, unknown>).id ?? '');
      if (/^ses_\w{1,40}$/.test(target)) facts.session = target;
      const query = spec.query ? validate(spec.query, readQuery(request)) : undefined;
      reading ??= readOperationBody(request, spec.body);
      const call = {
        ...caller,
        ...(known && { known }),
        id: target,
        query,
        body: await reading,
        headers: request.headers,
        address: request.ip ?? '',
      } as Call<OperationId>;
      return handler(service, call);
    };
    const answer = takesKnownCallers(id)
      ? await forKnownCaller(service, request, attempt)
      : await attempt(await authenticateCall(service, spec.auth, request));
    send(response, answer);
  });
}

function readQuery(request: Request): unknown {
  if (/%00/.test(request.url)) throw new ServiceError('validation_failed', { message: 'The query contains a NUL character.' });
  return { ...request.query };
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json *(;|$)/i;

async function readOperationBody(request: Request, spec: OperationSpec['body']): Promise<unknown> {
  if (!spec) return undefined;
  const bytes = await readBody(request, spec.limitBytes);
  if (spec.optional) return validate(spec.schema, readOptional(bytes));
  const type = request.headers['content-type'];
  if (type !== undefined && !JSON_TYPE.test(type)) {
    throw new ServiceError('validation_failed', {
      status: VALIDATION_STATUSES.malformed,
      message: 'The body must be JSON, sent with "Content-Type: application/json".',
    });
  }
  return validate(spec.schema, parseJson(bytes));
}

/** An absent or unparseable body asks for nothing (spec, "Evidence upload"). */
function readOptional(bytes: Buffer): object {
  try {
    const value = parseJson(bytes);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function fail(thrown: unknown, request: Request, response: Response): void {
  const facts = response.locals.facts as RequestFacts;
  if (isClientGone(thrown) || response.headersSent) {
    if (!isClientGone(thrown)) facts.error = thrown;
    response.destroy();
    return;
  }
  const error = toServiceError(thrown);
  if (error.status >= 500) facts.error = error.cause ?? error;
  const answer = { status: error.status, body: toEnvelope(error, facts.requestId) };
  if (error instanceof BodyTooLarge || hasMuchToRead(request)) sendAndClose(request, response, answer);
  else send(response, answer);
}

/** A refusal that came before the body was read: a short rest is thrown away by node, a long one isn't waited for. */
function hasMuchToRead(request: Request): boolean {
  const length = request.headers['content-length'];
  if (request.complete) return false;
  return length === undefined ? request.headers['transfer-encoding'] !== undefined : Number(length) > SMALL_BODY_LIMIT_BYTES;
}
