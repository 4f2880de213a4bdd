import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CliError, EXIT, systemCode, UsageError } from './errors.ts';

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

/** The environment's SVC_BASE_URL and SVC_API_KEY, else those of the configuration file. @throws CliError saying what is missing */
export async function readConnection(environment: NodeJS.ProcessEnv): Promise<Connection> {
  const path = configPath(environment);
  const kept = await readConfig(path);
  const baseUrl = environment.SVC_BASE_URL || kept.base_url;
  const apiKey = environment.SVC_API_KEY || kept.api_key;
  if (!baseUrl) {
    throw new UsageError(
      'It is not known which service to use: SVC_BASE_URL is not set.',
      '`svc up` starts one on this machine and prints its variables.',
    );
  }
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new UsageError(`SVC_BASE_URL is no http address: ${baseUrl}`, 'it looks like http://127.0.0.1:4000/v1.');
  }
  if (!apiKey) {
    throw new CliError(EXIT.auth, 'There is no API key: SVC_API_KEY is not set.', {
      hint: `set it, or put it into ${path}; \`svc up\` prints the one of its service.`,
    });
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey };
}

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
