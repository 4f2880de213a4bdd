import type { RunRecord } from '@svc/contract';
import type { CallSummary } from '@svc/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { api } from '../api.ts';
import { storedEvidence } from '../evidence.ts';
import { Empty, FailedPage, Failure, isNotFound, Loading } from '../parts/states.tsx';
import { useTitle } from '../parts/title.ts';
import { Criteria } from './criteria.tsx';
import { Facts } from './facts.tsx';
import { ForkOfRun } from './fork-of-run.tsx';
import { Replay } from './replay.tsx';
import { useStep } from './step.ts';
import { type SparseCalls, useTape } from './tape.ts';
import { Verdict } from './verdict.tsx';

export function RunPage() {
  const { id = '' } = useParams();
  const run = useQuery({ queryKey: ['run', id], queryFn: () => api.runs.get(id), staleTime: Number.POSITIVE_INFINITY });
  useTitle(run.data ? nameOf(run.data) : 'Run');
  if (isNotFound(run.error)) return <NoSuchRun />;
  if (run.error) return <FailedPage title="Run" error={run.error} retry={() => run.refetch()} />;
  if (!run.data) return <Loading what="the run" />;
  // Another run starts with a state of its own.
  return <Shown key={id} run={run.data} />;
}

const NoSuchRun = () => (
  <Empty title="There is no such run">
    It may be another team's. Go to <Link to="/runs">your runs</Link>.
  </Empty>
);

const nameOf = (run: RunRecord): string => run.task_name ?? run.scenario_name ?? run.id;

function Shown({ run }: { run: RunRecord }) {
  const tape = useTape(run);
  const { calls } = tape;
  const evidence = useMemo(() => storedEvidence(run), [run]);
  // How many calls there are stands in the record: the last one is shown before all of them are there.
  const count = calls?.length ?? (run.trace_s3_key === null || tape.error ? 0 : run.tape_rows);
  const [step, setStep] = useStep(count);
  const showCall = (twin: string | null, seq: number) => {
    const place = placeOf(tape.rows, twin ?? run.twins[0], seq);
    if (place === undefined) return;
    setStep(place);
    document.getElementById('replay')?.scrollIntoView();
  };
  return (
    <>
      <p className="crumb">
        <Link to="/runs">Runs</Link> / <code>{run.id}</code>
      </p>
      <h1>{nameOf(run)}</h1>
      <Verdict run={run} onRow={showCall} />
      <Facts run={run} />
      <Criteria run={run} knows={(twin, seq) => placeOf(tape.rows, twin ?? run.twins[0], seq) !== undefined} onRow={showCall} />
      <Prose title="Summary" text={run.summary} />
      <Prose title="How to fix" text={run.fix_prompt} />
      <section id="replay" aria-labelledby="replay-title">
        <h2 id="replay-title">Calls and worlds</h2>
        {!calls && count === 0 && !tape.error && <Loading what="the tape" />}
        {tape.error && <NoTape error={tape.error} retry={tape.refetch} />}
        {calls?.length === 0 && <p className="hint">The agent made no call.</p>}
        {count > 0 && (
          <>
            <div className="bar">{calls && <ForkOfRun run={run} calls={calls} step={step} />}</div>
            <Replay evidence={evidence} calls={calls} rows={tape.rows} step={step} onStep={setStep} onLook={tape.look} />
          </>
        )}
      </section>
    </>
  );
}

/** Where the row of a twin stands among all calls, counted from 1. Few rows are asked for, so nothing is kept of the others. */
function placeOf(calls: SparseCalls, twin: string | undefined, seq: number): number | undefined {
  const isIt = (call: CallSummary | undefined) => call?.seq === seq && call.twin === twin;
  // With one twin a call stands where its number says.
  if (isIt(calls[seq - 1])) return seq;
  const index = calls.findIndex(isIt);
  return index === -1 ? undefined : index + 1;
}

const NoTape = ({ error, retry }: { error: Error; retry(): void }) =>
  isNotFound(error) ? (
    <p className="hint">The tape of this run was not stored, or is gone. What was graded stands above.</p>
  ) : (
    <Failure error={error} retry={retry} />
  );

const Prose = ({ title, text }: { title: string; text: string | null }) =>
  text === null ? null : (
    <section>
      <h2>{title}</h2>
      <p className="prose">{text}</p>
    </section>
  );
