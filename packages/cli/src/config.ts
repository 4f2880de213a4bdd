import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { systemCode, writePrivateFile } from '@svc/platform/files';
import { completed as completeBaseUrl } from '@svc/sdk/address';
import { z } from 'zod';
import { CliError, EXIT, UsageError } from './errors.ts';

/** Which service the command talks to, and as whom. */
export interface Connection {
  /** Ends in /v1. */
  baseUrl: string;
  apiKey: string;
}

/** The environment this command was started in. */
export const callerEnvironment: NodeJS.ProcessEnv = process.env;

const fileSchema = z.object({ base_url: z.string().optional(), api_key: z.string().optional() });

/** `$XDG_CONFIG_HOME/svc/config.json`, by default `~/.config/svc/config.json`. */
export const configPath = (environment: NodeJS.ProcessEnv): string =>
  join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'svc', 'config.json');

/**
 * The environment's SVC_BASE_URL and SVC_API_KEY, else those of the configuration file, else the service that runs in this folder.
 *
 * @throws CliError saying what is missing
 */
export async function readConnection(environment: NodeJS.ProcessEnv): Promise<Connection> {
  const path = configPath(environment);
  const kept = await readConfig(path);
  const baseUrl = environment.SVC_BASE_URL || kept.base_url;
  const apiKey = environment.SVC_API_KEY || kept.api_key;
  if (!baseUrl) {
    const running = apiKey ? undefined : await runningHere();
    if (running) return running;
    throw new UsageError(
      'It is not known which service to use: SVC_BASE_URL is not set.',
      '`svc up` starts one on this machine, which commands in the same folder find by themselves.',
    );
  }
  const address = httpAddress(baseUrl);
  if (!apiKey) {
    throw new CliError(EXIT.auth, 'There is no API key: SVC_API_KEY is not set.', {
      hint: `run \`svc login\`, or set it; \`svc up\` prints the one of its service.`,
    });
  }
  return { baseUrl: address, apiKey: bearable(apiKey, environment.SVC_API_KEY ? 'SVC_API_KEY' : path) };
}

/** A key as it is sent; what surrounds it by accident is told, never the key. @throws CliError */
function bearable(text: string, source: string): string {
  const key = text.trim();
  if (/^svc_[!#-&(-~]+$/.test(key)) return key;
  const reason = /^bearer\s/i.test(key)
    ? 'it begins with "Bearer", which is left out'
    : 'it looks like svc_…, without quotation marks';
  throw new CliError(EXIT.auth, `What ${source} holds is no API key: ${reason}.`, {
    hint: '`svc up` prints the key of its service; `svc login` stores one of another.',
  });
}

/** What `svc up` runs in this folder. */
export async function runningHere(): Promise<Connection | undefined> {
  const [{ DEFAULT_DATA_DIR }, { findRunning }] = await Promise.all([
    import('@svc/embedded/data-dir'),
    import('@svc/embedded/running'),
  ]);
  return findRunning(DEFAULT_DATA_DIR);
}

/** Where `svc up` answers when nobody chose a port. */
const LOCAL_BASE_URL = 'http://127.0.0.1:4000/v1';

/** The service to log in to: the given one, else the environment's, else the one of an earlier login, else this folder's, else this machine's. */
export async function readBaseUrl(environment: NodeJS.ProcessEnv, given: string | undefined): Promise<string> {
  const kept = await readConfig(configPath(environment));
  const chosen = given || environment.SVC_BASE_URL || kept.base_url;
  return httpAddress(chosen || (await runningHere())?.baseUrl || LOCAL_BASE_URL);
}

/** Stores a connection for later commands, in a file that only its owner reads. @returns the file's path. */
export async function keepConnection(environment: NodeJS.ProcessEnv, { baseUrl, apiKey }: Connection): Promise<string> {
  const path = configPath(environment);
  await writePrivateFile(path, `${JSON.stringify({ base_url: baseUrl, api_key: apiKey }, null, 2)}\n`);
  return path;
}

function httpAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    const complete = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(text) ? (completeBaseUrl(`http://${text}`) ?? `http://${text}`) : undefined;
    throw new UsageError(
      `The service's address is no http address: ${text}`,
      `it looks like ${complete ?? 'http://127.0.0.1:4000/v1'}.`,
    );
  }
  return text.replace(/\/+$/, '');
}

/** What the last login stored. @throws UsageError for a damaged file */
export const keptConnection = (environment: NodeJS.ProcessEnv): Promise<z.output<typeof fileSchema>> =>
  readConfig(configPath(environment));

async function readConfig(path: string): Promise<z.output<typeof fileSchema>> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return {};
    throw new UsageError(
      `The configuration file ${path} can't be read: it must hold {"base_url": …, "api_key": …}.`,
      undefined,
      error,
    );
  }
}
