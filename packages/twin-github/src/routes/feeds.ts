import { json } from '@svc/twin-kit';
import { viewerOf } from '../actions/access.ts';
import type { GithubContext } from '../world.ts';
import { operation } from './operation.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

/** Private feeds are told only to who signs in by Basic (docs: "Get feeds"), with a password that no token is. */
function feeds(context: GithubContext) {
  const { links } = context;
  const addresses = {
    timeline: links.to('/timeline'),
    user: `${links.to('/')}{user}`,
    security_advisories: links.to('/security-advisories'),
    current_user_public: links.to(`/${encodeURIComponent(viewerOf(context).login)}`),
    repository_discussions: `${links.to('/')}{user}/{repo}/discussions`,
    repository_discussions_category: `${links.to('/')}{user}/{repo}/discussions/categories/{category}`,
  };
  const all = Object.entries(addresses);
  return {
    ...Object.fromEntries(all.map(([name, href]) => [`${name}_url`, href])),
    _links: Object.fromEntries(all.map(([name, href]) => [name, { href, type: 'application/atom+xml' }])),
  };
}

export const feedOperations = [
  operation({
    ...read,
    id: 'activity/get-feeds',
    path: '/feeds',
    action: 'get_feeds',
    handle: (context) => json(feeds(context)),
  }),
];
