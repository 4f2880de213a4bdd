import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { createCode } from '../../sign-in/device-codes.ts';

/** The name of a key whose client doesn't say where it runs. */
const DEFAULT_NAME = 'svc login';

export const createDeviceCode: Handler<'createDeviceCode'> = async (service, { body, address }) =>
  ok(await createCode(service, body.client_name ?? DEFAULT_NAME, address));
