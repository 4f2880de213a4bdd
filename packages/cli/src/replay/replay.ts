import type { CreateSandboxResponse, RunRecord, Sandbox } from '@svc/contract';
import type { TapeRow } from '@svc/twin-kit';
import { type Difference, differenceOf, Moments, type RecordedRequest, requestOf } from '@svc/twin-kit/replay';
import type { Client } from '../client.ts';
import { CliError, EXIT } from '../errors.ts';
import { send } from './send.ts';

/** What a call was that was answered otherwise. */
export interface Parted {
  /** Its place on the tape of the run, from 1. */
  step: number;
  twin: string;
  seq: number;
  method: string;
  /** Below the twin's address. */
  path: string;
  difference: Difference;
}

export interface Replay {
  run_id: string;
  session_id: string;
  /** Calls made, the one that parted included. */
  calls: number;
  /** Reads and refusals among them whose answers say nothing, as something that they sent was taken off the tape. */
  not_compared: number;
  parted: Parted | null;
}

/**
 * Makes the calls of a run's tape again, one after the other in its order, on a sandbox that begins as the run's did, until one is
 * answered otherwise.
 */
export async function replay(
  client: Client,
  run: RunRecord,
  sandbox: CreateSandboxResponse,
  tape: AsyncIterable<TapeRow>,
): Promise<Replay> {
  const player = new Player(sandbox, await momentsOf(client, run, sandbox));
  const done: Replay = { run_id: run.id, session_id: sandbox.session_id, calls: 0, not_compared: 0, parted: null };
  for await (const row of tape) {
    done.calls += 1;
    if (row.fault) throw faulty(done.calls);
    const request = requestOf(row);
    if (!request)
      throw new CliError(EXIT.failed, `Call ${done.calls} of the run can't be made again: its body is not on the tape.`);
    const difference = await player.play(row, request);
    const saysNothing = request.isPartial && !row.state_mutation;
    if (saysNothing) done.not_compared += 1;
    if (!difference || saysNothing) continue;
    const { twin, seq, method } = row;
    done.parted = { step: done.calls, twin, seq, method, path: request.path, difference };
    break;
  }
  return done;
}

const faulty = (step: number): CliError =>
  new CliError(EXIT.failed, `Call ${step} of the run met a fault that was asked for, which a replay doesn't repeat.`, {
    hint: 'replay a run of the same task without faults.',
  });

/** On the wall's clock times differ by as much as the runs are apart; on a logical one by nothing. */
async function momentsOf(client: Client, run: RunRecord, { session_id }: CreateSandboxResponse): Promise<Moments | undefined> {
  const [then, now] = await Promise.all([client.sandboxes.get(run.session_id), client.sandboxes.get(session_id)]);
  return new Moments(startOf(now) - endOfStart(then), endOfStart(now) - startOf(then));
}

const startOf = ({ created_at }: Sandbox): number => Date.parse(created_at);
const endOfStart = ({ ready_at, created_at }: Sandbox): number => Date.parse(ready_at ?? created_at);

class Player {
  readonly #sandbox: CreateSandboxResponse;
  readonly #moments: Moments | undefined;

  constructor(sandbox: CreateSandboxResponse, moments: Moments | undefined) {
    this.#sandbox = sandbox;
    this.#moments = moments;
  }

  async play(row: TapeRow, request: RecordedRequest): Promise<Difference | undefined> {
    const endpoints = this.#sandbox.per_twin[row.twin];
    if (!endpoints) throw new CliError(EXIT.failed, `The run has a call to ${row.twin}, which is no twin of its sandbox.`);
    // Rows of a world with a clock of its own say beside it when the wall's was.
    const moments = row.received_at === undefined ? this.#moments : undefined;
    const begun = Date.now();
    const answer = await send(endpoints.api_url, this.#sandbox.agent_token, moments ? translated(request, moments) : request);
    const at = Date.parse(row.ts);
    moments?.widen(begun - at, Date.now() - at);
    return differenceOf(row, answer, moments);
  }
}

/** A call with the texts that the sandbox at hand has for the moments of the other. */
const translated = (request: RecordedRequest, moments: Moments): RecordedRequest => ({
  ...request,
  path: moments.translate(request.path),
  // Latin-1 keeps bytes that are no text as they are.
  body: request.body && Buffer.from(moments.translate(request.body.toString('latin1')), 'latin1'),
});
