import type { GroupLine } from '@svc/contract/dashboard';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Empty, FailedPage, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { Sparkline } from '../runs/sparkline.tsx';
import { comparisonPath, MOST_GROUPS, useGroups } from './groups.ts';

/** Every group of the team's, to look at one or to put two side by side. */
export function GroupsPage() {
  useTitle('Groups');
  const groups = useGroups();
  if (groups.isPending) return <Loading what="the groups" />;
  if (!groups.data) return <FailedPage title="Groups" error={groups.error} retry={() => groups.refetch()} />;
  if (groups.data.length === 0)
    return (
      <Empty title="No groups yet">
        The trials of a scenario make a group: run{' '}
        <code>
          <span className="whole">svc run scenario.md</span> <span className="whole">--agent ./agent.sh</span>{' '}
          <span className="whole">--trials 5</span>
        </code>{' '}
        before a change and again after it, and hold the two groups against each other here. First{' '}
        <Link to="/scenarios">write a scenario</Link>.
      </Empty>
    );
  return (
    <>
      <h1>Groups</h1>
      {groups.data.length > 1 && <Choose groups={groups.data.map(({ group_id }) => group_id)} />}
      <GroupTable groups={groups.data} />
      {groups.data.length === MOST_GROUPS && <p className="fine">The {MOST_GROUPS} with the latest runs.</p>}
    </>
  );
}

function Choose({ groups }: { groups: readonly string[] }) {
  const navigate = useNavigate();
  const [first, setFirst] = useState(groups[1] as string);
  const [second, setSecond] = useState(groups[0] as string);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    navigate(comparisonPath(first, second));
  };
  return (
    <form className="bar" onSubmit={submit}>
      <Select label="Compare" value={first} groups={groups} onChange={setFirst} />
      <Select label="with" value={second} groups={groups} onChange={setSecond} />
      <button type="submit" className="primary" disabled={first === second}>
        Side by side
      </button>
    </form>
  );
}

interface SelectProps {
  label: string;
  value: string;
  groups: readonly string[];
  onChange(group: string): void;
}

const Select = ({ label, value, groups, onChange }: SelectProps) => (
  <label>
    {label}{' '}
    <select value={value} onChange={({ target }) => onChange(target.value)}>
      {groups.map((group) => (
        <option key={group}>{group}</option>
      ))}
    </select>
  </label>
);

const COLUMNS = [
  'Group',
  'Scores',
  { title: 'Runs', is: 'number' },
  { title: 'Passed', is: 'number' },
  'Versions',
  'Models',
  'Last run',
] as const;

const GroupTable = ({ groups }: { groups: readonly GroupLine[] }) => (
  <Table label="Groups" columns={COLUMNS}>
    {groups.map(({ group_id, latest, runs, passed, agent_versions, agent_models, last_run_at }) => (
      <tr key={group_id}>
        <td className="main">
          <Link to={`/groups/${encodeURIComponent(group_id)}`}>{group_id}</Link>
        </td>
        <td>
          <Sparkline runs={latest} of={group_id} />
        </td>
        <td className="number" data-label="Runs">
          {runs.toLocaleString()}
        </td>
        <td className="number" data-label="Passed">
          {passed.toLocaleString()}
        </td>
        <td data-label="Versions">{agent_versions.join(', ') || '–'}</td>
        <td data-label="Models">{agent_models.join(', ') || '–'}</td>
        <td data-label="Last run">
          <Time at={last_run_at} />
        </td>
      </tr>
    ))}
  </Table>
);
