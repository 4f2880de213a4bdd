import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import type { HostAddress } from '../../hosts/tunnel.ts';
import { twinSocket } from '../agent/protocol.ts';
import { connectTwin } from '../connect.ts';
import { socketUrl, tunnelUrl } from '../endpoint.ts';

/** How the twins of one host are reached. */
export interface TwinDoors {
  /** The address of an instance, whether it is there or not. */
  url(instance: string): string;
  /** True once its twin may be called. */
  isThere(instance: string): Promise<boolean>;
  /** Whether a look costs as much as a call that finds nobody: then the call itself is the look. */
  lookIsACall: boolean;
  /** Between two looks whether it is, in milliseconds. */
  lookEveryMs: number;
}

/** Until an agent has said whether a twin is there, in milliseconds. */
const CONNECT_MS = 3_000;

/** Of this host: sockets in a folder that twins and services share. */
export function doorsHere(directory: string): TwinDoors {
  const socket = (instance: string): string => twinSocket(directory, instance);
  return {
    url: (instance) => socketUrl(socket(instance)),
    // A look costs a hundredth of a call that fails, and the twins that are waited for need the processor.
    isThere: async (instance) => existsSync(socket(instance)) && (await isSocket(socket(instance))),
    lookIsACall: false,
    lookEveryMs: 4,
  };
}

/** Of another host, behind its agent. */
export function doorsOf(host: HostAddress): TwinDoors {
  return {
    url: (instance) => tunnelUrl(host, instance),
    isThere: (instance) =>
      new Promise((resolve) => {
        connectTwin(tunnelUrl(host, instance), CONNECT_MS, (_error, socket) => {
          socket?.destroy();
          resolve(socket !== null);
        });
      }),
    lookIsACall: true,
    lookEveryMs: 20,
  };
}

/**
 * A twin could leave anything in its folder, such as a link to a socket that isn't its own. Not lstatSync: node's realpathSync, by which modules
 * are found, looks into what the last such call left behind and takes any path for a socket's from then on.
 */
const isSocket = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isSocket(),
    () => false,
  );
