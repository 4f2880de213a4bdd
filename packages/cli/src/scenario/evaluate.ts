import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cutText,
  type FinalizeRequest,
  type FinalizeResult,
  MAX_SCENARIO_NAME_LENGTH,
  MAX_SCENARIO_TEXT_LENGTH,
  type Upload,
} from '@svc/contract';
import { systemCode } from '@svc/platform/files';
import type { Client } from '../client.ts';
import { discardSandbox } from '../discard.ts';
import { CliError, EXIT, UsageError } from '../errors.ts';
import { type AgentTold, keptTold, modelOf, toldFields, withinLimit } from '../told/told.ts';
import type { ScenarioFile } from './files.ts';
import { FINAL_ANSWER_FILE, readFinalAnswer } from './final-answer.ts';
import { exists, type KeptRun } from './kept-run.ts';
import { statesFile } from './run-directory.ts';

export interface Evidence {
  run: KeptRun;
  /** Says what to grade; without one, the service keeps the run ungraded. */
  scenario: ScenarioFile | undefined;
  /** False leaves the scenario's criteria out. */
  graded: boolean;
  environment: NodeJS.ProcessEnv;
}

export interface Evaluated {
  sessionId: string;
  result: FinalizeResult;
}

/** Sends a captured run up for a verdict. A session that gets none is given back. @param signal gives up */
export async function evaluate(client: Client, evidence: Evidence, signal: AbortSignal): Promise<Evaluated> {
  const { run, scenario } = evidence;
  await requireEvidence(run);
  const told = await keptTold(run.path);
  const session = await client.evalSessions.create({
    twins: [...run.meta.twins],
    ...(scenario && { task_source: Buffer.from(scenario.markdown).toString('base64') }),
    ...(run.meta.group_id !== undefined && { group_id: run.meta.group_id }),
  });
  const id = session.session_id;
  try {
    const keys = await upload(client, id, run, signal);
    signal.throwIfAborted();
    const answered = await finalAnswerOf(run);
    const result = await client.sandboxes.finalize(
      id,
      withinLimit({ ...request(evidence, told), ...toldFields(told), ...answered, ...keys }),
      signal,
    );
    return { sessionId: id, result };
  } catch (error) {
    await discardSandbox(client, id).catch(() => undefined);
    if (signal.aborted) throw new CliError(EXIT.interrupted, 'Stopped.');
    throw error;
  }
}

/** A run whose agent made no call: there is nothing to grade it by. */
export const isEmpty = async ({ path }: KeptRun): Promise<boolean> =>
  (await exists(join(path, 'events.jsonl'))) && (await stat(join(path, 'events.jsonl'))).size === 0;

async function requireEvidence({ path, meta }: KeptRun): Promise<void> {
  for (const name of ['events.jsonl', ...meta.twins.map((twin) => statesFile('final', twin, meta.twins))]) {
    if (await exists(join(path, name))) continue;
    throw new UsageError(`${path} can't be evaluated: it has no ${name}.`, 'capture the run again with `svc run --local`.');
  }
}

function request({ run, scenario, graded, environment }: Evidence, told: AgentTold): FinalizeRequest {
  const { meta } = run;
  const expected = scenario?.scenario.expectedBehavior;
  return {
    source: 'blob',
    criteria: graded ? (scenario?.scenario.criteria ?? []) : [],
    stop_reason: meta.stop_reason,
    exit_code: meta.exit_code,
    ...(scenario && { pass_threshold: scenario.threshold }),
    duration_ms: meta.duration_ms,
    agent_model: modelOf(environment, told),
    scenario_name: cutText(meta.scenario, MAX_SCENARIO_NAME_LENGTH),
    scenario_prompt: cutText(meta.task, MAX_SCENARIO_TEXT_LENGTH),
    ...(expected && { expected_behavior: cutText(expected, MAX_SCENARIO_TEXT_LENGTH) }),
  };
}

async function finalAnswerOf({ path }: KeptRun): Promise<Pick<FinalizeRequest, 'final_answer'>> {
  const { text, refused } = await readFinalAnswer(FINAL_ANSWER_FILE, { artifacts: path, printed: Buffer.alloc(0) });
  if (refused !== undefined) throw new UsageError(`${path} can't be evaluated: ${refused}.`);
  return text === undefined ? {} : { final_answer: text };
}

type Keys = Pick<
  FinalizeRequest,
  'trace_storage_key' | 'state_initial_storage_key' | 'state_final_storage_key' | 'per_twin_state_keys'
>;

async function upload(client: Client, id: string, { path, meta }: KeptRun, signal: AbortSignal): Promise<Keys> {
  const file = async (target: Upload, name: string): Promise<string> => {
    await put(target, await openAsBlob(join(path, name)), signal);
    return target.key;
  };
  // How the agent was started stays here: command lines hold secrets.
  const { agent_command, scenario_path, ...told } = meta;
  await put(await client.sandboxes.metaUpload(id), new Blob([JSON.stringify(told)]), signal);
  const keys: Keys = { trace_storage_key: await file(await client.sandboxes.traceUpload(id), 'events.jsonl') };
  const { twins } = meta;
  const targets = await client.sandboxes.stateUploads(id, twins.length > 1 ? [...twins] : undefined);
  for (const twin of twins) {
    const pair = targets.per_twin?.[twin] ?? targets;
    const final = await file(pair.state_final, statesFile('final', twin, twins));
    const name = statesFile('initial', twin, twins);
    const initial = (await exists(join(path, name))) ? await file(pair.state_initial, name) : undefined;
    if (twins.length === 1) {
      keys.state_final_storage_key = final;
      if (initial !== undefined) keys.state_initial_storage_key = initial;
    } else {
      keys.per_twin_state_keys = {
        ...keys.per_twin_state_keys,
        [twin]: { state_final_key: final, ...(initial !== undefined && { state_initial_key: initial }) },
      };
    }
  }
  return keys;
}

async function put({ url }: Upload, body: Blob, signal: AbortSignal): Promise<void> {
  const host = new URL(url).host;
  let response: Response;
  try {
    response = await fetch(url, { method: 'PUT', body, signal });
  } catch (error) {
    const reason = systemCode((error as Error).cause) ?? (error as Error).message;
    throw new CliError(EXIT.failed, `The evidence could not be uploaded to ${host} (${reason}).`, { cause: error });
  }
  await response.body?.cancel();
  if (response.ok) return;
  throw new CliError(EXIT.failed, `The evidence could not be uploaded to ${host}: status ${response.status}.`);
}
