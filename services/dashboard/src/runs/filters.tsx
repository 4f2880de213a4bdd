import type { RunValues } from '@svc/contract/dashboard';
import { useQuery } from '@tanstack/react-query';
import { type HTMLAttributes, useId, useState } from 'react';
import { pageData } from '../api.ts';
import { type FilterName, type Filters, OUTCOMES } from './query.ts';

const TEXTS: readonly (readonly [keyof RunValues, string])[] = [
  ['task_name', 'Task'],
  ['group_id', 'Group'],
  ['agent_model', 'Model'],
  ['agent_version', 'Version'],
];

interface Props {
  filters: Filters;
  onChange(filters: Filters): void;
}

export function FilterBar({ filters, onChange }: Props) {
  const values = useQuery({ queryKey: ['runs', 'values'], queryFn: ({ signal }) => pageData.runValues(signal) });
  const of = (name: FilterName) => ({
    value: filters[name] ?? '',
    onSet: (value: string) => onChange({ ...filters, [name]: value }),
  });
  return (
    <search className="filters many">
      {TEXTS.map(([name, label]) => (
        <Typed key={name} label={label} known={values.data?.[name]} {...of(name)} />
      ))}
      <Outcome {...of('outcome')} />
      <Typed label="Score from" inputMode="decimal" {...of('min_score')} />
      <Typed label="Score below" inputMode="decimal" {...of('below_score')} />
      <Day label="Since" {...of('since')} />
      <Day label="Until" {...of('until')} />
    </search>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onSet(value: string): void;
}

interface TypedProps extends FieldProps {
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** What is offered; the service compares whole values. */
  known?: readonly string[] | undefined;
}

/** Counts once it is left, or entered, or one of what is offered. */
function Typed({ label, value, onSet, known, inputMode }: TypedProps) {
  const list = useId();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // The address may change without us: by going back, or by "Clear".
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const settle = () => typed !== value && onSet(typed);
  return (
    <label>
      {label}
      <input
        {...(known && { list })}
        inputMode={inputMode}
        value={typed}
        placeholder="any"
        maxLength={200}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' || known?.includes(target.value)) onSet(target.value);
        }}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
      {known && (
        <datalist id={list}>
          {known.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
}

const Outcome = ({ value, onSet }: Omit<FieldProps, 'label'>) => (
  <label>
    Outcome
    <select value={value} onChange={({ target }) => onSet(target.value)}>
      <option value="">any</option>
      {OUTCOMES.map((outcome) => (
        <option key={outcome}>{outcome}</option>
      ))}
    </select>
  </label>
);

const Day = ({ label, value, onSet }: FieldProps) => (
  <label>
    {label}
    <input type="date" value={value} onChange={({ target }) => onSet(target.value)} />
  </label>
);
