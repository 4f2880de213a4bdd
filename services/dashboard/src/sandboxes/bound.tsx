import type { BindResult, Criterion } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Failure } from '../parts/states.tsx';

/** What each criterion binds to, before it is graded by it. */
export function Bound({ criteria, twins }: { criteria: readonly Criterion[]; twins: readonly string[] }) {
  const code = criteria.filter(({ kind }) => kind === 'code').map(({ text, twin = twins[0] as string }) => ({ text, twin }));
  const bound = useQuery({
    queryKey: ['bind', code],
    queryFn: () => bindAll(code),
    enabled: code.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (code.length === 0) return null;
  if (bound.error) return <Failure error={bound.error} />;
  return (
    <ul className="bound" aria-label="What the criteria bind to">
      {code.map(({ text, twin }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand twice, and its place is what tells it apart
        <li key={index}>
          <Binding text={text} twin={twin} result={bound.data?.[index]} />
        </li>
      ))}
    </ul>
  );
}

/** One request a twin, the answers in the order of the sentences. */
async function bindAll(sentences: readonly { text: string; twin: string }[]): Promise<BindResult[]> {
  const results: BindResult[] = [];
  const byTwin = Map.groupBy(sentences.entries(), ([, { twin }]) => twin);
  await Promise.all(
    [...byTwin].map(async ([twin, entries]) => {
      const answer = await api.checks.bind({ twin, texts: entries.map(([, { text }]) => text) });
      for (const [at, [index]] of entries.entries()) results[index] = answer.results[at] as BindResult;
    }),
  );
  return results;
}

interface BindingProps {
  text: string;
  twin: string;
  result: BindResult | undefined;
  /** Writes a sentence in the place of this one, which stands in sight where it can be written. */
  onUse?: (sentence: string) => void;
}

export function Binding({ text, twin, result, onUse }: BindingProps) {
  if (result === undefined) return <span className="fine">…</span>;
  if (result === 'not_checked')
    return (
      <span className="fine">
        The {twin} twin declares no checks: “{text}” can't be graded.
      </span>
    );
  if (result.check_id === null)
    return (
      <>
        <span className="badge warn">binds to nothing</span> {!onUse && text}
        {result.suggestion !== undefined && <Suggested sentence={result.suggestion} onUse={onUse} />}
        {result.nearest.length > 0 && <Nearest checks={result.nearest} />}
      </>
    );
  if ('corrupted' in result)
    return (
      <>
        <span className="badge warn">a value doesn't fit</span> {!onUse && text}
        {result.refused?.map(({ param, value, example, suggestion }) => (
          <p key={param} className="fine">
            {param}: <code>{value}</code> isn't taken; {suggestion !== undefined ? 'perhaps' : 'for example'}{' '}
            <code>{suggestion ?? example}</code>
          </p>
        ))}
      </>
    );
  return (
    <>
      <span className="badge good">binds</span> {!onUse && text} <span className="fine">{result.check_id}</span>
    </>
  );
}

const Suggested = ({ sentence, onUse }: { sentence: string } & Pick<BindingProps, 'onUse'>) => (
  <p className="fine">
    Perhaps: <code>{sentence}</code>{' '}
    {onUse && (
      <button type="button" className="link" onClick={() => onUse(sentence)}>
        Use it
      </button>
    )}
  </p>
);

const Nearest = ({ checks }: { checks: readonly { id: string; template: string }[] }) => (
  <>
    <p className="fine">Nearest:</p>
    <ul className="nearest">
      {checks.map(({ id, template }) => (
        <li key={id} className="fine">
          <code>{template}</code>
        </li>
      ))}
    </ul>
  </>
);
