import type { CheckDescription } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { api, pageData } from '../api.ts';
import { Failure, Loading } from '../parts/states.tsx';
import { useTitle } from '../parts/title.ts';
import { CheckForm } from './check-form.tsx';
import { OwnSentence } from './own-sentence.tsx';

/** What can be graded of a twin, in its own sentences. */
export function ChecksPage() {
  useTitle('Checks');
  const [params, setParams] = useSearchParams();
  const twins = useQuery({
    queryKey: ['twins'],
    queryFn: ({ signal }) => pageData.twins(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const twin = params.get('twin') ?? twins.data?.[0]?.id ?? '';
  const [part, setPart] = useState('');
  return (
    <>
      <h1>Checks</h1>
      <p className="hint">
        A criterion is graded by code where its sentence is that of a check. Fill a sentence's slots, or try one of your own.
      </p>
      {twins.error && <Failure error={twins.error} retry={() => twins.refetch()} />}
      <search className="filters">
        <label>
          Twin{' '}
          <select value={twin} onChange={({ target }) => setParams({ twin: target.value })}>
            {twins.data?.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label>
          Search{' '}
          <input
            type="search"
            size={24}
            value={part}
            placeholder="label, refund, merged…"
            onChange={({ target }) => setPart(target.value)}
          />
        </label>
      </search>
      {twin !== '' && <OwnSentence key={`own ${twin}`} twin={twin} />}
      {twin !== '' && <CheckList key={twin} twin={twin} part={part} />}
    </>
  );
}

function CheckList({ twin, part }: { twin: string; part: string }) {
  const list = useQuery({
    queryKey: ['checks', twin],
    queryFn: () => api.checks.list(twin),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [open, setOpen] = useState('');
  if (list.error) return <Failure error={list.error} retry={() => list.refetch()} />;
  if (!list.data) return <Loading what="the checks" />;
  const words = part.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = list.data.checks.filter((check) => {
    const text = `${check.id} ${check.template} ${check.description}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title">
        {shown.length.toLocaleString()} of {list.data.checks.length.toLocaleString()} checks
      </h2>
      {shown.length === 0 && <p className="hint">No check has that in it. Use fewer words, or try your sentence above.</p>}
      <ul className="checks">
        {shown.map((check) => (
          <li key={check.id}>
            <button
              type="button"
              className="template"
              aria-expanded={open === check.id}
              onClick={() => setOpen(open === check.id ? '' : check.id)}
            >
              <Template of={check} />
            </button>
            {open === check.id && <CheckForm twin={twin} check={check} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The sentence, with its slots apart. */
const Template = ({ of: { template } }: { of: CheckDescription }) =>
  // The parts of one template never change their places.
  template.split(/(\{\w+\})/).map((piece, index) =>
    piece.startsWith('{') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={index} className="slot">
        {piece.slice(1, -1)}
      </span>
    ) : (
      piece
    ),
  );
