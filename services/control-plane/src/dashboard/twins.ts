import type { TwinRow } from '@svc/contract/dashboard';
import { parseTask } from '@svc/grading';
import { starters } from '@svc/twins/starters';
import { send } from '../http/send.ts';
import type { PageHandler } from './mount.ts';

/** The twins that a sandbox can be started with here, each with the world that `svc init` begins its task in. */
export const listTwins: PageHandler = async ({ twins }, _session, _request, response) => {
  const loaded = await Promise.all(twins.ids.map((id) => twins.load(id)));
  const body = loaded.flatMap((twin): TwinRow[] =>
    twin ? [{ id: twin.id, title: twin.definition.title, ...exampleOf(twin.id) }] : [],
  );
  send(response, { status: 200, body });
};

function exampleOf(twin: string): Pick<TwinRow, 'example'> {
  const starter = Object.hasOwn(starters, twin) ? starters[twin] : undefined;
  if (!starter) return {};
  const { seedState } = parseTask(`# ${starter.title}\n\n## Seed State\n\n\`\`\`yaml\n${starter.seed}\`\`\`\n`);
  return { example: { title: starter.title, seed: seedState as Record<string, unknown> } };
}
