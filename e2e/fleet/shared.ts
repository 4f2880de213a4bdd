import type { FleetFacts } from './start.ts';

const VARIABLE = 'SVC_E2E_FLEET';

/** Hands the running fleet to the suites, which Jest runs elsewhere. */
export function remember(facts: FleetFacts): void {
  process.env[VARIABLE] = JSON.stringify(facts);
}

/** The fleet that the suites run against. */
export function sharedFleet(): FleetFacts {
  const facts = process.env[VARIABLE];
  if (facts === undefined) throw new Error('No fleet was started: run the suites with `node tools/run.mjs e2e`.');
  return JSON.parse(facts) as FleetFacts;
}
