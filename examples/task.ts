/** What the agent is to do: the scenario's prompt. */
export const task = process.env.SVC_TASK ?? '';
