import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { readGroup } from '../../runs/groups.ts';

export const getGroup: Handler<'getGroup'> = async (service, { id, teamId, query }) =>
  ok((await readGroup(service, teamId, id, query)).figures);
