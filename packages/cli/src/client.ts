import { type Client, createClient } from '@svc/sdk';
import type { Connection } from './config.ts';
import { CliError, EXIT, systemCode } from './errors.ts';

export type { Client } from '@svc/sdk';

/** The service's client; a service that can't be reached is told as such. Only a login goes without a key. */
export function openClient({ baseUrl, apiKey }: Pick<Connection, 'baseUrl'> & Partial<Connection>): Client {
  return createClient({
    baseUrl,
    apiKey,
    fetch: async (input, init) => {
      try {
        return await fetch(input, init);
      } catch (error) {
        throw unreachable(baseUrl, error);
      }
    },
  });
}

function unreachable(baseUrl: string, error: unknown): CliError {
  const { cause } = Object(error) as { cause?: { message?: string } };
  const reason = systemCode(cause) ?? cause?.message ?? String(error);
  return new CliError(EXIT.failed, `The service at ${baseUrl} can't be reached (${reason}).`, {
    hint: 'check SVC_BASE_URL; `svc up` starts a service on this machine.',
    cause: error,
  });
}
