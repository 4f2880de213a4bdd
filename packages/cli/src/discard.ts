import { ungradedSessionDetailsSchema } from '@svc/contract';
import { ApiError } from '@svc/sdk';
import type { Client } from './client.ts';

/** What throwing a sandbox away would lose, and the token that confirms it. */
export interface Refusal {
  openSeconds: number;
  taskName: string | null;
  discardToken: string;
}

/** Asks to stop a sandbox. @returns the service's refusal where its run isn't graded. */
export async function stopSandbox(client: Client, id: string): Promise<Refusal | undefined> {
  try {
    await client.sandboxes.delete(id);
    return undefined;
  } catch (error) {
    const details = ungradedSessionDetailsSchema.safeParse(error instanceof ApiError ? error.details : undefined);
    if (!details.success) throw error;
    const { open_seconds, task_name, discard_token } = details.data;
    return { openSeconds: open_seconds, taskName: task_name, discardToken: discard_token };
  }
}

/** Stops a sandbox and throws its ungraded run away. */
export async function discardSandbox(client: Client, id: string): Promise<void> {
  const refusal = await stopSandbox(client, id);
  if (refusal) await client.sandboxes.delete(id, { confirm_discard: refusal.discardToken });
}
