import { assignFaults, type ClockSetting, type Fault, SeedError, type Twin } from '@svc/twin-kit';
import { type ServedTwin, serveTwin } from '@svc/twin-kit/server';
import { UsageError } from './errors.ts';
import { knownTwin } from './known-twin.ts';
import { portFault } from './port-fault.ts';
import { readSeedFile } from './seed-file.ts';

export interface LocalTwinOptions {
  id: string;
  /** 0 takes a free one. */
  port: number;
  seedPath?: string | undefined;
  /** Instead of a file. */
  seed?: unknown;
  clock?: ClockSetting | undefined;
  /** The bearer; left out: a random one. */
  token?: string | undefined;
  /** Ports of this machine that its webhooks may go to. */
  webhookPorts?: readonly number[] | undefined;
  /** What its calls fail on request. */
  faults?: readonly Fault[] | undefined;
}

/** Runs a twin in this process. @throws UsageError for what the user can mend, CliError when the port is taken */
export async function startLocalTwin(options: LocalTwinOptions): Promise<ServedTwin> {
  const { id, port, seedPath, seed, clock, token, webhookPorts, faults } = options;
  const twin = await knownTwin(id);
  const world = seedPath === undefined ? seed : await readSeedFile(seedPath);
  const standing = await hadBy(twin, faults ?? []);
  try {
    return await serveTwin(twin, {
      port,
      ...(world !== undefined && { seed: world }),
      ...(clock && { clock }),
      ...(token !== undefined && { token }),
      ...(webhookPorts && { webhookPorts }),
      ...(standing.length > 0 && { faults: standing }),
    });
  } catch (error) {
    if (error instanceof SeedError) throw refusedSeed(id, seedPath, error);
    throw portFault(error, () => '--port');
  }
}

/** @throws UsageError for faults that the twin doesn't have */
async function hadBy(twin: Twin, faults: readonly Fault[]): Promise<readonly Fault[]> {
  const assigned = await assignFaults(new Map([[twin.id, twin]]), faults);
  if (assigned.ok) return assigned.byTwin.get(twin.id) ?? [];
  const lines = assigned.issues.map(({ path, message }) => `  ${path}: ${message}`);
  throw new UsageError(`These faults can't be had of the ${twin.id} twin:\n${lines.join('\n')}`);
}

const SHOWN_ISSUES = 25;

function refusedSeed(twin: string, path: string | undefined, error: SeedError): UsageError {
  const lines = error.issues
    .slice(0, SHOWN_ISSUES)
    .map((issue) => `  ${issue.path || '(document)'}: ${issue.message} (${issue.code})`);
  const more = error.issues.length - lines.length;
  if (more > 0) lines.push(`  and ${more} more`);
  const where = path === undefined ? 'The seed' : `The seed ${path}`;
  return new UsageError(`${where} was refused by the ${twin} twin:\n${lines.join('\n')}`, undefined, error);
}
