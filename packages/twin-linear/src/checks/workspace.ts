import { added, failed, passed, quoted, readsSame } from '@svc/twin-kit';
import { check, listed, userName, verdict } from './find.ts';
import { isLive, labelsMeant, same, statesMeant, teamMeant, usersMeant } from './names.ts';
import { color, count, label, name, state, team, type, user } from './params.ts';

/** Labels, teams, their members and their workflow states. */
export const workspaceChecks = [
  check({
    id: 'linear.label-created',
    template: 'A new label "{label}" exists.',
    description: 'A label of issues has this name that the seed does not have, case aside, and it is there at the end.',
    compares: 'the names of new labels with {label}',
    substrate: 'seed_and_final_state',
    params: { label },
    evaluate(args, final, seed) {
      const fresh = added(seed.issueLabels, final.issueLabels).filter(isLive);
      const names = fresh.map((one) => one.name);
      return verdict(
        names.some((one) => same(one, args.label)),
        `new labels: ${listed(names)}`,
      );
    },
  }),
  check({
    id: 'linear.label-renamed',
    template: 'The label "{label}" is now called "{name}".',
    description: 'The label of the seed with the first name has the second one at the end, case included.',
    compares: 'the name of the label with {name}',
    substrate: 'seed_and_final_state',
    params: { label, name },
    evaluate(args, final, seed) {
      const before = seed.issueLabels.filter((one) => same(one.name, args.label));
      if (before.length === 0) return failed(`the seed has no label "${args.label}"`);
      const now = final.issueLabels.filter((one) => before.some(({ id }) => id === one.id));
      return verdict(
        now.some((one) => readsSame(one.name, args.name)),
        `it is called ${listed(now.map((one) => one.name))}`,
      );
    },
  }),
  check({
    id: 'linear.label-deleted',
    template: 'The label "{label}" was deleted.',
    description: 'The seed has a label of this name, and at the end no label that had it is there.',
    compares: 'the labels of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { label },
    evaluate(args, final, seed) {
      const before = seed.issueLabels.filter((one) => same(one.name, args.label));
      if (before.length === 0) return failed(`the seed has no label "${args.label}"`);
      const left = final.issueLabels.filter((one) => isLive(one) && before.some(({ id }) => id === one.id));
      return verdict(
        left.length === 0,
        left.length === 0 ? 'the label is gone' : `it is there as ${listed(left.map((one) => one.name))}`,
      );
    },
  }),
  check({
    id: 'linear.label-issue-count',
    template: 'The label "{label}" is on exactly {count} issues.',
    description: 'So many issues outside the trash have the label.',
    compares: 'the number of issues with the label with {count}',
    substrate: 'final_state',
    params: { label, count },
    evaluate(args, final, seed) {
      const wanted = labelsMeant({ seed, final }, args.label);
      if (wanted.size === 0) return failed(`there is no label "${args.label}"`);
      const issues = final.issues.filter((one) => !one.trashed && one.labelIds.some((id) => wanted.has(id)));
      return verdict(issues.length === Number(args.count), `it is on ${listed(issues.map(({ identifier }) => identifier))}`);
    },
  }),
  check({
    id: 'linear.team-created',
    template: 'A new team called "{name}" exists.',
    description: 'A team has this name that the seed does not have, and it is not deleted.',
    compares: 'the names of new teams with {name}',
    substrate: 'seed_and_final_state',
    params: { name },
    evaluate(args, final, seed) {
      const names = added(seed.teams, final.teams)
        .filter(isLive)
        .map((one) => one.name);
      return verdict(
        names.some((one) => readsSame(one, args.name)),
        `new teams: ${listed(names)}`,
      );
    },
  }),
  check({
    id: 'linear.team-member',
    template: 'The team {team} has the member "{user}".',
    description: 'The user is a member of the team.',
    compares: 'the members of the team with {user}',
    substrate: 'final_state',
    params: { team, user },
    evaluate(args, final, seed) {
      const found = teamMeant({ seed, final }, args.team);
      if (typeof found === 'string') return failed(found);
      const members = final.teamMemberships.filter(({ teamId }) => teamId === found.id).map(({ userId }) => userId);
      const wanted = usersMeant({ seed, final }, args.user);
      return verdict(
        members.some((id) => wanted.has(id)),
        `members of ${found.key}: ${members.map((id) => userName(final, id)).join(', ') || 'none'}`,
      );
    },
  }),
  check({
    id: 'linear.team-not-member',
    template: 'The team {team} does not have the member "{user}".',
    description: 'There are such a team and such a user, who is not a member of it.',
    compares: 'the members of the team with {user}',
    substrate: 'final_state',
    params: { team, user },
    evaluate(args, final, seed) {
      const found = teamMeant({ seed, final }, args.team);
      if (typeof found === 'string') return failed(found);
      const unwanted = usersMeant({ seed, final }, args.user);
      if (unwanted.size === 0) return failed(`there is no user "${args.user}"`);
      const members = final.teamMemberships.filter(({ teamId }) => teamId === found.id).map(({ userId }) => userId);
      return verdict(
        !members.some((id) => unwanted.has(id)),
        `members of ${found.key}: ${members.map((id) => userName(final, id)).join(', ') || 'none'}`,
      );
    },
  }),
  check({
    id: 'linear.state-created',
    template: 'The team {team} has the new workflow state "{state}".',
    description:
      'The team has a workflow state of this name that the seed does not have, and it is not archived. A new team comes with some.',
    compares: 'the names of the new states of the team with {state}',
    substrate: 'seed_and_final_state',
    params: { team, state },
    evaluate(args, final, seed) {
      const found = teamMeant({ seed, final }, args.team);
      if (typeof found === 'string') return failed(found);
      const names = added(seed.workflowStates, final.workflowStates)
        .filter((one) => one.teamId === found.id && isLive(one))
        .map((one) => one.name);
      return verdict(
        names.some((one) => same(one, args.state)),
        `new states of ${found.key}: ${listed(names)}`,
      );
    },
  }),
  check({
    id: 'linear.state-type',
    template: 'The workflow state "{state}" of the team {team} is of the type {type}.',
    description: 'The team has such a state, not archived, and its type is this one.',
    compares: 'the type of the state with {type}',
    substrate: 'final_state',
    params: { state, team, type },
    evaluate: (args, final, seed) =>
      withState({ seed, final }, args, (states) =>
        verdict(
          states.some((one) => one.type === args.type),
          `type of "${args.state}": ${listed(states.map((one) => one.type))}`,
        ),
      ),
  }),
  check({
    id: 'linear.state-color',
    template: 'The workflow state "{state}" of the team {team} has the color {color}.',
    description: 'The team has such a state, not archived, and its color is this one.',
    compares: 'the color of the state with {color}',
    substrate: 'final_state',
    params: { state, team, color },
    evaluate: (args, final, seed) =>
      withState({ seed, final }, args, (states) =>
        verdict(
          states.some((one) => same(one.color, args.color)),
          `color of "${args.state}": ${listed(states.map((one) => one.color))}`,
        ),
      ),
  }),
  check({
    id: 'linear.state-archived',
    template: 'The workflow state "{state}" of the team {team} was archived.',
    description: 'The seed has the state among those that can be chosen, and at the end it is archived or gone.',
    compares: 'the states of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { state, team },
    evaluate(args, final, seed) {
      const found = teamMeant({ seed, final }, args.team);
      if (typeof found === 'string') return failed(found);
      const before = seed.workflowStates.find((one) => one.teamId === found.id && isLive(one) && same(one.name, args.state));
      if (!before) return failed(`the seed has no such state in ${found.key}`);
      const now = final.workflowStates.find(({ id }) => id === before.id);
      return now && isLive(now) ? failed(`the state is there as ${quoted(now.name)}`) : passed('the state is archived');
    },
  }),
];

type Final = Parameters<typeof statesMeant>[0]['final'];
type States = Final['workflowStates'];

function withState(
  worlds: Parameters<typeof statesMeant>[0],
  args: { team: string; state: string },
  judge: (states: States) => ReturnType<typeof verdict>,
) {
  const found = teamMeant(worlds, args.team);
  if (typeof found === 'string') return failed(found);
  const ids = statesMeant(worlds, found.id, args.state);
  const states = worlds.final.workflowStates.filter((one) => ids.has(one.id) && isLive(one));
  return states.length === 0 ? failed(`the team ${found.key} has no state "${args.state}"`) : judge(states);
}
