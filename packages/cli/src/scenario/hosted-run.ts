import {
  type CreateSandboxResponse,
  cutText,
  type FinalizeResult,
  MAX_SCENARIO_NAME_LENGTH,
  MAX_SCENARIO_TEXT_LENGTH,
} from '@svc/contract';
import { ApiError } from '@svc/sdk';
import { discardSandbox } from '../discard.ts';
import { CliError, EXIT } from '../errors.ts';
import { modelOf, toldFields, withinLimit } from '../told/told.ts';
import { type Attempt, attempt, outcomeLine } from './attempt.ts';
import type { HostedContext } from './context.ts';
import { saveEvidence } from './evidence.ts';
import type { ScenarioFile } from './files.ts';
import { verdictLines, verdictOf } from './report-line.ts';
import { endedOf, type HostedResult, metaOf, runUrls } from './result.ts';
import { RunDirectory } from './run-directory.ts';
import { startSandbox } from './start-sandbox.ts';

/** Runs one scenario in a sandbox of the service and has it graded. The sandbox is closed afterwards, however it went. */
export async function runHosted(context: HostedContext, file: ScenarioFile): Promise<HostedResult> {
  const sandbox = await startSandbox(context, {
    twins: [...file.twins],
    task_source: Buffer.from(file.markdown).toString('base64'),
    group_id: context.groupId,
    ...(file.scenario.config.clock && { clock: file.scenario.config.clock }),
    ...(file.scenario.config.faults && { faults: file.scenario.config.faults }),
  });
  let graded = false;
  try {
    context.line(`  sandbox ${sandbox.session_id}, open until ${sandbox.expires_at}`);
    for (const [twin, { api_url }] of Object.entries(sandbox.per_twin)) context.line(`  ${twin}: ${api_url}`);
    const directory = await RunDirectory.create(context.runsFolder, file.name);
    const worked = await attempt(context, file, directory, {
      endpoints: sandbox.per_twin,
      token: sandbox.agent_token,
    });
    if (worked.outcome.stopReason === 'interrupted') throw new CliError(EXIT.interrupted, 'Stopped.');
    const ended = outcomeLine(worked.outcome, file.timeoutMs);
    if (ended) context.line(ended);
    // Kept first: should the service fail now, what is known of the run stays.
    await directory.writeJson('meta.json', metaOf(context, file, directory, worked, placeOf(sandbox, null)));
    const result = await grade(context, file, sandbox, worked);
    if (typeof result === 'string') return ungraded(context, file, directory, sandbox, worked, result);
    graded = true;
    await directory.writeJson('meta.json', metaOf(context, file, directory, worked, placeOf(sandbox, result.run_id)));
    return await conclude(context, file, directory, sandbox, worked, result);
  } finally {
    // An ungraded sandbox would hold its slot for half an hour.
    if (!graded) await discardSandbox(context.client, sandbox.session_id).catch(() => undefined);
  }
}

/** @returns the verdict, or why there is nothing to grade: an agent that made no call. */
async function grade(
  context: HostedContext,
  file: ScenarioFile,
  sandbox: CreateSandboxResponse,
  { outcome, finalAnswer, told }: Attempt,
): Promise<FinalizeResult | string> {
  const { expectedBehavior, criteria } = file.scenario;
  try {
    const request = withinLimit({
      source: 'twin-pull',
      criteria,
      stop_reason: outcome.stopReason,
      exit_code: outcome.exitCode,
      pass_threshold: file.threshold,
      duration_ms: outcome.durationMs,
      agent_model: modelOf(context.environment, told),
      ...toldFields(told),
      scenario_name: cutText(file.name, MAX_SCENARIO_NAME_LENGTH),
      scenario_prompt: cutText(file.prompt, MAX_SCENARIO_TEXT_LENGTH),
      ...(finalAnswer !== undefined && { final_answer: finalAnswer }),
      ...(expectedBehavior && { expected_behavior: cutText(expectedBehavior, MAX_SCENARIO_TEXT_LENGTH) }),
    });
    return await context.client.sandboxes.finalize(sandbox.session_id, request);
  } catch (error) {
    if (error instanceof ApiError && error.details.reason === 'capture_incomplete') return error.message;
    throw error;
  }
}

async function conclude(
  context: HostedContext,
  file: ScenarioFile,
  directory: RunDirectory,
  sandbox: CreateSandboxResponse,
  worked: Attempt,
  result: FinalizeResult,
): Promise<HostedResult> {
  const urls = runUrls(context.connection.baseUrl, result.run_id);
  await directory.writeJson('verdict.json', result);
  await saveEvidence(context.client, result.run_id, directory, file.twins);
  const verdict = verdictOf(result, file.threshold);
  for (const line of verdictLines(result, urls)) context.line(`  ${line}`);
  if (verdict.verdict === 'not_passed') context.line(`  not passed: ${verdict.reason}`);
  context.line(`  kept   ${directory.path}`);
  return {
    ...endedOf(context, file, directory, worked),
    session_id: sandbox.session_id,
    run_id: result.run_id,
    score: result.score,
    threshold: file.threshold,
    ...verdict,
    vacuous: result.vacuous,
    unsupported_calls: result.unsupported_calls,
    injected_faults: result.injected_faults,
    // A service of an earlier version doesn't tell.
    recovered: result.recovered ?? [],
    criteria: result.criteria_results,
    urls,
  };
}

function ungraded(
  context: HostedContext,
  file: ScenarioFile,
  directory: RunDirectory,
  sandbox: CreateSandboxResponse,
  worked: Attempt,
  reason: string,
): HostedResult {
  context.line(`  errored: ${reason}`);
  return {
    ...endedOf(context, file, directory, worked),
    session_id: sandbox.session_id,
    run_id: null,
    score: null,
    threshold: file.threshold,
    verdict: 'errored',
    reason,
    vacuous: false,
    unsupported_calls: [],
    injected_faults: [],
    recovered: [],
    criteria: [],
    urls: null,
  };
}

const placeOf = ({ session_id }: CreateSandboxResponse, run_id: string | null) =>
  ({ mode: 'hosted', session_id, run_id }) as const;
