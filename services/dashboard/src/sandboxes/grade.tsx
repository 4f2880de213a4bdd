import type { Criterion, Sandbox } from '@svc/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, pageData } from '../api.ts';
import { Failure } from '../parts/states.tsx';
import { useSettled } from '../run/step.ts';
import { Bound } from './bound.tsx';
import { criteriaIn, textOf } from './criteria-text.ts';
import type { Ending } from './ending.ts';

const SETTLED_MS = 400;

/** Ends the sandbox with a grade. */
export function Grade({ sandbox, ending }: { sandbox: Sandbox; ending: Ending }) {
  const declared = useQuery({
    queryKey: ['declared', sandbox.id],
    queryFn: ({ signal }) => pageData.declaredCriteria(sandbox.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <section aria-labelledby="grade-title">
      <h2 id="grade-title">Grade it</h2>
      <p className="hint">
        Grading seals the twins, judges every criterion and closes the sandbox. Its tape and worlds are kept with the run.
      </p>
      {declared.error && <Failure error={declared.error} retry={() => declared.refetch()} />}
      {declared.data && <Form sandbox={sandbox} ending={ending} initial={textOf(declared.data)} />}
    </section>
  );
}

function Form({ sandbox, ending, initial }: { sandbox: Sandbox; ending: Ending; initial: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [text, setText] = useState(initial);
  const [model, setModel] = useState('');
  const criteria = criteriaIn(text, sandbox.twins);
  const settled = useSettled(text, SETTLED_MS);
  const grade = useMutation({
    mutationFn: (all: Criterion[]) =>
      api.sandboxes.finalize(sandbox.id, {
        criteria: all,
        stop_reason: 'graded in the dashboard',
        exit_code: 0,
        duration_ms: Math.max(0, Date.now() - Date.parse(sandbox.ready_at ?? sandbox.created_at)),
        agent_model: model.trim(),
        ...(sandbox.task_name !== null && { scenario_name: sandbox.task_name }),
        source: 'twin-pull',
      }),
    onMutate: ending.begin,
    onError: ending.comeToNothing,
    onSuccess: async ({ run_id }) => {
      await Promise.all(
        [['sandboxes'], ['sandbox', sandbox.id], ['runs']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
      navigate(`/runs/${run_id}`);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    grade.mutate(criteria);
  };
  return (
    <form onSubmit={submit}>
      <label>
        Criteria, one sentence a line
        <textarea
          className="grows"
          rows={Math.min(12, Math.max(3, text.split('\n').length + 1))}
          value={text}
          spellCheck={false}
          placeholder={'[code] Issue #1 in acme/web is closed.\n[model] The answer is polite.'}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p className="fine">
        A line may begin with <code>[code]</code>, <code>[code:twin]</code> or <code>[model]</code>, with{' '}
        <code>always-scored</code> inside the brackets for what the seed satisfies already.
      </p>
      <Bound criteria={criteriaIn(settled, sandbox.twins)} twins={sandbox.twins} />
      <div className="bar">
        <label>
          Agent's model{' '}
          <input value={model} required maxLength={200} placeholder="none" onChange={({ target }) => setModel(target.value)} />
        </label>
        <button type="submit" className="primary" disabled={grade.isPending || criteria.length === 0}>
          {grade.isPending ? 'Grading…' : 'Grade and close'}
        </button>
      </div>
      {grade.error && <Failure error={grade.error} />}
    </form>
  );
}
