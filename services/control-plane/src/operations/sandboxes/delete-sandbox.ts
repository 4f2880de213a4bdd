import { reasonedError, ServiceError } from '@svc/contract';
import { isOpen } from '@svc/platform';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { closeUngraded } from '../../sandboxes/close.ts';
import { closed, findSandbox } from '../../sandboxes/find.ts';
import { type SandboxRecord, sandboxRow } from '../../sandboxes/view.ts';
import type { Service } from '../../service.ts';

const SECOND_MS = 1000;

export const deleteSandbox: Handler<'deleteSandbox'> = async (service, call) => {
  const sandbox = await findSandbox(service, call, call.id);
  if (!isOpen(sandbox.state)) throw closed(sandbox);
  const token = call.query.confirm_discard;
  if (token === undefined || !service.discardTokens.confirms(sandbox.id, token)) throw ungraded(service, sandbox);
  const outcome = await closeUngraded(service, sandbox.id, 'expired');
  if (outcome === 'being_graded') throw reasonedError('evaluation_in_progress');
  if (outcome === 'not_open') throw new ServiceError('session_expired');
  return ok(sandboxRow(service, await findSandbox(service, call, call.id)));
};

function ungraded({ clock, discardTokens }: Service, sandbox: SandboxRecord): ServiceError {
  return reasonedError('ungraded_session', {
    open_seconds: Math.max(0, Math.floor((clock.now().getTime() - sandbox.created_at.getTime()) / SECOND_MS)),
    task_name: sandbox.task_name,
    discard_token: discardTokens.of(sandbox.id),
  });
}
