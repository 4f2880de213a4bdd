import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SpareTunnels } from './spares.ts';

/** What one part of an installation shows the others to be let in, in PEM. */
export interface HostCredentials {
  /** The authority of the installation: who shows a certificate of it belongs to it. */
  ca: string;
  cert: string;
  key: string;
}

/** What hosts' agents are called in their certificates, whatever their address. */
export const AGENT_NAME = 'host-agent';

/**
 * What a certificate says of its bearer, as its common name: the control plane may ask an agent to start and remove twins, callers (proxies
 * and workers) only reach twins that run.
 */
export const HOST_ROLES = { controlPlane: 'control-plane', caller: 'caller' } as const;

/** What this process shows, and the sessions that agents have given it for that, by their address. */
export interface HostIdentity {
  credentials: HostCredentials;
  sessions: Map<string, Buffer>;
  /** Connections made ahead; left out: none are. */
  spares?: SpareTunnels;
}

let own: HostIdentity | undefined;

/** Tells this process who it is to agents of other hosts. Before that it reaches only twins of its own host. */
export function useHostCredentials(credentials: HostCredentials | undefined): void {
  own?.spares?.close();
  own = credentials && { credentials, sessions: new Map(), spares: new SpareTunnels() };
}

/** @throws where none were given */
export function hostIdentity(): HostIdentity {
  if (!own) throw new Error('This process has no certificate to reach other hosts with.');
  return own;
}

/** Reads them from a folder as `deploy/host-certificates.sh` writes it. @param name the part's name in its certificate */
export async function readHostCredentials(folder: string, name: string): Promise<HostCredentials> {
  const [ca, cert, key] = await Promise.all(
    ['ca.crt', `${name}.crt`, `${name}.key`].map((file) => readFile(join(folder, file), 'utf8')),
  );
  return { ca: ca as string, cert: cert as string, key: key as string };
}
