import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '../api.ts';
import { Failure } from '../parts/states.tsx';

/** Another sandbox that begins with the worlds of this one after the chosen call. @param at undefined where that can't be told by a number */
export function Fork({ id, at }: { id: string; at: number | undefined }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const fork = useMutation({
    mutationFn: (step: number) => api.sandboxes.fork(id, { at: step }),
    onSuccess: async ({ sandboxes: [first] }) => {
      await queries.invalidateQueries({ queryKey: ['sandboxes'] });
      if (first) navigate(`/sandboxes/${first.session_id}`);
    },
  });
  return (
    <>
      <button
        type="button"
        disabled={fork.isPending || at === undefined}
        title={at === undefined ? 'Calls overlap here: choose the call before or after' : undefined}
        onClick={() => at !== undefined && fork.mutate(at)}
      >
        {at === 0 ? 'Fork from the seed' : `Fork after call ${at?.toLocaleString() ?? '–'}`}
      </button>
      {fork.error && <Failure error={fork.error} />}
    </>
  );
}
