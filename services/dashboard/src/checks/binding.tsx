import type { BindResult } from '@svc/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { Failure } from '../parts/states.tsx';
import { useSettled } from '../run/step.ts';
import { Binding } from '../sandboxes/bound.tsx';

const SETTLED_MS = 300;

/** What a sentence binds to, once it has stood still for a moment. */
export function useBinding(twin: string, text: string): UseQueryResult<BindResult | undefined> {
  const settled = useSettled(text, SETTLED_MS);
  return useQuery({
    queryKey: ['bind', twin, settled],
    queryFn: async () => (await api.checks.bind({ twin, texts: [settled] })).results[0],
    enabled: settled !== '',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

interface BoundProps {
  twin: string;
  text: string;
  binding: ReturnType<typeof useBinding>;
  onUse?: (sentence: string) => void;
}

export const Bound = ({ twin, text, binding, onUse }: BoundProps) => (
  <div className={`bound${binding.isPlaceholderData ? ' stale' : ''}`} role="status">
    {binding.error ? (
      <Failure error={binding.error} />
    ) : (
      <Binding text={text} twin={twin} result={binding.data} {...(onUse && { onUse })} />
    )}
  </div>
);
