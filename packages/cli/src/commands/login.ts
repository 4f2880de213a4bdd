import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceCode, DeviceToken } from '@svc/contract';
import type { Command } from 'commander';
import type { Client } from '../client.ts';
import { CliError, EXIT } from '../errors.ts';
import { note, print, printJson } from '../output.ts';

interface LoginOptions {
  baseUrl?: string;
  name?: string;
  json?: boolean;
}

export function addLogin(program: Command): void {
  program
    .command('login')
    .description('store an API key for this machine, once someone who is signed in approves it in a browser')
    .option('--base-url <url>', 'the service, ends in /v1 (default: SVC_BASE_URL, the last login, or this machine)')
    .option('--name <name>', "the key's name (default: this machine's)")
    .option('--json', 'as JSON, without the key')
    .addHelpText('after', '\nExample:\n  svc login --base-url https://sandboxes.example.com/v1')
    .action(login);
}

async function login(options: LoginOptions): Promise<void> {
  const [{ openClient }, { callerEnvironment, keepConnection, readBaseUrl }, { cutText, MAX_DEVICE_NAME_LENGTH }] =
    await Promise.all([import('../client.ts'), import('../config.ts'), import('@svc/contract')]);
  const baseUrl = await readBaseUrl(callerEnvironment, options.baseUrl);
  const client = openClient({ baseUrl });
  const name = cutText(options.name || hostname(), MAX_DEVICE_NAME_LENGTH);
  const code = await client.device.code({ client_name: name });
  note(`Open ${code.verification_uri_complete}`);
  note(`and approve the code ${code.user_code}. Waiting…`);
  note('Where that page asks to sign in first, `svc admin link` makes a link, on the machine of the service.');
  const token = await untilDecided(client, code);
  const path = await keepConnection(callerEnvironment, { baseUrl, apiKey: token.access_token });
  if (options.json) printJson({ team: token.team.slug, api_key_name: token.api_key.name, base_url: baseUrl, path });
  else print(`Logged in to team ${token.team.slug}; the key "${token.api_key.name}" is in ${path}.`);
  if (callerEnvironment.SVC_API_KEY) note('SVC_API_KEY is set in this shell and goes before the stored key.');
}

const SECOND_MS = 1000;

async function untilDecided(client: Client, code: DeviceCode): Promise<DeviceToken> {
  const deadline = performance.now() + code.expires_in * SECOND_MS;
  let interval = code.interval;
  while (performance.now() < deadline) {
    await delay(interval * SECOND_MS);
    const answer = await client.device.token({ device_code: code.device_code }).catch((error: unknown) => error);
    if (!(answer instanceof Error)) return answer as DeviceToken;
    interval = nextInterval(answer, interval);
  }
  throw tooLate();
}

/** @returns the seconds until the next poll. @throws where polling again is no use. */
function nextInterval(error: Error, interval: number): number {
  const { reason, interval: asked } = ('details' in error ? error.details : {}) as { reason?: string; interval?: number };
  if (reason === 'authorization_pending' || reason === 'slow_down') return Math.max(interval, asked ?? interval);
  if (reason === 'access_denied') throw new CliError(EXIT.auth, 'The login was refused in the browser.', { cause: error });
  if (reason === 'expired_token') throw tooLate(error);
  throw error;
}

const tooLate = (cause?: unknown): CliError =>
  new CliError(EXIT.auth, 'Nobody approved the login in time.', { hint: 'run `svc login` again.', cause });
