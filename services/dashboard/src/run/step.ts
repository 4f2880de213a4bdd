import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

/** Browsers refuse pages that change their address too often. */
const SETTLED_MS = 400;

export type ChooseStep = (step: number | undefined) => void;

/**
 * After which call the worlds are looked at; the address keeps it, so that it can be sent to somebody. By default after the last one,
 * however many there are by then.
 *
 * @returns the step, how to choose one (undefined: the last one), and whether none was chosen
 */
export function useStep(calls: number | undefined): [number, ChooseStep, boolean] {
  const [params, setParams] = useSearchParams();
  const [chosen, choose] = useState(() => (/^\d{1,9}$/.test(params.get('step') ?? '') ? Number(params.get('step')) : undefined));
  const kept = params.get('step');
  useEffect(() => {
    const wanted = chosen === undefined ? null : String(chosen);
    if (kept === wanted) return;
    const timer = setTimeout(
      () => setParams(wanted === null ? {} : { step: wanted }, { replace: true, preventScrollReset: true }),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [chosen, kept, setParams]);
  const last = calls ?? 0;
  return [Math.min(chosen ?? last, last), choose, chosen === undefined];
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
