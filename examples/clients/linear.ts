import { type Issue, LinearClient } from '@linear/sdk';

export const linear = new LinearClient({
  apiKey: process.env.SVC_LINEAR_TOKEN ?? process.env.SVC_AUTH_TOKEN ?? '',
  apiUrl: `${process.env.SVC_LINEAR_REST_URL}/graphql`,
});

/** The id of a workflow state of the issue's team, by name. */
export async function stateId(issue: Issue, name: string): Promise<string> {
  const team = await issue.team;
  const states = await team?.states({ filter: { name: { eqIgnoreCase: name } } });
  const id = states?.nodes[0]?.id;
  if (!id) throw new Error(`The team of ${issue.identifier} has no state "${name}".`);
  return id;
}
