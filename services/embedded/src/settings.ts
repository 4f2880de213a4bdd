import { MAX_ROOM_MIB } from '@svc/contract';
import { z } from 'zod';
import { InstallationFailure } from './failure.ts';

const LARGEST_PORT = 65_535;
const mebibytes = (least: number) => z.coerce.number().int().min(least).max(MAX_ROOM_MIB);

const environmentSchema = z.object({
  /** Ports of this machine that webhooks may go to, `4242,4243`. */
  SVC_WEBHOOK_PORTS: z
    .string()
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(z.int().min(1).max(LARGEST_PORT)))
    .optional(),
  SVC_TWIN_JOURNAL_MIB: mebibytes(1).optional(),
  SVC_TWIN_WORLD_MIB: mebibytes(1).optional(),
  SVC_DISK_RESERVE_MIB: mebibytes(0).optional(),
});

/** What an embedded service allows its twins; left out: the service's own defaults. */
export interface EmbeddedSettings {
  webhookPorts: readonly number[];
  journalMib?: number;
  worldMib?: number;
  diskReserveMib?: number;
}

/** Reads them of the environment. @param webhookPorts as the command line has them @throws InstallationFailure naming a variable */
export function readSettings(environment: NodeJS.ProcessEnv, webhookPorts: readonly number[] | undefined): EmbeddedSettings {
  const own = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(own);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InstallationFailure(`${issue?.path[0]?.toString()} is not usable: ${issue?.message}`, { misuse: true });
  }
  const { SVC_WEBHOOK_PORTS, SVC_TWIN_JOURNAL_MIB, SVC_TWIN_WORLD_MIB, SVC_DISK_RESERVE_MIB } = parsed.data;
  return {
    webhookPorts: webhookPorts ?? SVC_WEBHOOK_PORTS ?? [],
    ...(SVC_TWIN_JOURNAL_MIB !== undefined && { journalMib: SVC_TWIN_JOURNAL_MIB }),
    ...(SVC_TWIN_WORLD_MIB !== undefined && { worldMib: SVC_TWIN_WORLD_MIB }),
    ...(SVC_DISK_RESERVE_MIB !== undefined && { diskReserveMib: SVC_DISK_RESERVE_MIB }),
  };
}
