import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { findSandbox } from '../../sandboxes/find.ts';
import { fullSandbox } from '../../sandboxes/view.ts';

export const getSandbox: Handler<'getSandbox'> = async (service, call) =>
  ok(await fullSandbox(service, await findSandbox(service, call, call.id)));
