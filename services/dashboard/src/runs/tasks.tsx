import type { RunRow } from '@svc/contract';
import { Link } from 'react-router';
import { Sparkline } from './sparkline.tsx';

const NAMELESS = '';
/** More tasks than that are found by their filter. */
const SHOWN = 12;

/** How each task went over time, those with the latest runs first. @param runs newest first */
export function Tasks({ runs }: { runs: readonly RunRow[] }) {
  const byTask = Map.groupBy(runs, ({ task_name }) => task_name ?? NAMELESS);
  byTask.delete(NAMELESS);
  if (byTask.size === 0) return null;
  return (
    <section aria-labelledby="tasks-title">
      <h2 id="tasks-title">Tasks</h2>
      <ul className="tasks">
        {[...byTask].slice(0, SHOWN).map(([task, its]) => (
          <li key={task}>
            <Link to={`/runs?${new URLSearchParams({ task_name: task })}`}>{task}</Link>
            <Sparkline runs={its.toReversed()} of={task} />
            <span className="fine">{passedOf(its)}</span>
          </li>
        ))}
      </ul>
      {byTask.size > SHOWN && <p className="fine">{byTask.size - SHOWN} more have older runs; filter by task to see one.</p>}
    </section>
  );
}

function passedOf(runs: readonly RunRow[]): string {
  const passed = runs.filter(({ outcome }) => outcome === 'passed').length;
  const counted = runs.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed').length;
  const errored = runs.length - counted;
  return `${passed} of ${counted} passed${errored > 0 ? `, ${errored} not counted` : ''}`;
}
