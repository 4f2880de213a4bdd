import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { usageOf } from '../../sandboxes/usage.ts';

export const getUsage: Handler<'getUsage'> = async (service, { principal }) => ok(await usageOf(service, principal.team));
