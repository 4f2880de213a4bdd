import { type CallSummary, titleOf } from '@svc/contract/dashboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Evidence } from '../evidence.ts';
import { latency } from '../parts/duration.ts';
import { Json } from '../parts/json.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { Fields } from './fields.tsx';
import { useSettled } from './step.ts';

const SETTLED_MS = 120;

interface Props {
  evidence: Evidence;
  number: number;
  /** Undefined until the whole tape is there. */
  call: CallSummary | undefined;
}

/** One call with its headers and bodies. */
export function CallDetail({ evidence, number, call }: Props) {
  const settled = useSettled(number, SETTLED_MS);
  const row = useQuery({
    queryKey: ['call', ...evidence.key, settled],
    queryFn: ({ signal }) => evidence.call(settled, signal),
    enabled: !evidence.paused,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return (
    <article className="call">
      {call ? <Short call={call} /> : <h3>Call {number.toLocaleString()}</h3>}
      {row.error && <Failure error={row.error} retry={() => row.refetch()} />}
      {row.isPending && <Loading what="the call" />}
      {row.data && <Bodies row={row.data} stale={settled !== number || row.isPlaceholderData} />}
    </article>
  );
}

function Short({ call }: { call: CallSummary }) {
  return (
    <>
      <h3>
        <code>
          {call.method} {call.path}
        </code>
      </h3>
      <p className="fine">
        {call.twin} row {call.seq} · {call.status || 'no answer'} · {call.kind} · {latency(call.ms)} · <Time at={call.at} clock />
        {call.tools.length > 0 && ` · ${call.tools.join(', ')}`}
      </p>
      {call.fault && <p className="remark">It met a fault that the sandbox was asked to make: {call.fault}.</p>}
    </>
  );
}

function Bodies({ row, stale }: { row: Record<string, unknown>; stale: boolean }) {
  return (
    <div className={stale ? 'stale' : undefined}>
      <Changes value={row.state_delta} />
      <Part title="Sent" value={row.request_body} />
      <Part title="Answered" value={row.response_body} />
      <Part title="Headers sent" value={row.request_headers} folded />
      <Part title="Headers answered" value={row.response_headers} folded />
    </div>
  );
}

function Part({ title, value, folded = false }: { title: string; value: unknown; folded?: boolean }) {
  if (value === null || value === undefined || value === '') return folded ? null : <p className="fine">{title}: no body.</p>;
  return (
    <details open={!folded}>
      <summary>{title}</summary>
      <Json value={value} label={title} />
    </details>
  );
}

interface Change {
  collection: string;
  id: string | number;
  before: unknown;
  after: unknown;
}

function Changes({ value }: { value: unknown }) {
  if (!Array.isArray(value) || value.length === 0) return null;
  return (
    <details open>
      <summary>Changed in the world</summary>
      <ul className="changed">
        {(value as Change[]).map((change) => (
          <li key={`${change.collection} ${change.id}`}>
            <Changed change={change} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Changed({ change: { collection, id, before, after } }: { change: Change }) {
  const name = (
    <>
      <code>{collection}</code> {String(id)} <span className="title">{titleOf(after ?? before)}</span>
    </>
  );
  if (isRecord(before) && isRecord(after))
    return (
      <details open>
        <summary>changed {name}</summary>
        <Fields fields={differing(before, after)} />
      </details>
    );
  const removed = after === null || after === undefined;
  return (
    <details>
      <summary>
        {removed ? 'removed' : 'added'} {name}
      </summary>
      <Json value={removed ? before : after} label={`${removed ? 'Removed' : 'Added'} ${collection} ${id}`} />
    </details>
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const differing = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
