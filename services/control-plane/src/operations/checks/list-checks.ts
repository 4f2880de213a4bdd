import type { CheckList } from '@svc/contract';
import { declaredChecks, vocabularyDigest } from '@svc/grading';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { invalidField } from '../../http/validate.ts';

/** A misspelled twin is refused; one that declares nothing has an empty vocabulary. */
export const listChecks: Handler<'listChecks'> = async ({ twins }, { query: { twin } }) => {
  if (!twins.ids.includes(twin)) throw invalidField('twin', `must be one of ${twins.ids.join(', ')}`, 'unknown_twin');
  const checks = (await twins.load(twin))?.checks ?? [];
  const list: CheckList = { twin, digest: vocabularyDigest(checks), checks: declaredChecks(checks) };
  return ok(list);
};
