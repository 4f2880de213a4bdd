import type { SandboxRow, Usage } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../api.ts';
import { Badge } from '../parts/badge.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { duration, Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { NewSandbox } from './new-sandbox.tsx';
import { isOpen, useNow } from './state.ts';

const LIMIT = 100;
const AGAIN_MS = 5_000;

export function SandboxesPage() {
  useTitle('Sandboxes');
  const list = useQuery({
    queryKey: ['sandboxes'],
    queryFn: async () => {
      const [sandboxes, usage] = await Promise.all([api.sandboxes.list({ limit: LIMIT }), api.usage()]);
      return { sandboxes, usage };
    },
    refetchInterval: AGAIN_MS,
  });
  return (
    <>
      <h1>Sandboxes</h1>
      {list.data && <InUse usage={list.data.usage} />}
      <NewSandbox />
      {list.isPending && <Loading what="the sandboxes" />}
      {list.error && <Failure error={list.error} retry={() => list.refetch()} />}
      {list.data?.sandboxes.length === 0 && (
        <p className="hint">
          No sandbox yet. Start one above, or let <code>svc run</code> start one for each scenario.
        </p>
      )}
      {list.data && list.data.sandboxes.length > 0 && <SandboxTable sandboxes={list.data.sandboxes} />}
    </>
  );
}

const InUse = ({ usage }: { usage: Usage }) => (
  <p className="usage">
    <meter min={0} max={Math.max(usage.sessions_quota, 1)} value={usage.sessions_used} aria-label="Open sandboxes" />
    {usage.sessions_used} of {usage.sessions_quota} open at once
    {usage.sessions_remaining === 0 && '. Stop or grade one before you start another.'}
  </p>
);

function SandboxTable({ sandboxes }: { sandboxes: readonly SandboxRow[] }) {
  const now = useNow();
  return (
    <Table label="Sandboxes">
      <thead>
        <tr>
          <th scope="col">State</th>
          <th scope="col">Sandbox</th>
          <th scope="col">Twins</th>
          <th scope="col">Started</th>
          <th scope="col">Ends</th>
        </tr>
      </thead>
      <tbody>
        {sandboxes.map(({ id, state, twins, created_at, expires_at, closed_at }) => (
          <tr key={id}>
            <td>
              <Badge of={state} />
            </td>
            <td className="main">
              <Link to={`/sandboxes/${id}`}>
                <code>{id}</code>
              </Link>
            </td>
            <td>{twins.join(', ')}</td>
            <td>
              <Time at={created_at} />
            </td>
            <td>
              {isOpen(state) ? (
                `in ${duration(Math.max(0, Date.parse(expires_at) - now))}`
              ) : (
                <>
                  closed <Time at={closed_at} />
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
