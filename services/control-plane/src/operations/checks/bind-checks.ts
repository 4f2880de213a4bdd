import { type BindResult, NOT_CHECKED } from '@svc/contract';
import { bindText, isBound } from '@svc/grading';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';

export const bindChecks: Handler<'bindChecks'> = async ({ twins }, { body: { twin, texts } }) => {
  const checks = (await twins.load(twin))?.checks ?? [];
  const loaded = await Promise.all(twins.ids.map((id) => twins.load(id)));
  const products = loaded.filter((one) => one !== undefined);
  const results = texts.map((text): BindResult => {
    if (checks.length === 0) return NOT_CHECKED;
    const binding = bindText(checks, text, products);
    return isBound(binding) ? { check_id: binding.check_id } : binding;
  });
  return ok({ twin, results });
};
