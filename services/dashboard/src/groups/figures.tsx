import type { Group } from '@svc/contract';
import type { ReactNode } from 'react';
import { Table } from '../parts/table.tsx';
import { Interval, score, share } from './interval.tsx';

const FULL = 100;

/** What came of groups, a column each. */
export function Figures({ groups }: { groups: readonly Group[] }) {
  const rows: [string, (group: Group) => ReactNode][] = [
    ['Trials', ({ trials, truncated }) => `${trials.toLocaleString()}${truncated ? ', the newest of more' : ''}`],
    ['Outcomes', outcomesOf],
    ['Pass rate', ({ pass_rate }) => <Interval of={pass_rate} from={0} to={1} say={share} />],
    ['Mean score', ({ mean_score }) => <Interval of={mean_score} from={0} to={FULL} say={score} />],
    ['At least one of k passes', ({ pass_at_k }) => <ByK shares={pass_at_k} />],
    ['All of k pass', ({ pass_hat_k }) => <ByK shares={pass_hat_k} />],
    ['Versions', ({ agent_versions }) => agent_versions.join(', ') || '–'],
    ['Models', ({ agent_models }) => agent_models.join(', ') || '–'],
  ];
  const names = groups.map(({ group_id }) => group_id);
  return (
    <>
      <Table label="Figures" figures columns={[{ title: 'Figure', is: 'unseen' }, ...names]}>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {groups.map((group) => (
              <td key={group.group_id}>{value(group)}</td>
            ))}
          </tr>
        ))}
      </Table>
      <CriterionRates groups={groups} />
    </>
  );
}

const outcomesOf = ({ passed, failed, errored, ungraded }: Group): string =>
  [
    `${passed} passed`,
    `${failed} failed`,
    ...(errored > 0 ? [`${errored} errored`] : []),
    ...(ungraded > 0 ? [`${ungraded} ungraded`] : []),
  ].join(', ');

/** Few of a hundred say what there is to see. */
const SHOWN_K = ['1', '2', '3', '5', '10', '25', '50', '100'];

const ByK = ({ shares }: { shares: Record<string, number> }) => {
  const shown = SHOWN_K.filter((k) => shares[k] !== undefined);
  if (shown.length === 0) return <span className="fine">–</span>;
  return (
    <span className="by-k">
      {shown.map((k) => (
        <span key={k}>
          <span className="fine">k = {k}</span> {share(shares[k] as number)}
        </span>
      ))}
    </span>
  );
};

function CriterionRates({ groups }: { groups: readonly Group[] }) {
  const sentences = [...new Set(groups.flatMap(({ criteria }) => criteria.map(({ text }) => text)))];
  if (sentences.length === 0) return null;
  return (
    <section>
      <h2>Criteria</h2>
      <Table label="Criteria" figures columns={['Sentence', ...groups.map(({ group_id }) => group_id)]}>
        {sentences.map((text) => (
          <tr key={text}>
            <td className="main">{text}</td>
            {groups.map(({ group_id, criteria }) => {
              const one = criteria.find((candidate) => candidate.text === text);
              return (
                <td key={group_id}>
                  {one ? (
                    <>
                      {one.passed} of {one.graded} <Interval of={one.pass_rate} from={0} to={1} say={share} />
                    </>
                  ) : (
                    <span className="fine">–</span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </section>
  );
}
