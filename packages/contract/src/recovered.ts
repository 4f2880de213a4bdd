import type { RecoveredTwin } from './outcomes.ts';

/** That a twin came back from a copy, for a reader. */
export const recoveredInWords = ({ twin, host, at, calls }: RecoveredTwin): string =>
  `The host of its ${twin} twin was lost; it came back on ${host} from a copy made up to ${at} with ${calls} ${calls === 1 ? 'call' : 'calls'}; later calls are missing.`;
