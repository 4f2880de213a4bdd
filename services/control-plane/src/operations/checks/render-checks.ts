import { CheckArgumentError, renderCheck } from '@svc/grading';
import type { Check } from '@svc/twin-kit';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { invalidField } from '../../http/validate.ts';

export const renderChecks: Handler<'renderChecks'> = async ({ twins }, { body: { twin, items } }) => {
  if (!twins.ids.includes(twin)) throw invalidField('twin', `must be one of ${twins.ids.join(', ')}`, 'unknown_twin');
  const checks = new Map((await twins.load(twin))?.checks.map((check) => [check.id, check]));
  const lines = items.map((item, index) => {
    const check = checks.get(item.check);
    if (!check) throw invalidField(`items[${index}].check`, `is not a check of ${twin}`, 'unknown_check');
    return render(check, item.args, index);
  });
  return ok({ twin, lines });
};

function render(check: Check, args: Record<string, string>, index: number): string {
  try {
    return renderCheck(check, args);
  } catch (error) {
    if (!(error instanceof CheckArgumentError)) throw error;
    // The error's own text begins with the path below the item.
    const path = `items[${index}].${error.path}`;
    throw invalidField(path, error.message.slice(error.path.length + 1), 'invalid_argument');
  }
}
