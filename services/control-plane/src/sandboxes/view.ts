import { isIP } from 'node:net';
import type { Parent, Sandbox, SandboxRow, TwinEndpoints } from '@svc/contract';
import { isOpen, type SandboxTable } from '@svc/platform';
import type { Selectable } from 'kysely';
import type { Service } from '../service.ts';

export type SandboxRecord = Selectable<SandboxTable>;

/** Where agents find a twin of a sandbox. */
export function twinEndpoints({ config }: Service, sessionId: string, twin: string): TwinEndpoints {
  const api = `${config.twinsUrl}/${twin}/s/${sessionId}`;
  return {
    api_url: api,
    mcp_url: `${api}/mcp`,
    openapi_url: `${api}/_svc/health`,
    root_url: rootUrl(config.twinsUrl, sessionId, twin),
  };
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\])$/;

/** `<twin>--<session>.<twins host>`, the session with a hyphen: host names have no underscore. */
function rootUrl(twinsUrl: string, sessionId: string, twin: string): string | null {
  if (!known.has(twinsUrl)) known.set(twinsUrl, twinsHost(twinsUrl));
  const root = known.get(twinsUrl);
  return root ? `${root.protocol}//${twin}--${sessionId.replaceAll('_', '-')}.${root.host}` : null;
}

type TwinsHost = { protocol: string; host: string } | undefined;

/** A process has one such address. */
const known = new Map<string, TwinsHost>();

/** Where the twins have host names of their own; undefined where they can't have any. */
function twinsHost(twinsUrl: string): TwinsHost {
  const { protocol, hostname, port, pathname } = new URL(twinsUrl);
  // `*.localhost` is this machine (RFC 6761); other addresses have no names below them.
  const host = LOOPBACK.test(hostname) ? 'localhost' : hostname;
  if (pathname !== '/' || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return { protocol, host: `${host}${port && `:${port}`}` };
}

export function perTwin(service: Service, sandbox: SandboxRecord): Record<string, TwinEndpoints> {
  if (sandbox.self_reported) return {};
  return Object.fromEntries(sandbox.twins.map((twin) => [twin, twinEndpoints(service, sandbox.id, twin)]));
}

/** A row of the list, also the answer of a delete. */
export function sandboxRow(service: Service, sandbox: SandboxRecord): SandboxRow {
  const [primary] = sandbox.self_reported ? [] : sandbox.twins;
  return {
    id: sandbox.id,
    twins: sandbox.twins,
    state: sandbox.state,
    twin_url: primary ? twinEndpoints(service, sandbox.id, primary).api_url : null,
    created_at: sandbox.created_at.toISOString(),
    ready_at: isoOrNull(sandbox.ready_at),
    expires_at: sandbox.expires_at.toISOString(),
    closed_at: isoOrNull(sandbox.closed_at),
  };
}

export async function fullSandbox(service: Service, sandbox: SandboxRecord): Promise<Sandbox> {
  return {
    ...sandboxRow(service, sandbox),
    agent_token: isOpen(sandbox.state) ? service.agentTokens.mint(sandbox) : null,
    last_request_at: isoOrNull(sandbox.last_request_at),
    task_markdown: sandbox.task_markdown,
    task_name: sandbox.task_name,
    task_id: sandbox.task_id,
    group_id: sandbox.group_id,
    agent_version: sandbox.agent_version,
    parent: parentOf(sandbox),
    recovered: sandbox.recovered ?? [],
    per_twin: perTwin(service, sandbox),
  };
}

export const parentOf = ({ parent }: Pick<SandboxRecord, 'parent'>): Parent | null =>
  parent && { session_id: parent.session_id, step: parent.step };

export const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;
