import type { RunRow } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../api.ts';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { Sparkline } from '../runs/sparkline.tsx';

/** The most that the service lists at once. */
const LIMIT = 200;

/** Groups of the latest runs, to look at one or to put two side by side. */
export function GroupsPage() {
  useTitle('Groups');
  const runs = useQuery({ queryKey: ['runs', { limit: LIMIT }], queryFn: () => api.runs.list({ limit: LIMIT }) });
  if (runs.isPending) return <Loading what="the groups" />;
  if (runs.error) return <Failure error={runs.error} retry={() => runs.refetch()} />;
  const groups = groupsOf(runs.data);
  if (groups.length === 0)
    return (
      <Empty title="No groups yet">
        The trials of a scenario make a group: run <code>svc run scenario.md --agent ./agent.sh --trials 5</code> before a change
        and again after it, and hold the two groups against each other here.
      </Empty>
    );
  return (
    <>
      <h1>Groups</h1>
      {groups.length > 1 && <Choose groups={groups.map(([id]) => id)} />}
      <GroupTable groups={groups} />
      {runs.data.length === LIMIT && <p className="fine">Of the newest {LIMIT} runs.</p>}
    </>
  );
}

export function groupsOf(runs: readonly RunRow[]): [string, RunRow[]][] {
  const groups = Map.groupBy(runs, ({ group_id }) => group_id ?? '');
  groups.delete('');
  return [...groups];
}

export const comparisonPath = (first: string, second: string): string =>
  `/groups/${encodeURIComponent(first)}?${new URLSearchParams({ with: second })}`;

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

const GroupTable = ({ groups }: { groups: readonly [string, RunRow[]][] }) => (
  <Table label="Groups">
    <thead>
      <tr>
        <th scope="col">Group</th>
        <th scope="col">Scores</th>
        <th scope="col" className="number">
          Runs
        </th>
        <th scope="col" className="number">
          Passed
        </th>
        <th scope="col">Versions</th>
        <th scope="col">Models</th>
        <th scope="col">Last run</th>
      </tr>
    </thead>
    <tbody>
      {groups.map(([id, runs]) => (
        <tr key={id}>
          <td className="main">
            <Link to={`/groups/${encodeURIComponent(id)}`}>{id}</Link>
          </td>
          <td>
            <Sparkline runs={runs.toReversed()} of={id} />
          </td>
          <td className="number">{runs.length}</td>
          <td className="number">{runs.filter(({ outcome }) => outcome === 'passed').length}</td>
          <td>{distinct(runs.map(({ agent_version }) => agent_version)) || '–'}</td>
          <td>{distinct(runs.map(({ agent_model }) => agent_model)) || '–'}</td>
          <td>
            <Time at={runs[0]?.finished_at ?? null} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

const distinct = (values: readonly (string | null)[]): string => [...new Set(values.filter(Boolean))].join(', ');
