import type { ConnectionSnippet } from '@svc/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageData } from '../api.ts';
import { Pasted } from '../parts/pasted.tsx';
import { Failure, Loading } from '../parts/states.tsx';

/** What an agent needs to reach the twins. Its token opens this sandbox only, and ends with it. */
export function Connection({ id }: { id: string }) {
  const snippets = useQuery({
    queryKey: ['connection', id],
    queryFn: ({ signal }) => pageData.connection(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-labelledby="connect-title">
      <h2 id="connect-title">Connect an agent</h2>
      <p className="hint">
        Paste as they stand; the token in them opens the twins of this sandbox and nothing else, and ends with the sandbox.
      </p>
      {snippets.error && <Failure error={snippets.error} retry={() => snippets.refetch()} />}
      {snippets.isPending && <Loading what="the snippets" />}
      {snippets.data && <Choice snippets={snippets.data} />}
    </section>
  );
}

function Choice({ snippets }: { snippets: readonly ConnectionSnippet[] }) {
  const [chosen, choose] = useState(0);
  const snippet = snippets[chosen];
  const twins = new Set(snippets.map(({ twin }) => twin));
  return (
    <>
      {[...twins].map((twin) => (
        <div key={twin ?? ''} className="bar views">
          {/* With one twin it goes without saying. */}
          {twins.size > 2 && <span className="fine">{twin ?? 'all twins'}</span>}
          {snippets.map((one, index) =>
            one.twin === twin ? (
              <button
                key={one.title}
                type="button"
                aria-pressed={index === chosen}
                aria-controls="snippet"
                onClick={() => choose(index)}
              >
                {one.title}
              </button>
            ) : null,
          )}
        </div>
      ))}
      <div id="snippet">{snippet && <Shown snippet={snippet} />}</div>
    </>
  );
}

const Shown = ({ snippet: { title, text, before } }: { snippet: ConnectionSnippet }) => (
  <>
    {before !== undefined && (
      <>
        <p className="fine">First, in a terminal of its own:</p>
        <Pasted text={before} what={`${title}: what runs meanwhile`} />
        <p className="fine">Then:</p>
      </>
    )}
    <Pasted text={text} what={title} />
  </>
);
