import type { KeyRow, MintedKey, TapeSummary, TwinRow, WorldChanges } from '@svc/contract/dashboard';
import { createClient, createTransport } from '@svc/sdk';

/** The session's cookie goes along by itself: everything is asked of the page's own origin. */
export const api = createClient({ baseUrl: '/v1', fetch: (...request) => fetch(...request) });

const send = createTransport({ baseUrl: '/dashboard', fetch: (...request) => fetch(...request) });
const segment = encodeURIComponent;

async function read<T>(path: string, signal: AbortSignal, query: Record<string, string | number> = {}): Promise<T> {
  return (await send('GET', path, { signal, query })).json() as Promise<T>;
}

/** What the pages are told beyond the REST API. */
export const pageData = {
  tape: (run: string, signal: AbortSignal) => read<TapeSummary>(`/runs/${segment(run)}/tape`, signal),
  call: (run: string, number: number, signal: AbortSignal) =>
    read<Record<string, unknown>>(`/runs/${segment(run)}/calls/${number}`, signal),
  world: (run: string, twin: string, step: number, signal: AbortSignal) =>
    read<WorldChanges>(`/runs/${segment(run)}/world`, signal, { twin, step }),
  twins: (signal: AbortSignal) => read<TwinRow[]>('/twins', signal),
  keys: (signal: AbortSignal) => read<KeyRow[]>('/keys', signal),
  mintKey: async (name: string) => (await send('POST', '/keys', { body: { name } })).json() as Promise<MintedKey>,
  revokeKey: async (id: string) => void (await send('DELETE', `/keys/${segment(id)}`)),
};
