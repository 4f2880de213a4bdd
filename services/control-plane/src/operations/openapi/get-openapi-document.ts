import { openApiDocument } from '@svc/contract';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';

export const getOpenApiDocument: Handler<'getOpenApiDocument'> = async ({ config }) =>
  ok(openApiDocument({ serverUrl: config.baseUrl }));
