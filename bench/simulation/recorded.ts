import { serveTwin } from '@svc/twin-kit/server';
import { loadTwin } from '@svc/twins';

/** A world with an issue to call for and to grade. */
export const WORLD = {
  users: [{ login: 'octo', type: 'User' }],
  repositories: [
    { owner: 'octo', name: 'demo', default_branch: 'main', issues: [{ number: 1, title: 'It breaks', state: 'open' }] },
  ],
};
/** What every call in a simulation asks for, below a twin's address. */
export const CALL = '/repos/octo/demo/issues';

/** What a twin has answered once. */
export interface Recorded {
  /** To `CALL`. */
  answer: string;
  /** The world, which calls that only read leave as it was. */
  state: string;
  /** The tape's row of such a call. */
  row: Record<string, unknown>;
}

/** Has GitHub's twin answer once what simulated ones are to answer. */
export async function record(): Promise<Recorded> {
  const twin = await loadTwin('github');
  if (!twin) throw new Error('There is no twin of GitHub here.');
  const served = await serveTwin(twin, { seed: WORLD });
  const get = async (path: string): Promise<string> => {
    const answer = await fetch(`${served.url}${path}`, { headers: { authorization: `Bearer ${served.token}` } });
    if (!answer.ok) throw new Error(`The twin answered ${answer.status} to ${path}.`);
    return answer.text();
  };
  try {
    const answer = await get(CALL);
    const [line = ''] = (await get('/_svc/events?format=jsonl')).split('\n');
    return { answer, state: await get('/_svc/state'), row: JSON.parse(line) };
  } finally {
    await served.close();
  }
}
