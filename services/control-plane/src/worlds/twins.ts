import type { IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { ServiceError } from '@svc/contract';
import { callTwin, isOpen, openTwin, type TwinAddress } from '@svc/platform';
import { closed } from '../sandboxes/find.ts';
import type { SandboxRecord } from '../sandboxes/view.ts';
import type { Service } from '../service.ts';

/** Until a twin has answered all, in milliseconds. A large world takes a while to rebuild. */
const TIMEOUT_MS = 60_000;
const LONGEST_REASON = 200;
const OK = 200;

/** @throws ServiceError 410 for a closed sandbox, 409 for one that has no twins to read or whose twins are still starting */
export function requireTwins(sandbox: SandboxRecord): void {
  if (sandbox.self_reported)
    throw new ServiceError('conflict', { message: 'The session has no twins to read: its evidence is captured elsewhere.' });
  if (sandbox.state === 'provisioning')
    throw new ServiceError('conflict', { message: 'The sandbox is still starting.', details: { state: 'provisioning' } });
  if (isOpen(sandbox.state)) return;
  if (sandbox.state !== 'done') throw closed(sandbox);
  throw new ServiceError('session_expired', { message: 'The sandbox is graded and closed. Its run has the evidence.' });
}

/** The twins of an open sandbox, in its order. */
export async function twinsOf({ database, sealer }: Service, sandbox: SandboxRecord): Promise<TwinAddress[]> {
  const rows = await database.selectFrom('sandbox_twins').selectAll().where('sandbox_id', '=', sandbox.id).execute();
  return sandbox.twins.map((twin) => {
    const row = rows.find((candidate) => candidate.twin === twin);
    if (!row) throw new ServiceError('session_expired');
    return { twin, url: row.url, controlToken: sealer.open(row.control_token_sealed, sandbox.id) };
  });
}

/** A read of a twin below its session. @throws ServiceError 422 in the twin's own words, 503 where it doesn't answer */
export async function readTwin({ id }: SandboxRecord, address: TwinAddress, path: string): Promise<IncomingMessage> {
  const { twin, url, controlToken } = address;
  const call = { method: 'GET' as const, path: `/s/${id}${path}`, controlToken, signal: AbortSignal.timeout(TIMEOUT_MS) };
  const answer = await openTwin(url, call).catch((cause: Error) => {
    throw away(twin, cause);
  });
  if (answer.statusCode === OK) return answer;
  const told = await textOf(answer).catch(() => '');
  if (answer.statusCode === 422) throw new ServiceError('validation_failed', { message: messageIn(told) });
  throw away(twin, new Error(`${answer.statusCode} to ${path}: ${told.slice(0, LONGEST_REASON)}`));
}

/** How many rows a twin's tape has. @throws ServiceError 503 where it doesn't answer */
export async function rowsOn({ id }: SandboxRecord, { twin, url, controlToken }: TwinAddress): Promise<number> {
  const call = { method: 'GET', path: '/_svc/control/health', controlToken, signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const { status, text } = await callTwin(url, call).catch((cause: Error) => {
    throw away(twin, cause);
  });
  const told = status === OK ? (JSON.parse(text) as { session_id: string | null; rows: number }) : undefined;
  if (told?.session_id === id) return told.rows;
  throw away(twin, new Error(`${status} to its health: ${text.slice(0, LONGEST_REASON)}`));
}

const away = (twin: string, cause: Error): ServiceError =>
  new ServiceError('downstream_unavailable', { message: `The ${twin} twin did not answer. Retry.`, cause });

const messageIn = (envelope: string): string => (JSON.parse(envelope) as { error: { message: string } }).error.message;
