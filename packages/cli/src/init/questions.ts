import { isCancel, multiselect, select } from '@clack/prompts';
import { CliError, EXIT } from '../errors.ts';
import { type AgentName, agentKinds, agentNames } from './agents.ts';

/** @throws CliError when the user leaves by Ctrl-C or Ctrl-D */
export async function askForTwins(ids: readonly string[], most: number): Promise<string[]> {
  for (;;) {
    const twins = await answered(
      multiselect({
        message: `Which twins does the task need? (space chooses, up to ${most})`,
        options: ids.map((value) => ({ value })),
        initialValues: ids.slice(0, 1),
        required: true,
      }),
    );
    if (isCancel(twins)) throw stopped();
    if (twins.length <= most) return twins;
  }
}

/** @throws CliError when the user leaves by Ctrl-C or Ctrl-D */
export async function askForAgent(): Promise<AgentName> {
  const options = agentNames.map((value) => ({ value, label: agentKinds[value].label, hint: agentKinds[value].hint }));
  const agent = await answered(select<AgentName>({ message: 'What is the agent written in?', options }));
  if (isCancel(agent)) throw stopped();
  return agent;
}

const SHOW_CURSOR = '\u001b[?25h';

/** A question whose input ends, by Ctrl-D or with its terminal, is never answered: the process would end in the middle of it. */
async function answered<Answer>(question: Promise<Answer>): Promise<Answer> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const leave = (): void => {
    process.stdout.write(SHOW_CURSOR);
    reject(stopped());
  };
  process.once('beforeExit', leave);
  try {
    return await Promise.race([question, ended]);
  } finally {
    process.off('beforeExit', leave);
  }
}

const stopped = () => new CliError(EXIT.interrupted, 'Stopped. Nothing was written.');
