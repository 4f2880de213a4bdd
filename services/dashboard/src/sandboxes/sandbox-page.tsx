import type { Sandbox } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api, pageData } from '../api.ts';
import { Badge } from '../parts/badge.tsx';
import { duration } from '../parts/duration.ts';
import { type Fact, FactList } from '../parts/facts.tsx';
import { Empty, FailedPage, Failure, isNotFound, Loading } from '../parts/states.tsx';
import { Ago, Time } from '../parts/time.tsx';
import { useTitle } from '../parts/title.ts';
import { Connection } from './connection.tsx';
import { useEnding } from './ending.ts';
import { Grade } from './grade.tsx';
import { Live } from './live.tsx';
import { isOpen, useNow } from './state.ts';
import { Stop } from './stop.tsx';

const AGAIN_MS = 5_000;

export function SandboxPage() {
  const { id = '' } = useParams();
  useTitle('Sandbox');
  const sandbox = useQuery({
    queryKey: ['sandbox', id],
    queryFn: () => api.sandboxes.get(id),
    refetchInterval: ({ state }) => (state.data && !isOpen(state.data.state) ? false : AGAIN_MS),
  });
  if (isNotFound(sandbox.error))
    return (
      <Empty title="There is no such sandbox">
        It may be another team's. Go to <Link to="/sandboxes">your sandboxes</Link>.
      </Empty>
    );
  if (!sandbox.data)
    return sandbox.error ? (
      <FailedPage title="Sandbox" error={sandbox.error} retry={() => sandbox.refetch()} />
    ) : (
      <Loading what="the sandbox" />
    );
  return (
    <>
      {sandbox.error && <Failure error={sandbox.error} retry={() => sandbox.refetch()} />}
      <Shown key={id} sandbox={sandbox.data} />
    </>
  );
}

function Shown({ sandbox }: { sandbox: Sandbox }) {
  const open = isOpen(sandbox.state);
  const ending = useEnding(sandbox.id);
  return (
    <>
      <p className="crumb">
        <Link to="/sandboxes">Sandboxes</Link> / <code>{sandbox.id}</code>
      </p>
      <h1>{sandbox.task_name ?? `Sandbox with ${sandbox.twins.join(', ')}`}</h1>
      <Facts sandbox={sandbox} open={open} />
      {hasTwins(sandbox) && sandbox.state !== 'provisioning' && open && (
        <Live key={sandbox.id} sandbox={sandbox} paused={ending.isUnderWay} />
      )}
      {open && hasTwins(sandbox) && sandbox.state !== 'provisioning' && <Connection id={sandbox.id} />}
      {open && hasTwins(sandbox) && <Grade sandbox={sandbox} ending={ending} />}
      {open ? <Stop id={sandbox.id} ending={ending} /> : <Closed sandbox={sandbox} />}
    </>
  );
}

/** A session for evidence that is captured elsewhere has none. */
const hasTwins = ({ per_twin }: Sandbox): boolean => Object.keys(per_twin).length > 0;

function Closed({ sandbox: { id, state } }: { sandbox: Sandbox }) {
  const graded = state === 'done';
  const run = useQuery({ queryKey: ['run-of', id], queryFn: ({ signal }) => pageData.runOf(id, signal), enabled: graded });
  return (
    <p className="hint">
      The sandbox is closed.{' '}
      {graded && (
        <>It was graded: {run.data ? <Link to={`/runs/${run.data.run_id}`}>see its run</Link> : 'its run has the rest'}.</>
      )}
      {!graded && (
        <>
          It was not graded, and its calls and worlds are gone. <Link to="/sandboxes">Start another</Link>.
        </>
      )}
    </p>
  );
}

function Facts({ sandbox, open }: { sandbox: Sandbox; open: boolean }) {
  const now = useNow();
  const { group_id, last_request_at } = sandbox;
  const facts: Fact[] = [
    ['State', <Badge key="state" of={sandbox.state} />],
    ['Twins', sandbox.twins.join(', ')],
    ['Started', <Time key="started" at={sandbox.created_at} />],
    ['Last call', last_request_at ? <Ago key="last" at={last_request_at} now={now} /> : open ? 'none yet' : 'none'],
    open
      ? ['Time left', duration(Math.max(0, Date.parse(sandbox.expires_at) - now))]
      : ['Closed', <Time key="closed" at={sandbox.closed_at} />],
  ];
  if (group_id !== null)
    facts.push([
      'Group',
      <Link key="group" to={`/runs?${new URLSearchParams({ group_id })}`}>
        {group_id}
      </Link>,
    ]);
  if (sandbox.parent)
    facts.push([
      'Forked from',
      <span key="parent">
        <Link to={`/sandboxes/${sandbox.parent.session_id}`}>{sandbox.parent.session_id}</Link> after call {sandbox.parent.step}
      </span>,
    ]);
  if (sandbox.agent_version !== null) facts.push(['Version', sandbox.agent_version]);
  return <FactList facts={facts} />;
}
