import { type BindResult, NOT_CHECKED } from '@svc/contract';
import { bindText, correctedSentence, isBound, isCorrupted, type RefusedValue, refusedValues } from '@svc/grading';
import type { Check, Twin } from '@svc/twin-kit';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';

/** Looking for what was meant costs more than looking whether it binds. */
const MOST_CORRECTED = 20;

export const bindChecks: Handler<'bindChecks'> = async ({ twins }, { body: { twin, texts } }) => {
  const checks = (await twins.load(twin))?.checks ?? [];
  const loaded = await Promise.all(twins.ids.map((id) => twins.load(id)));
  const products = loaded.filter((one) => one !== undefined);
  let unbound = 0;
  const results = texts.map((text): BindResult => {
    if (checks.length === 0) return NOT_CHECKED;
    const binding = bindText(checks, text, products);
    if (isBound(binding)) return { check_id: binding.check_id };
    if (isCorrupted(binding)) return { ...binding, refused: refusedOf(checks, binding.check_id, text, products) };
    const suggestion = ++unbound <= MOST_CORRECTED ? correctedSentence(checks, text, products) : undefined;
    return { ...binding, ...(suggestion !== undefined && { suggestion }) };
  });
  return ok({ twin, results });
};

function refusedOf(checks: readonly Check[], id: string, text: string, products: readonly Twin[]): RefusedValue[] {
  const check = checks.find((one) => one.id === id);
  return check ? refusedValues(check, text, products) : [];
}
