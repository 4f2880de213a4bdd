import {
  type CreateSandboxResponse,
  createSandboxRequestSchema,
  type FinalizeResult,
  finalizeRequestSchema,
  ServiceError,
} from '@svc/contract';
import type { GradedRun } from '@svc/contract/dashboard';
import { parseScenario } from '@svc/grading';
import { EXAMPLE_CALLS, EXAMPLE_TASK, EXAMPLE_TWIN } from '@svc/twins/example-run';
import type { Request } from 'express';
import { BROWSER_KEY } from '../http/authenticate.ts';
import { send } from '../http/send.ts';
import { createSandbox } from '../operations/sandboxes/create-sandbox.ts';
import { finalizeSandbox } from '../operations/sandboxes/finalize-sandbox.ts';
import type { Service } from '../service.ts';
import type { WebSession } from '../sign-in/sessions.ts';
import type { PageHandler } from './mount.ts';

const CALL_TIMEOUT_MS = 10_000;
const VERSION = 'example';

/** A run of the team's own to look at before it has any: a sandbox, the calls of a careless agent, and a grade, all as for any agent. */
export const makeExample: PageHandler = async (service, session, request, response) => {
  const startedAt = service.clock.now().getTime();
  const caller = callerOf(session, request);
  const task_source = Buffer.from(EXAMPLE_TASK).toString('base64');
  const body = createSandboxRequestSchema.parse({ twins: [EXAMPLE_TWIN], task_source, agent_version: VERSION });
  const sandbox = (await createSandbox(service, { ...caller, id: '', body })).body as CreateSandboxResponse;
  await play(service, sandbox);
  const graded = finalizeRequestSchema.parse({
    criteria: parseScenario(EXAMPLE_TASK).criteria,
    stop_reason: 'finished',
    exit_code: 0,
    duration_ms: Math.max(0, service.clock.now().getTime() - startedAt),
    agent_model: 'scripted',
    source: 'twin-pull',
  });
  const { run_id } = (await finalizeSandbox(service, { ...caller, id: sandbox.session_id, body: graded })).body as FinalizeResult;
  send(response, { status: 201, body: { run_id } satisfies GradedRun });
};

const callerOf = ({ team, user }: WebSession, request: Request) => ({
  teamId: team.id,
  principal: { team, user, apiKey: BROWSER_KEY },
  sandboxScope: undefined,
  query: undefined,
  headers: {},
  address: request.ip ?? '',
});

/** The same way as an agent's: through the proxy, with the sandbox's own token. */
async function play({ config }: Service, { session_id, agent_token }: CreateSandboxResponse): Promise<void> {
  const base = `${config.proxyUrl ?? config.twinsUrl}/${EXAMPLE_TWIN}/s/${session_id}`;
  for (const { method, path, body } of EXAMPLE_CALLS) {
    const answer = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${agent_token}`, 'content-type': 'application/json', 'user-agent': 'example-agent' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new ServiceError('downstream_unavailable', {
        message: 'The twin of the example could not be reached. Retry.',
        cause,
      });
    });
    await answer.arrayBuffer();
  }
}
