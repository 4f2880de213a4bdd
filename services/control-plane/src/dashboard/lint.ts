import { SMALL_BODY_LIMIT_BYTES } from '@svc/contract';
import type { ScenarioFinding } from '@svc/contract/dashboard';
import { lintScenario } from '@svc/grading/lint';
import { z } from 'zod';
import { parseJson } from '../http/json.ts';
import { readBody } from '../http/read-body.ts';
import { send } from '../http/send.ts';
import { validate } from '../http/validate.ts';
import type { PageHandler } from './mount.ts';

const scenarioSchema = z.object({ text: z.string() });
/** More are not read at once. */
const MOST_FINDINGS = 100;

/** What `svc lint` would say of a scenario. */
export const lintText: PageHandler = async ({ twins }, _session, request, response) => {
  const { text } = validate(scenarioSchema, parseJson(await readBody(request, SMALL_BODY_LIMIT_BYTES)));
  const { findings } = await lintScenario(text, 'this', twins);
  const body = findings.slice(0, MOST_FINDINGS).map(
    ({ line, column, code, level, message, suggestion }): ScenarioFinding => ({
      line,
      column,
      code,
      level,
      message,
      ...(suggestion !== undefined && { suggestion }),
    }),
  );
  send(response, { status: 200, body });
};
