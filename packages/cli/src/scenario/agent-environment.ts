import { type Endpoints, twinVariables } from '../variables.ts';

/** What the agent is told; `SVC_RUN_ID` comes with its process. */
export interface AgentRun {
  task: string;
  endpoints: Endpoints;
  token: string;
  artifactsDir: string;
}

/** What the agent must not see, whatever variable holds it. */
export interface Withheld {
  apiKey: string | undefined;
}

/** The environment of the agent command (spec, "Agent environment"): the caller's, without the API key, with the run's own. */
export function agentEnvironment(caller: NodeJS.ProcessEnv, { apiKey }: Withheld, run: AgentRun): NodeJS.ProcessEnv {
  return {
    ...withoutKey(caller, apiKey),
    SVC_TASK: run.task,
    ...twinVariables(run.endpoints, run.token),
    SVC_TWIN_NAMES: Object.keys(run.endpoints).join(','),
    SVC_ARTIFACTS_DIR: run.artifactsDir,
  };
}

/** The environment of the check that the agent command can be started at all. */
export const preflightEnvironment = (caller: NodeJS.ProcessEnv, { apiKey }: Withheld): NodeJS.ProcessEnv => ({
  ...withoutKey(caller, apiKey),
  SVC_PREFLIGHT: '1',
});

/** What is meant for `svc` and the service, not for the agent. */
const OURS = /^SVC_(?:API_KEY|PREFLIGHT$|LAUNCHER$|NARRATOR_)/;

function withoutKey(caller: NodeJS.ProcessEnv, apiKey: string | undefined): NodeJS.ProcessEnv {
  const kept = Object.entries(caller).filter(([name, value]) => !OURS.test(name) && (!apiKey || !value?.includes(apiKey)));
  return Object.fromEntries(kept);
}
