import { type BindResult, NOT_CHECKED } from '@svc/contract';
import { bindText, isBound } from '@svc/grading';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';

export const bindChecks: Handler<'bindChecks'> = async ({ twins }, { body: { twin, texts } }) => {
  const checks = (await twins.load(twin))?.checks ?? [];
  const results = texts.map((text): BindResult => {
    if (checks.length === 0) return NOT_CHECKED;
    const binding = bindText(checks, text);
    return isBound(binding) ? { check_id: binding.check_id } : binding;
  });
  return ok({ twin, results });
};
