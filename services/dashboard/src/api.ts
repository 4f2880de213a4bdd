import type { World } from '@svc/contract';
import type {
  CallSummary,
  ConnectionSnippet,
  DeclaredCriterion,
  GradedRun,
  GroupLine,
  KeyRow,
  MemberRow,
  MintedInvitation,
  MintedKey,
  RunValues,
  SandboxLine,
  ScenarioFinding,
  TeamPeople,
  TwinRow,
  WorldChanges,
} from '@svc/contract/dashboard';
import { createClient, createTransport } from '@svc/sdk';
import { inSlices } from './parts/slices.ts';

/** The session's cookie goes along by itself: everything is asked of the page's own origin. */
export const api = createClient({ baseUrl: '/v1', fetch: (...request) => fetch(...request) });

const send = createTransport({ baseUrl: '/dashboard', fetch: (...request) => fetch(...request) });
const segment = encodeURIComponent;

async function read<T>(path: string, signal: AbortSignal, query: Record<string, string | number> = {}): Promise<T> {
  return (await send('GET', path, { signal, query })).json() as Promise<T>;
}

const NO_CONTENT = 204;

/** Whoever else may do so closed the sandbox: its twins have nothing more to say. */
export class SandboxEnded extends Error {
  readonly sandbox: string;

  constructor(sandbox: string) {
    super(`${sandbox} has ended.`);
    this.sandbox = sandbox;
  }
}

/** Something of the twins of an open sandbox. @throws SandboxEnded where it isn't open any more */
async function readLive<T>(
  sandbox: string,
  path: string,
  signal: AbortSignal,
  query: Record<string, string | number> = {},
): Promise<T> {
  const answer = await send('GET', `/sandboxes/${segment(sandbox)}/${path}`, { signal, query });
  if (answer.status === NO_CONTENT) throw new SandboxEnded(sandbox);
  return answer.json() as Promise<T>;
}

/** Lines, each an array of calls. A long tape is read in slices, between which the page answers its reader. */
async function readTape({ body }: Response): Promise<CallSummary[]> {
  const calls: CallSummary[] = [];
  let rest = '';
  const pause = inSlices();
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value = '' } = await reader.read();
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      for (const call of JSON.parse(line) as CallSummary[]) calls.push(call);
      await pause();
    }
    if (done) return calls;
  }
}

/** What the pages are told beyond the REST API. */
export const pageData = {
  groups: (signal: AbortSignal) => read<GroupLine[]>('/groups', signal),
  /** What runs can be filtered by. */
  runValues: (signal: AbortSignal) => read<RunValues>('/run-values', signal),
  /** A page of them, newest first. @param after the last one of the page before */
  sandboxes: ({ open, after }: { open: boolean; after: string | undefined }, signal: AbortSignal) =>
    read<SandboxLine[]>('/sandboxes', signal, { ...(open && { open: 1 }), ...(after !== undefined && { after }) }),
  connection: (sandbox: string, signal: AbortSignal) => readLive<ConnectionSnippet[]>(sandbox, 'connection', signal),
  /** In the order of the calls. */
  tape: async (run: string, signal: AbortSignal) => readTape(await send('GET', `/runs/${segment(run)}/tape`, { signal })),
  /** Some of them by their places, the last one included; 1 is the first. */
  tapeBetween: async (run: string, from: number, to: number, signal: AbortSignal) =>
    readTape(await send('GET', `/runs/${segment(run)}/tape`, { signal, query: { from, to } })),
  call: (run: string, number: number, signal: AbortSignal) =>
    read<Record<string, unknown>>(`/runs/${segment(run)}/calls/${number}`, signal),
  world: (run: string, twin: string, step: number, signal: AbortSignal) =>
    read<WorldChanges>(`/runs/${segment(run)}/world`, signal, { twin, step }),
  /** The address of a tape that is being written: how far it was told goes along, so that nothing comes twice. */
  liveTape: (sandbox: string, after: string) =>
    `/dashboard/sandboxes/${segment(sandbox)}/tape${after && `?${new URLSearchParams({ after })}`}`,
  liveCall: (sandbox: string, twin: string, seq: number, signal: AbortSignal) =>
    readLive<Record<string, unknown>>(sandbox, `calls/${segment(twin)}/${seq}`, signal),
  liveWorld: (sandbox: string, twin: string, row: number, signal: AbortSignal) =>
    readLive<WorldChanges>(sandbox, 'world', signal, { twin, row }),
  liveRecords: (sandbox: string, twin: string, row: number, signal: AbortSignal) =>
    readLive<World>(sandbox, 'records', signal, { twin, row }),
  declaredCriteria: (sandbox: string, signal: AbortSignal) =>
    read<DeclaredCriterion[]>(`/sandboxes/${segment(sandbox)}/criteria`, signal),
  runOf: (sandbox: string, signal: AbortSignal) => read<GradedRun>(`/sandboxes/${segment(sandbox)}/run`, signal),
  twins: (signal: AbortSignal) => read<TwinRow[]>('/twins', signal),
  lint: async (text: string, signal: AbortSignal) =>
    (await send('POST', '/lint', { body: { text }, signal })).json() as Promise<ScenarioFinding[]>,
  makeExample: async () => (await send('POST', '/example')).json() as Promise<GradedRun>,
  keys: (signal: AbortSignal) => read<KeyRow[]>('/keys', signal),
  mintKey: async (name: string) => (await send('POST', '/keys', { body: { name } })).json() as Promise<MintedKey>,
  team: (signal: AbortSignal) => read<TeamPeople>('/team', signal),
  invite: async (invitation: { email: string; role: MemberRow['role'] }) =>
    (await send('POST', '/team/invitations', { body: invitation })).json() as Promise<MintedInvitation>,
  withdrawInvitation: async (id: string) => void (await send('DELETE', `/team/invitations/${segment(id)}`)),
  setRole: async (id: string, role: MemberRow['role']) =>
    void (await send('PATCH', `/team/members/${segment(id)}`, { body: { role } })),
  removeMember: async (id: string) => void (await send('DELETE', `/team/members/${segment(id)}`)),
  revokeKey: async (id: string) => void (await send('DELETE', `/keys/${segment(id)}`)),
};
