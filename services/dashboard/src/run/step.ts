import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Browsers refuse pages that change their address too often. */
const SETTLED_MS = 400;

/** After which call the run is looked at; the address keeps it, so that it can be sent to somebody. By default after the last one. */
export function useStep(calls: number | undefined): [number, (step: number) => void] {
  const [params, setParams] = useSearchParams();
  const [chosen, choose] = useState(() => (/^\d{1,9}$/.test(params.get('step') ?? '') ? Number(params.get('step')) : undefined));
  useEffect(() => {
    if (chosen === undefined || params.get('step') === String(chosen)) return;
    const timer = setTimeout(() => setParams({ step: String(chosen) }, { replace: true, preventScrollReset: true }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [chosen, params, setParams]);
  const last = calls ?? 0;
  return [Math.min(chosen ?? last, last), choose];
}

/** A value once it has stood still for a moment: a slider passes many on its way. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
