import { type Client, createClient, diagnose } from '@svc/sdk';
import { runningHint, useAddress } from './address-hints.ts';
import type { Connection } from './config.ts';
import { CliError, EXIT } from './errors.ts';

export type { Client } from '@svc/sdk';

/** The service's client; a service that can't be reached is told as such. Only a login goes without a key. */
export function openClient({ baseUrl, apiKey }: Pick<Connection, 'baseUrl'> & Partial<Connection>): Client {
  return createClient({ baseUrl, apiKey, whenUnreachable: (error) => unreachable(baseUrl, error) });
}

async function unreachable(baseUrl: string, error: unknown): Promise<CliError> {
  const { reason, advice, better } = diagnose(baseUrl, error);
  const elsewhere = 'check SVC_BASE_URL; `svc up` starts a service on this machine.';
  return new CliError(EXIT.failed, `The service at ${baseUrl} can't be reached (${reason}).`, {
    hint: better === undefined ? ((await runningHint(baseUrl)) ?? advice ?? elsewhere) : useAddress(better),
    cause: error,
  });
}
