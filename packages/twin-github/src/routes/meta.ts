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
];
