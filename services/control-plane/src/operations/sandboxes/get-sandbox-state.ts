import type { Handler } from '../../http/call.ts';
import { invalidField } from '../../http/validate.ts';
import { findSandbox } from '../../sandboxes/find.ts';
import { worldAnswer } from '../../worlds/answer.ts';
import { cutAt, rowsOf, rowsTold, sumOf } from '../../worlds/cut.ts';
import { readTwin, requireTwins, twinsOf } from '../../worlds/twins.ts';

export const getSandboxState: Handler<'getSandboxState'> = async (service, call) => {
  const sandbox = await findSandbox(service, call, call.id);
  requireTwins(sandbox);
  const { step, twin = sandbox.twins[0] as string } = call.query;
  if (!sandbox.twins.includes(twin)) throw invalidField('twin', 'is not a twin of the sandbox', 'unknown_twin');
  const twins = await twinsOf(service, sandbox);
  const address = twins.find((one) => one.twin === twin) as (typeof twins)[number];
  if (step === undefined) {
    const others = await rowsOf(
      sandbox,
      twins.filter((one) => one !== address),
    );
    const state = await readTwin(sandbox, address, '/_svc/state');
    const row = rowsTold(state);
    return worldAnswer({ twin, step: sumOf(others) + row, row }, state);
  }
  const row = (await cutAt(sandbox, twins, step, 'step')).get(twin) ?? 0;
  return worldAnswer({ twin, step, row }, await readTwin(sandbox, address, `/_svc/state?step=${row}`));
};
