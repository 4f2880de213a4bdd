import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { pageData } from '../api.ts';
import { Failure } from '../parts/states.tsx';

/** What to do where there is nothing yet, and a run to see what there will be. */
export function NoRuns() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: pageData.makeExample,
    onSuccess: async ({ run_id }) => {
      await queries.invalidateQueries({ queryKey: ['runs'] });
      navigate(`/runs/${run_id}`);
    },
  });
  return (
    <div className="empty">
      <h1>No runs yet</h1>
      <p>
        A run appears here when a sandbox is graded. Start with <code>svc run scenarios/ --agent ./agent.sh</code>.
      </p>
      <p>To see what one looks like, let a scripted agent fall for orders that are hidden in an issue:</p>
      <p>
        <button type="button" className="primary" disabled={make.isPending} onClick={() => make.mutate()}>
          {make.isPending ? 'Making it…' : 'Make an example run'}
        </button>
      </p>
      {make.error && <Failure error={make.error} />}
    </div>
  );
}
