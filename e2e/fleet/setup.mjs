import { remember } from './shared.ts';
import { startFleet } from './start.ts';

/** One fleet for all suites. */
export default async function setup() {
  globalThis.fleet = await startFleet();
  remember(globalThis.fleet.facts);
}
