import type { RunRecord } from '@svc/contract';
import { Link } from 'react-router';
import { duration } from '../parts/duration.ts';
import { type Fact, FactList } from '../parts/facts.tsx';
import { Time } from '../parts/time.tsx';
import { Report } from './report.tsx';

/** What the run was, in a few words each, and what can be taken away of it. */
export function Facts({ run }: { run: RunRecord }) {
  const facts: Fact[] = [
    ['Agent', [run.agent_model, run.agent_sdk, run.agent_version].filter(Boolean).join(' · ') || '–'],
    ...usageFacts(run.agent_usage),
    ['Twins', run.twins.join(', ') || 'none'],
    ['Took', duration(run.duration_ms)],
    ['Ended', `${run.stop_reason}, exit code ${run.exit_code}`],
    ['Finished', <Time key="finished" at={run.finished_at ?? run.created_at} />],
    ['Evidence', run.provenance === 'hosted' ? 'recorded by the twins' : 'handed in by the caller'],
    ['Graded by', `${run.evaluator.name} ${run.evaluator.version}`],
    ...narratorFact(run),
    ['Sandbox', <SandboxLink key="sandbox" id={run.session_id} />],
  ];
  if (run.group_id !== null)
    facts.push([
      'Group',
      <Link key="group" to={`/runs?${new URLSearchParams({ group_id: run.group_id })}`}>
        {run.group_id}
      </Link>,
    ]);
  if (run.parent)
    facts.push([
      'Forked from',
      <span key="parent">
        <SandboxLink id={run.parent.session_id} /> after call {run.parent.step}
      </span>,
    ]);
  if (run.regraded_from)
    facts.push([
      'Regrade of',
      <Link key="regrade" to={`/runs/${run.regraded_from}`}>
        {run.regraded_from}
      </Link>,
    ]);
  return (
    <>
      <FactList facts={facts} />
      <Downloads run={run} />
      <Report id={run.id} />
    </>
  );
}

const narratorFact = ({ evaluator: { judge_model } }: RunRecord): Fact[] =>
  judge_model === null ? [] : [['Narrator', judge_model]];

const SandboxLink = ({ id }: { id: string }) => (
  <Link to={`/sandboxes/${id}`}>
    <code>{id}</code>
  </Link>
);

const NUMBERS = new Intl.NumberFormat('en-US');

/** What the agent told of its models. */
function usageFacts(usage: RunRecord['agent_usage']): Fact[] {
  if (!usage) return [];
  const { models, turns, input_tokens, output_tokens, cost_usd } = usage;
  const count = (value: number | null): string => (value === null ? '–' : NUMBERS.format(value));
  const facts: Fact[] = [
    ['Turns', count(turns)],
    ['Tokens', `${count(input_tokens)} in, ${count(output_tokens)} out`],
    ['Cost', cost_usd === null ? '–' : `$${cost_usd.toFixed(4)}`],
  ];
  return models.length > 0 ? [['Models called', models.join(', ')], ...facts] : facts;
}

function Downloads({ run }: { run: RunRecord }) {
  const at = `/dashboard/runs/${run.id}`;
  return (
    <p className="downloads">
      Download:{' '}
      <a href={`/v1/runs/${run.id}/report.md`} download={`${run.id}.report.md`}>
        report.md
      </a>
      {run.trace_s3_key && (
        <a href={`${at}/events.jsonl`} download>
          events.jsonl
        </a>
      )}
      {run.state_s3_key &&
        run.twins.map((twin) => (
          <a key={twin} href={`${at}/state_final.json?${new URLSearchParams({ twin })}`} download>
            state_final.json{run.twins.length > 1 && ` of ${twin}`}
          </a>
        ))}
    </p>
  );
}
