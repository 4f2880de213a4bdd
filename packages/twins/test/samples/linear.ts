import type { TwinSample } from '@svc/twin-kit/testing';

const graphql = (query: string) => ({ method: 'POST', path: '/graphql', body: { query } });
const refusal = {
  status: 401,
  body: { errors: [{ extensions: { code: 'AUTHENTICATION_ERROR', type: 'authentication error' } }] },
};

export const linear: TwinSample = {
  read: { ...graphql('{ issues { nodes { id title state { name } } } }'), action: 'list_issues' },
  write: (n) => ({
    ...graphql(`mutation { commentCreate(input: { issueId: "ENG-1", body: "Comment ${n}" }) { success comment { id url } } }`),
    action: 'create_comment',
  }),
  list: () => graphql('{ comments { nodes { id body } } }'),
  refused: graphql('mutation { issueUpdate(id: "ENG-1", input: { stateId: "Done" }) { success } }'),
  unknown: { method: 'GET', path: '/rest/issues', status: 404 },
  unsupported: { ...graphql('{ releases { nodes { id } } }'), status: 501 },
  unauthenticated: refusal,
  badCredentials: refusal,
  seed: { issues: [{ title: 'The only one' }] },
  unknownKey: { seed: { tickets: [] }, refused: true },
  invalidSeed: { seed: { issues: [{ title: 'A', state: 'Nowhere' }] }, path: 'issues[0].state' },
  tools: {
    read: { name: 'get_issue', arguments: { id: 'ENG-1' } },
    write: (n) => ({ name: 'save_comment', arguments: { issueId: 'ENG-1', body: `Comment ${n}` }, action: 'create_comment' }),
  },
};
