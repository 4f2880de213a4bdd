import type { RunRecord } from '@svc/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { duration, Time } from '../parts/time.tsx';

/** What the run was, in a few words each, and what can be taken away of it. */
export function Facts({ run }: { run: RunRecord }) {
  const facts: [string, ReactNode][] = [
    ['Agent', [run.agent_model, run.agent_sdk, run.agent_version].filter(Boolean).join(' · ') || '–'],
    ...usageFacts(run.agent_usage),
    ['Twins', run.twins.join(', ') || 'none'],
    ['Took', duration(run.duration_ms)],
    ['Ended', `${run.stop_reason}, exit code ${run.exit_code}`],
    ['Finished', <Time key="finished" at={run.finished_at ?? run.created_at} />],
    ['Evidence', run.provenance === 'hosted' ? 'recorded by the twins' : 'handed in by the caller'],
    ['Graded by', `${run.evaluator.name} ${run.evaluator.version}`],
    ['Narrator', run.evaluator.judge_model ?? 'none'],
    ['Sandbox', <code key="sandbox">{run.session_id}</code>],
  ];
  if (run.group_id !== null)
    facts.push([
      'Group',
      <Link key="group" to={`/runs?${new URLSearchParams({ group_id: run.group_id })}`}>
        {run.group_id}
      </Link>,
    ]);
  if (run.parent)
    facts.push(['Forked from', <code key="parent">{`${run.parent.session_id} after call ${run.parent.step}`}</code>]);
  if (run.regraded_from)
    facts.push([
      'Regrade of',
      <Link key="regrade" to={`/runs/${run.regraded_from}`}>
        {run.regraded_from}
      </Link>,
    ]);
  return (
    <>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Downloads run={run} />
    </>
  );
}

const NUMBERS = new Intl.NumberFormat('en-US');

/** What the agent told of its models. */
function usageFacts(usage: RunRecord['agent_usage']): [string, ReactNode][] {
  if (!usage) return [];
  const { models, turns, input_tokens, output_tokens, cost_usd } = usage;
  const count = (value: number | null): string => (value === null ? '–' : NUMBERS.format(value));
  const facts: [string, ReactNode][] = [
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
