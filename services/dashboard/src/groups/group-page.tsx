import type { Comparison, Group, TrialPair } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { api } from '../api.ts';
import { Badge } from '../parts/badge.tsx';
import { FactList } from '../parts/facts.tsx';
import { Empty, FailedPage, isNotFound, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { useTitle } from '../parts/title.ts';
import { Figures } from './figures.tsx';
import { comparisonPath, useGroups } from './groups.ts';
import { difference, Interval } from './interval.tsx';

/** As it is usual. */
const SIGNIFICANT = 0.05;

/** A group's figures; beside those of another where the address names one. */
export function GroupPage() {
  const { id = '' } = useParams();
  const other = useSearchParams()[0].get('with') ?? '';
  useTitle(other ? `${id} and ${other}` : id);
  const told = useQuery({
    queryKey: ['group', id, other],
    queryFn: async (): Promise<Group | Comparison> => (other ? api.groups.compare(id, other) : api.groups.get(id)),
  });
  if (isNotFound(told.error))
    return (
      <Empty title="There is no such group">
        It may be another team's, or have no runs. Go to <Link to="/groups">your groups</Link>.
      </Empty>
    );
  if (told.error) return <FailedPage title={id} error={told.error} retry={() => told.refetch()} />;
  if (!told.data) return <Loading what="the group" />;
  return (
    <>
      <p className="crumb">
        <Link to="/groups">Groups</Link> / <code>{id}</code>
        {other && (
          <>
            {' '}
            and <code>{other}</code>
          </>
        )}
      </p>
      <h1>{other ? `${id} and ${other}` : id}</h1>
      <CompareWith id={id} other={other} />
      {'first' in told.data ? <SideBySide comparison={told.data} /> : <Figures groups={[told.data]} />}
    </>
  );
}

function CompareWith({ id, other }: { id: string; other: string }) {
  const navigate = useNavigate();
  const groups = useGroups();
  const others = (groups.data ?? []).map(({ group_id }) => group_id).filter((group) => group !== id);
  // One that is in the address but not among the latest is chosen all the same.
  if (other !== '' && other !== id && !others.includes(other)) others.unshift(other);
  return (
    <div className="bar">
      <Link to={`/runs?${new URLSearchParams({ group_id: id })}`}>Its runs</Link>
      {others.length > 0 && (
        <label>
          Compare with{' '}
          <select
            value={others.includes(other) ? other : ''}
            onChange={({ target }) =>
              navigate(target.value ? comparisonPath(id, target.value) : `/groups/${encodeURIComponent(id)}`)
            }
          >
            <option value="">no other</option>
            {others.map((group) => (
              <option key={group}>{group}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

function SideBySide({ comparison }: { comparison: Comparison }) {
  const { first, second, p_value: p, pairs } = comparison;
  return (
    <>
      <p className={p < SIGNIFICANT ? 'notice' : 'remark'}>
        {pairs === 0
          ? 'No trials of the same task stand beside each other, so nothing can be said of the difference.'
          : `${p < SIGNIFICANT ? 'A difference this large is unlikely to be chance' : 'The difference may well be chance'}: p ${figure(p)} (${comparison.test}, ${pairs} ${pairs === 1 ? 'pair' : 'pairs'}).`}
      </p>
      <Figures groups={[first, second]} />
      <h2>Pairs of trials</h2>
      <p className="hint">The nth trial of a task beside the nth of the other group.</p>
      <FactList
        facts={[
          ['Both passed', comparison.both_passed],
          [`Only ${first.group_id} passed`, comparison.only_first_passed],
          [`Only ${second.group_id} passed`, comparison.only_second_passed],
          ['Neither passed', comparison.neither_passed],
          ['Left out, as one errored', comparison.left_out],
          [
            'Difference of scores',
            <Interval key="scores" of={comparison.score_difference} from={-100} to={100} say={difference} />,
          ],
        ]}
      />
      {comparison.differing.length > 0 && <Differing pairs={comparison.differing} names={[first.group_id, second.group_id]} />}
    </>
  );
}

const figure = (p: number): string => (p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`);

const Differing = ({ pairs, names }: { pairs: readonly TrialPair[]; names: readonly [string, string] }) => (
  <section>
    <h2>Pairs that differ</h2>
    <Table label="Pairs that differ" columns={['Task', ...names]}>
      {pairs.map(({ task_name, first, second }) => (
        <tr key={`${first.run_id} ${second.run_id}`}>
          <td className="main">{task_name ?? 'no task'}</td>
          <Trial group={names[0]} trial={first} />
          <Trial group={names[1]} trial={second} />
        </tr>
      ))}
    </Table>
  </section>
);

const Trial = ({ group, trial: { run_id, outcome, score } }: { group: string; trial: TrialPair['first'] }) => (
  <td data-label={group}>
    <Badge of={outcome} /> {score ?? '–'} <Link to={`/runs/${run_id}`}>see the run</Link>
  </td>
);
