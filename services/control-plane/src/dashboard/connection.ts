import type { ConnectionSnippet } from '@svc/contract/dashboard';
import { connectionSnippets } from '@svc/twins/snippets';
import { send } from '../http/send.ts';
import { findRunning } from '../sandboxes/find.ts';
import { perTwin } from '../sandboxes/view.ts';
import { idOf } from './asked.ts';
import type { PageHandler } from './mount.ts';

/** What reaches the twins of an open sandbox, to be pasted. It holds the sandbox's bearer. */
export const showConnection: PageHandler = async (service, { team }, request, response) => {
  const sandbox = await findRunning(service, { teamId: team.id }, idOf(request));
  const body: ConnectionSnippet[] = connectionSnippets(sandbox.id, perTwin(service, sandbox), service.agentTokens.mint(sandbox));
  send(response, { status: 200, body });
};
