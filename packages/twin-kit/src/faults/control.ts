import type { IncomingMessage, ServerResponse } from 'node:http';
import { setFaultsRequestSchema } from '@svc/contract/faults';
import { z } from 'zod';
import type { Twin } from '../definition.ts';
import { isNoSpace } from '../disk.ts';
import { type ReadBody, readBody } from '../http/body.ts';
import { parseJson } from '../http/request.ts';
import { sendJson, serviceError } from '../service-answers.ts';
import type { Faults } from './faults.ts';
import { faultIssues } from './issues.ts';

const BODY_LIMIT_BYTES = 1 << 20;

/** `GET faults` and `PUT faults` of a world's control routes: what stands, and what is to stand in its place. */
export async function serveFaults(
  twin: Twin,
  faults: Faults | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!faults) return serviceError(response, 'downstream_unavailable', 'This twin has no world yet.');
  if (request.method === 'GET') return sendJson(response, 200, { faults: faults.list() });
  const body = await new Promise<ReadBody>((resolve) => readBody(request, BODY_LIMIT_BYTES, resolve));
  const value = body.ok ? parseJson(body.bytes) : undefined;
  const parsed = setFaultsRequestSchema.safeParse(value?.ok ? value.value : undefined);
  if (!parsed.success) return serviceError(response, 'validation_failed', z.prettifyError(parsed.error));
  const issues = await faultIssues(twin, parsed.data.faults, (at) => `faults[${at}]`);
  if (issues.length > 0) return sendJson(response, 422, { issues });
  try {
    faults.set(parsed.data.faults);
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    return serviceError(response, 'downstream_unavailable', 'The disk that the journal lies on has no room.');
  }
  sendJson(response, 200, { faults: faults.list() });
}
