import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api.ts';
import { Pasted } from '../parts/pasted.tsx';
import { Failure, Loading } from '../parts/states.tsx';

/** The run as the markdown that a comment or an issue takes. It is asked for once somebody wants to see it. */
export function Report({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const report = useQuery({
    queryKey: ['report', id],
    queryFn: () => api.runs.report(id),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Report, to paste into a comment or an issue</summary>
      {report.error && <Failure error={report.error} retry={() => report.refetch()} />}
      {report.isLoading && <Loading what="the report" />}
      {report.data !== undefined && <Pasted text={report.data} what="the report" />}
    </details>
  );
}
