import type { TwinRow } from '@svc/contract/dashboard';
import { send } from '../http/send.ts';
import type { PageHandler } from './mount.ts';

/** The twins that a sandbox can be started with here. */
export const listTwins: PageHandler = async ({ twins }, _session, _request, response) => {
  const loaded = await Promise.all(twins.ids.map((id) => twins.load(id)));
  const body = loaded.flatMap((twin): TwinRow[] => (twin ? [{ id: twin.id, title: twin.definition.title }] : []));
  send(response, { status: 200, body });
};
