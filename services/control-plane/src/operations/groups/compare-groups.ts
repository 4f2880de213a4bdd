import { compareGroups as compare } from '@svc/grading';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { readGroup } from '../../runs/groups.ts';

export const compareGroups: Handler<'compareGroups'> = async (service, { id, teamId, query }) => {
  const { with: other, ...filter } = query;
  const [first, second] = await Promise.all([readGroup(service, teamId, id, filter), readGroup(service, teamId, other, filter)]);
  return ok(compare(first, second));
};
