import { vendorShell } from './agent-shell.ts';
import { clientHints } from './clients.ts';
import { quoted, word } from './shell.ts';
import { type Endpoints, twinVariables } from './variables.ts';

/** A few lines that reach a twin of a sandbox, to be pasted as they are. */
export interface Snippet {
  /** The twin that it reaches; null for all of them. */
  twin: string | null;
  /** The client or what else it is for. */
  title: string;
  language: 'js' | 'json' | 'py' | 'sh';
  text: string;
  /** A command that runs meanwhile, in a terminal of its own. */
  before?: string;
}

/** One twin of a sandbox. */
interface Reached {
  twin: string;
  session: string;
  token: string;
  api_url: string;
}

/** By default of `svc connect` here; whoever has it taken chooses another. */
const PORT = 8080;

/** Where the variables of a shell are kept. */
const SHELL_FILE = 'svc-shell.env';

/** A text of JavaScript, Python or JSON. */
const text = (value: string): string => JSON.stringify(value);

type OfVendor = (at: Reached) => Pick<Snippet, 'title' | 'language' | 'text'>[];

/** Each vendor's own clients, as docs/sdk shows them. */
const CLIENTS: Readonly<Record<string, OfVendor>> = {
  github: ({ api_url, token }) => [
    {
      title: 'octokit',
      language: 'js',
      text: `import { Octokit } from 'octokit';

const octokit = new Octokit({ baseUrl: ${text(api_url)}, auth: ${text(token)} });
const { data: user } = await octokit.rest.users.getAuthenticated();
console.log(user.login);`,
    },
    {
      title: 'PyGithub',
      language: 'py',
      text: `from github import Github

github = Github(${text(token)}, base_url=${text(api_url)})
print(github.get_user().login)`,
    },
    { title: 'curl', language: 'sh', text: curl(`${api_url}/user`, `Authorization: Bearer ${token}`) },
    {
      title: 'git',
      language: 'sh',
      text: `export GIT_CONFIG_COUNT=2
export GIT_CONFIG_KEY_0=${word(`url.${api_url}/.insteadOf`)} GIT_CONFIG_VALUE_0=https://github.com/
export GIT_CONFIG_KEY_1=${word(`http.${api_url}/.extraHeader`)} GIT_CONFIG_VALUE_1=${quoted(`Authorization: Bearer ${token}`)}
git clone https://github.com/OWNER/REPOSITORY`,
    },
  ],
  stripe: ({ api_url, token }) => [
    {
      title: 'stripe-node',
      language: 'js',
      text: `import Stripe from 'stripe';

const base = ${text(api_url)};
const httpClient = Stripe.createFetchHttpClient((url, init) => fetch(base + new URL(url).pathname + new URL(url).search, init));
const stripe = new Stripe(${text(token)}, { httpClient });
console.log((await stripe.balance.retrieve()).object);`,
    },
    {
      title: 'stripe-python',
      language: 'py',
      text: `import stripe

stripe.api_base, stripe.api_key = ${text(api_url)}, ${text(token)}
print(stripe.Balance.retrieve().object)`,
    },
    { title: 'curl', language: 'sh', text: `curl -s ${word(`${api_url}/v1/balance`)} -u ${word(`${token}:`)}` },
  ],
  slack: ({ api_url, token }) => [
    {
      title: '@slack/web-api',
      language: 'js',
      text: `import { WebClient } from '@slack/web-api';

const slack = new WebClient(${text(token)}, { slackApiUrl: ${text(`${api_url}/api/`)} });
console.log((await slack.auth.test()).user);`,
    },
    { title: 'curl', language: 'sh', text: curl(`${api_url}/api/auth.test`, `Authorization: Bearer ${token}`, '-X POST') },
  ],
  gmail: ({ api_url, token }) => [
    {
      title: '@googleapis/gmail',
      language: 'js',
      text: `import { gmail } from '@googleapis/gmail';
import { OAuth2Client } from 'google-auth-library';

const auth = new OAuth2Client();
auth.setCredentials({ access_token: ${text(token)} });
const fetchImplementation = (url, init) => {
  const { pathname, search } = new URL(url);
  return fetch(${text(api_url)} + pathname + search, init);
};
const { users } = gmail({ version: 'v1', auth, fetchImplementation });
console.log((await users.getProfile({ userId: 'me' })).data.emailAddress);`,
    },
    {
      title: 'google-api-python-client',
      language: 'py',
      text: `from google.oauth2.credentials import Credentials
from google_auth_httplib2 import AuthorizedHttp
from googleapiclient.discovery import build
from googleapiclient.http import build_http

http = AuthorizedHttp(Credentials(${text(token)}), http=build_http())
description = ${text(api_url)} + "/$discovery/rest?version={apiVersion}"
gmail = build("gmail", "v1", http=http, discoveryServiceUrl=description, cache_discovery=False)
print(gmail.users().getProfile(userId="me").execute()["emailAddress"])`,
    },
    {
      title: 'curl',
      language: 'sh',
      text: curl(`${api_url}/gmail/v1/users/me/profile`, `Authorization: Bearer ${token}`),
    },
  ],
  linear: ({ api_url, token }) => [
    {
      title: '@linear/sdk',
      language: 'js',
      text: `import { LinearClient } from '@linear/sdk';

const linear = new LinearClient({ apiKey: ${text(token)}, apiUrl: ${text(`${api_url}/graphql`)} });
console.log((await linear.viewer).name);`,
    },
    {
      title: 'curl',
      language: 'sh',
      text: `${curl(`${api_url}/graphql`, `Authorization: ${token}`, "-H 'Content-Type: application/json'")} -d '{"query":"{ viewer { name } }"}'`,
    },
  ],
};

function curl(url: string, header: string, more = ''): string {
  return `curl -s ${word(url)} -H ${quoted(header)}${more && ` ${more}`}`;
}

/** Clients that take a host but no path, over `svc connect`. */
function connected({ twin, session }: Reached): Snippet[] {
  const hints = clientHints(twin, { rest_url: `http://127.0.0.1:${PORT}` }, word);
  const connect = `svc connect ${word(session)} --twin ${word(twin)}`;
  const overPort = hints.map(
    ({ client, use }): Snippet => ({
      twin,
      title: `${client}, over svc connect`,
      language: 'sh',
      text: use,
      before: `${connect} --port ${PORT}`,
    }),
  );
  return vendorShell(twin) ? [...overPort, ofShell(twin, connect)] : overPort;
}

/** Programs that take the sandbox for their vendor, with nothing but variables. */
const ofShell = (twin: string, connect: string): Snippet => ({
  twin,
  title: 'gh in a shell',
  language: 'sh',
  text: `env $(cat ${SHELL_FILE}) gh api user`,
  before: `${connect} --shell > ${SHELL_FILE}`,
});

/** What reaches the twins of a sandbox: variables for an agent, each vendor's clients, its command lines, and MCP clients. */
export function connectionSnippets(session: string, endpoints: Endpoints, token: string): Snippet[] {
  const twins = Object.entries(endpoints);
  const variables = Object.entries(twinVariables(endpoints, token));
  const servers = twins.map(([twin, { mcp_url }]) => [
    twin,
    { type: 'http', url: mcp_url, headers: { Authorization: `Bearer ${token}` } },
  ]);
  return [
    {
      twin: null,
      title: 'Environment',
      language: 'sh',
      text: variables.map(([name, value]) => `export ${name}=${word(value)}`).join('\n'),
    },
    {
      twin: null,
      title: 'MCP clients',
      language: 'json',
      text: JSON.stringify({ mcpServers: Object.fromEntries(servers) }, null, 2),
    },
    ...twins.flatMap(([twin, { api_url }]): Snippet[] => {
      const at = { twin, session, token, api_url };
      const own = (Object.hasOwn(CLIENTS, twin) && CLIENTS[twin]?.(at)) || [];
      return [...own.map((snippet) => ({ twin, ...snippet })), ...connected(at)];
    }),
  ];
}
