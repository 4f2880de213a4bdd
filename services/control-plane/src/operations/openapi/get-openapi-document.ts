import { openApiDocument } from '@svc/contract';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import type { Service } from '../../service.ts';

/** Made once: everyone may ask for it. */
const documents = new WeakMap<Service, string>();

export const getOpenApiDocument: Handler<'getOpenApiDocument'> = async (service) => {
  const document = documents.get(service) ?? JSON.stringify(openApiDocument({ serverUrl: service.config.baseUrl }));
  documents.set(service, document);
  return ok(document);
};
