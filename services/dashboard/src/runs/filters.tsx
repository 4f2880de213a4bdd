import type { RunRow } from '@svc/contract';
import { useId, useState } from 'react';

/** What the table shows, as the address has it. */
export const FILTERS = ['task_name', 'group_id', 'agent_model', 'agent_version', 'outcome', 'score', 'since'] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Partial<Record<FilterName, string>>;

const TEXTS: readonly (readonly [FilterName, string])[] = [
  ['task_name', 'Task'],
  ['group_id', 'Group'],
  ['agent_model', 'Model'],
  ['agent_version', 'Version'],
];
const OUTCOMES = ['passed', 'failed', 'errored', 'ungraded'];
const SCORES = { full: '100', below: 'Below 100', half: 'Below 50' };
const FULL = 100;
const HALF = 50;

/** Those that the service doesn't filter by. */
export function keeps({ score, since }: Filters, run: RunRow): boolean {
  const value = run.satisfaction_score;
  if (score === 'full' && value !== FULL) return false;
  if (score === 'below' && (value === null || value >= FULL)) return false;
  if (score === 'half' && (value === null || value >= HALF)) return false;
  return !since || Date.parse(run.created_at) >= new Date(`${since}T00:00`).getTime();
}

interface Props {
  filters: Filters;
  runs: readonly RunRow[];
  onChange(filters: Filters): void;
}

export function FilterBar({ filters, runs, onChange }: Props) {
  const set = (name: FilterName, value: string) => onChange({ ...filters, [name]: value });
  return (
    <search className="filters">
      {TEXTS.map(([name, label]) => (
        <TextFilter
          key={name}
          label={label}
          value={filters[name] ?? ''}
          known={valuesOf(runs, name)}
          onSet={(value) => set(name, value)}
        />
      ))}
      <Choice
        label="Outcome"
        value={filters.outcome}
        options={OUTCOMES.map((outcome) => [outcome, outcome])}
        onSet={(value) => set('outcome', value)}
      />
      <Choice label="Score" value={filters.score} options={Object.entries(SCORES)} onSet={(value) => set('score', value)} />
      <label>
        Since <input type="date" value={filters.since ?? ''} onChange={({ target }) => set('since', target.value)} />
      </label>
      {Object.values(filters).some(Boolean) && (
        <button type="button" className="quiet" onClick={() => onChange({})}>
          Clear
        </button>
      )}
    </search>
  );
}

const valuesOf = (runs: readonly RunRow[], name: FilterName): string[] =>
  [...new Set(runs.flatMap((run) => (run as unknown as Record<string, string | null>)[name] ?? []))].sort();

/** Offers what the runs at hand have; the service compares whole values. */
function TextFilter({
  label,
  value,
  known,
  onSet,
}: {
  label: string;
  value: string;
  known: string[];
  onSet(value: string): void;
}) {
  const list = useId();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // The address may change without us: by going back, or by "Clear".
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  return (
    <label>
      {label}{' '}
      <input
        list={list}
        value={typed}
        size={11}
        maxLength={200}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' || known.includes(target.value)) onSet(target.value);
        }}
        onBlur={() => onSet(typed)}
        onKeyDown={({ key }) => key === 'Enter' && onSet(typed)}
      />
      <datalist id={list}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </label>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: readonly (readonly [string, string])[];
  onSet(value: string): void;
}

function Choice({ label, value, options, onSet }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={value ?? ''} onChange={({ target }) => onSet(target.value)}>
        <option value="">any</option>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
