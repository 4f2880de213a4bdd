import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '@svc/sdk';
import { commandFor } from '../address-hints.ts';
import { openClient } from '../client.ts';
import { type Connection, configPath, readConnection } from '../config.ts';
import { CliError, EXIT } from '../errors.ts';
import { word } from '../shell.ts';
import type { Finding } from './examine.ts';

const OTHERS = 0o077;

/** The file of the last login. */
export async function examineConfig(environment: NodeJS.ProcessEnv): Promise<Finding> {
  const what = 'configuration';
  const path = configPath(environment);
  const kept = await stat(path).catch(() => undefined);
  if (!kept) return { what, status: 'ok', message: `none at ${path}` };
  if ((kept.mode & OTHERS) === 0) return { what, status: 'ok', message: path };
  return { what, status: 'problem', message: `${path} holds an API key that others can read`, mend: `chmod 600 ${word(path)}` };
}

/** Which service is used, whether it answers, and whether the key opens it. */
export async function examineService(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const what = 'service';
  let connection: Connection;
  try {
    connection = await readConnection(environment);
  } catch (error) {
    return [unconnected(error)];
  }
  const { baseUrl } = connection;
  const service: Finding = { what, status: 'ok', message: `answers at ${baseUrl}` };
  try {
    const { team, api_key } = await inTime(openClient(connection).me(), baseUrl);
    return [service, { what: 'API key', status: 'ok', message: `"${api_key.name}" of team ${team.slug} (${team.plan_tier})` }];
  } catch (error) {
    if (!(error instanceof ApiError)) {
      const message = error instanceof Error ? error.message : String(error);
      return [{ what, status: 'problem', message, mend: typedBy(error) ?? 'svc up' }];
    }
    if (error.type === 'invalid_auth' || error.type === 'revoked_key') {
      const message = error.type === 'revoked_key' ? 'revoked' : 'the service does not know it';
      const shadowing = environment.SVC_API_KEY ? 'unset SVC_API_KEY; ' : '';
      return [service, { what: 'API key', status: 'problem', message, mend: `${shadowing}svc login --base-url ${baseUrl}` }];
    }
    const message = `${baseUrl} answered ${error.status}: ${error.message}`;
    return [
      {
        what,
        status: 'problem',
        message,
        mend: mendOf(error),
      },
    ];
  }
}

function mendOf({ type, betterBaseUrl }: ApiError): string {
  if (betterBaseUrl !== undefined) return commandFor(betterBaseUrl);
  return type === 'unknown' ? 'svc login --base-url <url ending in /v1>' : 'svc doctor';
}

/** The command that a failure's hint is. */
const typedBy = (error: unknown): string | undefined =>
  error instanceof CliError ? /^type: (.*)$/.exec(error.hint ?? '')?.[1] : undefined;

const ANSWER_TIMEOUT_MS = 5_000;

function inTime<T>(answer: Promise<T>, baseUrl: string): Promise<T> {
  const late = delay(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() => {
    throw new CliError(EXIT.failed, `The service at ${baseUrl} takes longer than ${ANSWER_TIMEOUT_MS / 1000} seconds to answer.`);
  });
  return Promise.race([answer, late]);
}

function unconnected(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CliError && error.exitCode === EXIT.auth)
    return { what: 'API key', status: 'problem', message, mend: 'svc login' };
  const unset = message.includes('is not set');
  return { what: 'service', status: unset ? 'warning' : 'problem', message, mend: unset ? 'svc up' : 'svc login' };
}
