import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { redeem } from '../../sign-in/device-codes.ts';

export const createDeviceToken: Handler<'createDeviceToken'> = async (service, { body }) =>
  ok(await redeem(service, body.device_code));
