import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '@svc/contract';
import type { CallSummary, DeclaredCriterion, GradedRun, WorldChanges } from '@svc/contract/dashboard';
import { surveyScenario } from '@svc/grading';
import { isOpen, type TwinAddress } from '@svc/platform';
import { type State, splitLines, type WorldSpec } from '@svc/twin-kit';
import type { Request, Response } from 'express';
import { sessionOf } from '../http/authenticate.ts';
import { send } from '../http/send.ts';
import { invalidField } from '../http/validate.ts';
import { findSandbox } from '../sandboxes/find.ts';
import type { SandboxRecord } from '../sandboxes/view.ts';
import type { Service } from '../service.ts';
import type { WebSession } from '../sign-in/sessions.ts';
import { worldAnswer } from '../worlds/answer.ts';
import { beyondTheEnd } from '../worlds/cut.ts';
import { readTwin, requireTwins, twinsOf } from '../worlds/twins.ts';
import { changesOf } from './changes.ts';
import { type Cursor, cursorText, LiveTape, readCursor } from './follow.ts';
import type { PageHandler } from './mount.ts';
import { wholeNumber } from './numbers.ts';

/** Between two looks at the tapes, in milliseconds. */
const LOOK_MS = 400;
/** Between two looks whether the reader is signed in still and the sandbox open, in milliseconds. */
const ASK_AGAIN_MS = 4_000;
/** So that whatever stands in between keeps the connection, in milliseconds. */
const SIGN_OF_LIFE_MS = 15_000;
/** Calls in one event. */
const EVENT_CALLS = 500;
/** Each costs a look at every twin, again and again. */
const MOST_STREAMS_OF_A_TEAM = 50;

const streams = new Map<string, number>();

/** The tape as it grows, as server-sent events: arrays of calls in short, each event named by how far it tells; last `end`. */
export const streamTape: PageHandler = async (service, session, request, response) => {
  const { sandbox, twins } = await findLive(service, session, request);
  const leave = enter(session.team.id);
  try {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, service.leaving]);
    const after = request.headers['last-event-id'] ?? request.query.after;
    const cursor = readCursor(after, sandbox.twins);
    beginEvents(response);
    await tell(
      response,
      new LiveTape(sandbox, twins, cursor),
      cursor,
      () => isToBeTold(service, request, session, sandbox),
      signal,
    );
  } finally {
    leave();
    response.end();
  }
};

/** What stands in front must not gather events. */
function beginEvents(response: Response): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
  response.flushHeaders();
}

const END = 'event: end\ndata: {}\n\n';

/** The tape of a sandbox that was closed before it was asked for. A browser would take any other answer for a fault. */
export function endOfTape(response: Response): void {
  beginEvents(response);
  response.end(END);
}

async function tell(
  response: Response,
  tape: LiveTape,
  cursor: Cursor,
  goesOn: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  let asked = Date.now();
  let told = asked;
  while (!signal.aborted) {
    const calls = await tape.next();
    for (let at = 0; at < calls.length && !signal.aborted; at += EVENT_CALLS)
      await write(response, eventOf(calls.slice(at, at + EVENT_CALLS), cursor), signal);
    const now = Date.now();
    if (calls.length > 0) told = now;
    else if (now - told >= SIGN_OF_LIFE_MS) {
      await write(response, ':\n\n', signal);
      told = now;
    }
    if (now - asked >= ASK_AGAIN_MS) {
      if (!(await goesOn())) return void response.write(END);
      asked = now;
    }
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** JSON has no line ends of its own, so it is one line of an event. */
function eventOf(calls: readonly CallSummary[], cursor: Cursor): string {
  for (const { twin, seq } of calls) cursor.set(twin, seq);
  return `id: ${cursorText(cursor)}\ndata: ${JSON.stringify(calls)}\n\n`;
}

/** A reader who is slower than the tape is waited for. */
async function write(response: Response, text: string, signal: AbortSignal): Promise<void> {
  if (response.write(text) || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

async function isToBeTold(service: Service, request: Request, { team }: WebSession, { id }: SandboxRecord): Promise<boolean> {
  const session = await sessionOf(service, request);
  if (session?.team.id !== team.id) return false;
  const { state } = await findSandbox(service, { teamId: team.id }, id);
  return isOpen(state);
}

/** @throws ServiceError 409 where the team follows more than it can read */
function enter(team: string): () => void {
  const open = streams.get(team) ?? 0;
  if (open >= MOST_STREAMS_OF_A_TEAM)
    throw new ServiceError('conflict', { message: 'Too many pages of the team follow a sandbox. Close one of them.' });
  streams.set(team, open + 1);
  return () => {
    const left = (streams.get(team) ?? 1) - 1;
    if (left > 0) streams.set(team, left);
    else streams.delete(team);
  };
}

/** One call as it is on its twin's tape. */
export const showLiveCall: PageHandler = async (service, session, request, response) => {
  const { sandbox, twins } = await findLive(service, session, request);
  const seq = wholeNumber('seq', parameter(request, 'seq'));
  const answer = await readTwin(
    sandbox,
    chosen(twins, parameter(request, 'twin')),
    `/_svc/events?format=jsonl&after=${Math.max(0, seq - 1)}`,
  );
  try {
    for await (const line of splitLines(answer)) {
      const body = line.toString();
      if ((JSON.parse(body) as { seq: number }).seq !== seq) break;
      return send(response, { status: 200, body });
    }
  } finally {
    answer.destroy();
  }
  throw beyondTheEnd('seq', Number(answer.headers['x-svc-rows']));
};

/** A twin's world after so many of its own calls, and what of it differs from the seed. */
export const showLiveWorld: PageHandler = async (service, session, request, response) => {
  const { sandbox, twins } = await findLive(service, session, request);
  const address = chosen(twins, request.query.twin);
  const row = wholeNumber('row', request.query.row);
  const twin = await service.twins.load(address.twin);
  if (!twin)
    throw new ServiceError('conflict', { message: `This installation has no ${address.twin} twin to read the world with.` });
  const read = async (step: number) =>
    (await json(await readTwin(sandbox, address, `/_svc/state?step=${step}`))) as State<WorldSpec>;
  const [seed, state] = [await read(0), await read(row)];
  const body: WorldChanges = { twin: address.twin, step: row, row, ...changesOf(twin, seed, state) };
  send(response, { status: 200, body });
};

/** All records of a twin's world after so many of its own calls. */
export const showLiveRecords: PageHandler = async (service, session, request, response) => {
  const { sandbox, twins } = await findLive(service, session, request);
  const address = chosen(twins, request.query.twin);
  const row = wholeNumber('row', request.query.row);
  send(
    response,
    worldAnswer({ twin: address.twin, step: row, row }, await readTwin(sandbox, address, `/_svc/state?step=${row}`)),
  );
};

/** The criteria that the sandbox's task declares, as far as they can be read. */
export const showDeclaredCriteria: PageHandler = async (service, { team }, request, response) => {
  const { task_markdown: markdown } = await findSandbox(service, { teamId: team.id }, parameter(request, 'id'));
  const body: DeclaredCriterion[] = markdown === null ? [] : surveyScenario(markdown).scenario.criteria;
  send(response, { status: 200, body });
};

/** The run that a sandbox was graded to. */
export const showRunOf: PageHandler = async (service, { team }, request, response) => {
  const sandbox = await findSandbox(service, { teamId: team.id }, parameter(request, 'id'));
  const run = await service.database
    .selectFrom('runs')
    .select('id as run_id')
    .where('sandbox_id', '=', sandbox.id)
    .where('team_id', '=', team.id)
    .where('regraded_from', 'is', null)
    .executeTakeFirst();
  if (!run) throw new ServiceError('not_found', { message: 'The sandbox was not graded.' });
  send(response, { status: 200, body: run satisfies GradedRun });
};

async function findLive(service: Service, { team }: WebSession, request: Request) {
  const sandbox = await findSandbox(service, { teamId: team.id }, parameter(request, 'id'));
  requireTwins(sandbox);
  return { sandbox, twins: await twinsOf(service, sandbox) };
}

const parameter = ({ params }: Request, name: string): string => String((params as Record<string, unknown>)[name]);

function chosen(twins: readonly TwinAddress[], id: unknown): TwinAddress {
  const address = twins.find(({ twin }) => twin === id);
  if (!address) throw invalidField('twin', 'is not a twin of the sandbox', 'unknown_twin');
  return address;
}
