import type { SandboxRecord } from '../sandboxes/view.ts';

type Owner = Pick<SandboxRecord, 'id' | 'team_id'>;

/** Everything a caller uploads for a sandbox stands below this; finalize takes no key from elsewhere. */
export const uploadPrefix = ({ id, team_id }: Owner): string => `teams/${team_id}/sandboxes/${id}/uploads/`;

export const traceKey = (sandbox: Owner): string => `${uploadPrefix(sandbox)}events.jsonl`;
export const metaKey = (sandbox: Owner): string => `${uploadPrefix(sandbox)}meta.json`;

/** `twin` undefined stands for the primary twin. */
export function stateKey(sandbox: Owner, which: 'initial' | 'final', twin?: string): string {
  return `${uploadPrefix(sandbox)}${twin === undefined ? '' : `twins/${twin}/`}state_${which}.json`;
}

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

export function isUploadKey(sandbox: Owner, key: string): boolean {
  const prefix = uploadPrefix(sandbox);
  return (
    key.startsWith(prefix) &&
    key
      .slice(prefix.length)
      .split('/')
      .every((segment) => SEGMENT.test(segment))
  );
}
