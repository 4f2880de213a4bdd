import { callerEnvironment, configPath, keptConnection, runningHere } from './config.ts';
import { word } from './shell.ts';

/** The command after which others use another address. */
export const commandFor = (baseUrl: string): string =>
  callerEnvironment.SVC_BASE_URL ? `export SVC_BASE_URL=${word(baseUrl)}` : `svc login --base-url ${word(baseUrl)}`;

export const useAddress = (baseUrl: string): string => `type: ${commandFor(baseUrl)}`;

/** Where a service answers that commands would find by themselves. */
export async function runningHint(used: string | undefined): Promise<string | undefined> {
  const running = await runningHere().catch(() => undefined);
  if (!running || running.baseUrl === used?.replace(/\/+$/, '')) return undefined;
  return `\`svc up\` of this folder answers at ${running.baseUrl}; commands find it without SVC_BASE_URL and SVC_API_KEY: type: unset SVC_BASE_URL SVC_API_KEY`;
}

/** What to do about a key that the service doesn't take: which one it is, and where another comes from. */
export async function keyHint(): Promise<string> {
  const { SVC_API_KEY: given, SVC_BASE_URL: address } = callerEnvironment;
  const kept = await keptConnection(callerEnvironment).catch(() => ({ base_url: undefined }));
  const login = `svc login${address ? ` --base-url ${word(address)}` : ''}`;
  const running = await runningHint(undefined);
  if (given)
    return (
      running ??
      `SVC_API_KEY is of another service, or mistyped: \`svc up\` prints that of its own; else type: unset SVC_API_KEY; ${login}`
    );
  const source = `the key is that of the last login (${configPath(callerEnvironment)}${kept.base_url ? `, at ${kept.base_url}` : ''})`;
  return `${source}; type: ${login}`;
}
