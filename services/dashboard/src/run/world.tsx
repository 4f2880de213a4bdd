import { type RecordChanges, titleOf, type WorldChanges } from '@svc/contract/dashboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Evidence } from '../evidence.ts';
import { Json } from '../parts/json.tsx';
import { Failure, isNotFound, Loading } from '../parts/states.tsx';
import { Fields } from './fields.tsx';
import { useSettled } from './step.ts';

const SETTLED_MS = 120;
/** Worlds may be large: those that were passed are let go soon. */
const KEPT_MS = 30_000;
/** More records than anybody reads at once. */
const SHOWN = 200;

interface Props {
  evidence: Evidence;
  twin: string;
  step: number;
}

/** What differs from the seed after so many calls. */
export function WorldChangesView({ evidence, twin, step }: Props) {
  const settled = useSettled(step, SETTLED_MS);
  const world = useQuery({
    queryKey: ['world', ...evidence.key, twin, settled],
    queryFn: ({ signal }) => evidence.changes(twin, settled, signal),
    enabled: !evidence.paused,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
  if (world.error) return <NoWorld error={world.error} retry={() => world.refetch()} />;
  if (!world.data) return <Loading what="the world" />;
  return <Difference world={world.data} stale={settled !== step || world.isPlaceholderData} />;
}

const NoWorld = ({ error, retry }: { error: Error; retry(): void }) =>
  isNotFound(error) ? (
    <p className="hint">These worlds were not stored, or are gone.</p>
  ) : (
    <Failure error={error} retry={retry} />
  );

function Difference({ world, stale }: { world: WorldChanges; stale: boolean }) {
  return (
    <div className={stale ? 'stale' : undefined}>
      <p className="fine">
        {world.twin} after {world.row} of its calls.
      </p>
      {world.changes.length === 0 && <p className="hint">Nothing differs from the seed.</p>}
      {world.changes.map((diff) => (
        <Collection key={diff.collection} diff={diff} count={world.counts[diff.collection] ?? 0} />
      ))}
    </div>
  );
}

function Collection({ diff, count }: { diff: RecordChanges; count: number }) {
  return (
    <section className="collection">
      <h3>
        <code>{diff.collection}</code>{' '}
        <span className="fine">{count === 1 ? '1 record' : `${count.toLocaleString()} records`}</span>
      </h3>
      <ul className="changed">
        {diff.added.slice(0, SHOWN).map(({ key, record }) => (
          <Whole key={`+${key}`} word="added" name={key} record={record} />
        ))}
        {diff.removed.slice(0, SHOWN).map(({ key, record }) => (
          <Whole key={`-${key}`} word="removed" name={key} record={record} />
        ))}
        {diff.changed.slice(0, SHOWN).map(({ key, title, fields }) => (
          <li key={`~${key}`}>
            <details open>
              <summary>
                changed {key} <Title text={title} />
              </summary>
              <Fields fields={fields} />
            </details>
          </li>
        ))}
      </ul>
      <More of={Math.max(diff.added.length, diff.removed.length, diff.changed.length)} />
    </section>
  );
}

const Whole = ({ word, name, record }: { word: string; name: string; record: unknown }) => (
  <li>
    <details>
      <summary>
        {word} {name} <Title text={titleOf(record)} />
      </summary>
      <Json value={record} label={`${word} ${name}`} />
    </details>
  </li>
);

/** Keys alone say little. */
const Title = ({ text }: { text: string | undefined }) => text !== undefined && <span className="title">{text}</span>;

const More = ({ of }: { of: number }) =>
  of > SHOWN ? <p className="fine">The first {SHOWN} are shown. The download of the final state has all.</p> : null;

/** All records of the world, a collection at a time. */
export function Records({ evidence, twin, step }: Props) {
  const settled = useSettled(step, SETTLED_MS);
  const [chosen, choose] = useState('');
  const [text, setText] = useState('');
  const world = useQuery({
    queryKey: ['records', ...evidence.key, twin, settled],
    queryFn: ({ signal }) => evidence.records(twin, settled, signal),
    enabled: !evidence.paused,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  });
  if (world.error) return <NoWorld error={world.error} retry={() => world.refetch()} />;
  if (!world.data) return <Loading what="the world" />;
  const filled = Object.entries(world.data.state).filter(([, records]) => records.length > 0);
  const [name, records] = filled.find(([one]) => one === chosen) ?? filled[0] ?? ['', []];
  const part = text.trim().toLowerCase();
  const found = part ? records.filter((record) => JSON.stringify(record).toLowerCase().includes(part)) : records;
  if (filled.length === 0) return <p className="hint">The world of the {twin} twin is empty.</p>;
  return (
    <div className={settled !== step || world.isPlaceholderData ? 'stale' : undefined}>
      <search className="filters">
        <label>
          Collection{' '}
          <select value={name} onChange={({ target }) => choose(target.value)}>
            {filled.map(([one, { length }]) => (
              <option key={one} value={one}>
                {one} ({length.toLocaleString()})
              </option>
            ))}
          </select>
        </label>
        <label>
          Search <input type="search" size={16} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
      </search>
      {found.length === 0 && <p className="hint">No record has that in it.</p>}
      {found.slice(0, SHOWN).map((record, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: records of any collection have no name in common, and their order is the world's
        <Json key={index} value={record} label={`Record ${index + 1} of ${name}`} />
      ))}
      <More of={found.length} />
    </div>
  );
}
