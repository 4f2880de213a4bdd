import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
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
      <p>A run is what came of an agent in a sandbox: its score, its calls, and the worlds that it left behind.</p>
      <p>To see one, let a scripted agent fall for orders that are hidden in an issue:</p>
      <p>
        <button type="button" className="primary" disabled={make.isPending} onClick={() => make.mutate()}>
          {make.isPending ? 'Making it…' : 'Make an example run'}
        </button>
      </p>
      {make.error && <Failure error={make.error} />}
      <p>
        For one of your own, <Link to="/scenarios">write a scenario</Link> and give it to <code>svc run</code>, or{' '}
        <Link to="/sandboxes">start a sandbox</Link>, connect an agent, and grade it there.
      </p>
    </div>
  );
}
