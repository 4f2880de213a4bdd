import { type AgentRequest, agentRequestSchema } from '@svc/platform/agent';
import { Refusal } from './refusal.ts';

/** Reads a request of the protocol. @throws Refusal for anything else */
export function requestIn(text: string): AgentRequest {
  const parsed = agentRequestSchema.safeParse(asJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Refusal(`The request is not one of the protocol: ${issue?.path.join('.')}: ${issue?.message}`);
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('The request is not JSON.');
  }
}
