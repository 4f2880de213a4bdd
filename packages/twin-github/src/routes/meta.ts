import { json } from '@svc/twin-kit';
import { rateLimits } from '../rate-limit.ts';
import { rootLinks } from '../render/root.ts';
import { operation } from './operation.ts';

/** A maxim of GitHub's; always the same one, so that runs are repeatable. */
const ZEN = 'Responsive is better than fast.';

const OCTOCAT = `
               MMM.           .MMM
               MMMMMMMMMMMMMMMMMMM
               MMMMMMMMMMMMMMMMMMM
              MMMMMMMMMMMMMMMMMMMMM
             MMMM::- -:::::::- -::MMMM
              MM~:~ 00~:::::~ 00~:~MM
         .. MMMMM::.00:::+:::.00::MMMMM ..
               MMMM::: ._. :::MMMM
                  MMMMMMMMMMMMM
`;

/** A twin has no address of its own to announce. */
const NETWORKS = { hooks: [], web: [], api: [], git: [], packages: [], pages: [], importer: [], actions: [], dependabot: [] };

/** Names and code points of the emoji that reactions are made of. */
const EMOJIS = [
  ['+1', '1f44d'],
  ['-1', '1f44e'],
  ['confused', '1f615'],
  ['eyes', '1f440'],
  ['heart', '2764'],
  ['laughing', '1f606'],
  ['rocket', '1f680'],
  ['tada', '1f389'],
] as const;

const base = { method: 'GET', mutates: false } as const;

export const metaOperations = [
  operation({
    ...base,
    id: 'meta/root',
    path: '/',
    fidelity: 'semantic',
    handle: ({ links }) => json(rootLinks(links)),
  }),
  operation({
    ...base,
    id: 'rate-limit/get',
    path: '/rate_limit',
    fidelity: 'shape',
    handle: ({ now }) => json(rateLimits(now)),
  }),
  operation({
    ...base,
    id: 'meta/get-zen',
    path: '/zen',
    fidelity: 'shape',
    handle: () => ({ status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: ZEN }),
  }),
  operation({
    ...base,
    id: 'meta/get-octocat',
    path: '/octocat',
    fidelity: 'shape',
    handle: () => ({ status: 200, headers: { 'content-type': 'application/octocat-stream' }, body: OCTOCAT }),
  }),
  operation({
    ...base,
    id: 'meta/get-all-versions',
    path: '/versions',
    fidelity: 'shape',
    handle: () => json(['2022-11-28']),
  }),
  operation({
    ...base,
    id: 'meta/get',
    path: '/meta',
    fidelity: 'shape',
    handle: () => json({ verifiable_password_authentication: false, ...NETWORKS, domains: { website: [] } }),
  }),
  operation({
    ...base,
    id: 'emojis/get',
    path: '/emojis',
    fidelity: 'shape',
    handle: ({ links }) =>
      json(Object.fromEntries(EMOJIS.map(([name, code]) => [name, links.to(`/images/icons/emoji/unicode/${code}.png?v8`)]))),
  }),
];
