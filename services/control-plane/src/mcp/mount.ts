import { CREATE_SANDBOX_BODY_LIMIT_BYTES, ServiceError, SMALL_BODY_LIMIT_BYTES } from '@svc/contract';
import { parseScenario } from '@svc/grading';
import type { Toolbox } from '@svc/mcp';
import { createClient } from '@svc/sdk';
import type { Express, Request, Response } from 'express';
import { authenticate, bearerOf } from '../http/authenticate.ts';
import { toEnvelope } from '../http/failure.ts';
import { parseJson } from '../http/json.ts';
import type { RequestFacts } from '../http/logging.ts';
import { readBody } from '../http/read-body.ts';
import { send } from '../http/send.ts';
import type { Service } from '../service.ts';
import { evidenceOf } from './evidence.ts';
import { inProcessFetch } from './in-process.ts';

/** The largest tool call carries what POST /v1/sandboxes takes, and a little around it. */
const BODY_LIMIT_BYTES = CREATE_SANDBOX_BODY_LIMIT_BYTES + SMALL_BODY_LIMIT_BYTES;

/** The application's own paths; what stands before them outside is the edge's affair. */
const IN_PROCESS_URL = 'http://control-plane.invalid/v1';

/** `{base}/mcp`: the REST API as tools. Each tool calls this application with its caller's own key. */
export function mountMcp(app: Express, service: Service): void {
  const callApp = inProcessFetch(app);
  const shared: Omit<Toolbox, 'client'> = {
    evidence: evidenceOf(service),
    readTask: parseScenario,
    onFault: (error, tool) => service.log.error({ err: error, tool }, 'an MCP tool failed'),
  };
  app.all('/v1/mcp', async (request, response) => {
    const facts = response.locals.facts as RequestFacts;
    const { teamId } = await authenticate(service, 'api_key', request.headers.authorization);
    facts.team = teamId;
    if (request.method !== 'POST') return refuseMethod(request, response, facts);
    const apiKey = bearerOf(request.headers.authorization);
    const client = createClient({ baseUrl: IN_PROCESS_URL, apiKey, fetch: callApp });
    const body = parseJson(await readBody(request, BODY_LIMIT_BYTES));
    // The protocol's library is loaded by the first who speaks it.
    const { answerMcp } = await import('@svc/mcp');
    const answer = await answerMcp({ ...shared, client }, { headers: headersOf(request), body, signal: untilGone(response) });
    if (answer) await pass(answer, response);
  });
}

/** Without sessions there is no stream to open with GET and nothing to end with DELETE (MCP: streamable HTTP). */
function refuseMethod(request: Request, response: Response, { requestId }: RequestFacts): void {
  const error = new ServiceError('not_found', {
    message: `There is no ${request.method} /v1/mcp: MCP messages are sent with POST.`,
  });
  send(response, { status: 405, headers: { allow: 'POST' }, body: toEnvelope(error, requestId) });
}

function untilGone(response: Response): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

const headersOf = (request: Request): Headers =>
  new Headers(Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]));

async function pass(answer: globalThis.Response, response: Response): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  const body = await answer.text();
  send(response, { status: answer.status, headers, ...(body !== '' && { body }) });
}
