import type { Handled, HandledCall } from '../calls.ts';
import type { TwinDefinition } from '../definition.ts';
import type { TwinError } from '../errors.ts';
import type { Refusal } from '../faults/refusal.ts';
import { tapeBytes } from '../tape/recorder.ts';
import type { WorldSpec } from '../world/collection.ts';
import { replyOf } from './reply.ts';
import { parseJson, type TwinRequest } from './request.ts';
import type { OperationRouter } from './router.ts';

/** A call that no operation handles, in the vendor's words. @param refusal what it gets instead of that */
export function unmatched(
  request: TwinRequest,
  refusal: Refusal | undefined,
  { errors, preflight }: Pick<TwinDefinition<WorldSpec, unknown>, 'errors' | 'preflight'>,
  router: OperationRouter<WorldSpec>,
): HandledCall {
  const refuse = (error: TwinError, fidelity: Handled['fidelity']): HandledCall => {
    const parsed = refusal ? parseJson(request.rawBody) : undefined;
    const body = request.rawBody.length === 0 ? null : parsed?.ok ? parsed.value : tapeBytes(request.rawBody);
    return { request, body, reply: replyOf(error), write: undefined, tool: null, fidelity };
  };
  if (refusal) return refuse(refusal.refuse(request), null);
  if (preflight && request.method === 'OPTIONS')
    return { request, body: null, reply: preflight(request), write: undefined, tool: null, fidelity: 'shape' };
  const documented = router.documented(request.method, request.path);
  if (documented) return refuse(errors.unsupported(request, documented), 'unsupported');
  const allowed = errors.methodNotAllowed ? router.methodsAt(request.path) : [];
  if (errors.methodNotAllowed && allowed.length > 0) return refuse(errors.methodNotAllowed(request, allowed), null);
  return refuse(errors.notFound(request), null);
}
