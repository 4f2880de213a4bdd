import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vendorShell } from '@svc/twins';
import type { Endpoints } from '../variables.ts';
import { type Listener, listenOnPort, listenOnSocket } from './listener.ts';

/** Variables by which programs of a shell reach twins instead of vendors, for as long as it isn't closed. */
export interface AgentShell {
  variables: Record<string, string>;
  close(): Promise<void>;
}

const FREE_PORT = 0;

/** Sets up, in a folder of its own, what `gh` and `git` need; the user's own settings stay as they are. */
export async function openAgentShell(endpoints: Endpoints, token: string, caller: NodeJS.ProcessEnv): Promise<AgentShell> {
  const open: Listener[] = [];
  const folders: string[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((listener) => listener.close()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  };
  const variables: Record<string, string> = {};
  try {
    for (const [twin, { api_url }] of Object.entries(endpoints)) {
      const vendor = vendorShell(twin);
      if (!vendor) continue;
      const folder = await mkdtemp(join(tmpdir(), 'svc-shell-'));
      folders.push(folder);
      const target = { apiUrl: api_url, token, site: vendor.site };
      const socket = await listenOnSocket(target, folder, twin);
      open.push(socket);
      const proxy = await listenOnPort(target, FREE_PORT);
      open.push(proxy);
      const setup = vendor.setup({ proxy: proxy.place, socket: socket.place, folder, token }, { ...caller, ...variables });
      for (const [name, text] of Object.entries(setup.files)) await writeFile(join(folder, name), text, { mode: 0o600 });
      Object.assign(variables, setup.variables);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { variables, close };
}
