import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { tryToRecordActivity } from '../../sandboxes/activity.ts';
import { sandboxRow } from '../../sandboxes/view.ts';

export const listSandboxes: Handler<'listSandboxes'> = async (service, { teamId, query }) => {
  await tryToRecordActivity(service);
  let select = service.database.selectFrom('sandboxes').selectAll().where('team_id', '=', teamId);
  if (query.state) select = select.where('state', '=', query.state);
  const sandboxes = await select.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(query.limit).execute();
  return ok(sandboxes.map((sandbox) => sandboxRow(service, sandbox)));
};
