import { isCancel, multiselect, select } from '@clack/prompts';
import { CliError, EXIT } from '../errors.ts';
import { type AgentName, agentKinds, agentNames } from './agents.ts';

/** @throws CliError when the user leaves by Ctrl-C */
export async function askForTwins(ids: readonly string[], most: number): Promise<string[]> {
  for (;;) {
    const twins = await multiselect({
      message: `Which twins does the task need? (space chooses, up to ${most})`,
      options: ids.map((value) => ({ value })),
      initialValues: ids.slice(0, 1),
      required: true,
    });
    if (isCancel(twins)) throw stopped();
    if (twins.length <= most) return twins;
  }
}

/** @throws CliError when the user leaves by Ctrl-C */
export async function askForAgent(): Promise<AgentName> {
  const options = agentNames.map((value) => ({ value, label: agentKinds[value].label, hint: agentKinds[value].hint }));
  const agent = await select<AgentName>({ message: 'What is the agent written in?', options });
  if (isCancel(agent)) throw stopped();
  return agent;
}

const stopped = () => new CliError(EXIT.interrupted, 'Stopped. Nothing was written.');
