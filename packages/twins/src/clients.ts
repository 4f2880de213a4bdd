/** Where one twin is reached on this machine. */
export interface Place {
  rest_url?: string;
  mcp_url?: string;
  socket?: string;
}

/** What a command-line client wants to be told, as words of a shell. */
export interface ClientHint {
  client: string;
  use: string;
}

/** Writes a text as one word of a shell. */
type Word = (text: string) => string;

/** The listener adds the bearer: clients only insist that there is one. Stripe's wants at least twelve characters. */
const ANY_TOKEN = 'anything';
const ANY_STRIPE_KEY = 'sk_test_anything';

/** Well-known clients of each vendor that know a host or a socket, but no path. */
const HINTS: Readonly<Record<string, (place: Place, word: Word) => ClientHint[]>> = {
  github: ({ rest_url: origin, socket }, word) => [
    // gh speaks plain HTTP to github.localhost only, and through a proxy to api.github.localhost.
    ...(origin
      ? [{ client: 'gh', use: `GH_HOST=github.localhost GH_TOKEN=${ANY_TOKEN} http_proxy=${word(origin)} gh api user` }]
      : []),
    ...(socket
      ? [{ client: 'gh', use: `gh config set http_unix_socket ${word(socket)}; GH_TOKEN=${ANY_TOKEN} gh api user` }]
      : []),
    ...(origin
      ? [
          {
            client: 'hub',
            use: `HUB_TEST_HOST=${word(origin)} GITHUB_HOST=${word(new URL(origin).host)} GITHUB_USER=octocat GITHUB_TOKEN=${ANY_TOKEN} hub api user`,
          },
        ]
      : []),
  ],
  stripe: ({ rest_url: origin }, word) =>
    origin ? [{ client: 'stripe', use: `stripe get /v1/customers --api-base ${word(origin)} --api-key ${ANY_STRIPE_KEY}` }] : [],
};

/** What the clients of a twin's vendor want to be told. */
export const clientHints = (twin: string, place: Place, word: Word): ClientHint[] =>
  (Object.hasOwn(HINTS, twin) && HINTS[twin]?.(place, word)) || [];
