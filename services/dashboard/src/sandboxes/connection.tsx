import type { TwinEndpoints } from '@svc/contract';
import { Copy } from '../parts/copy.tsx';

interface Props {
  twins: Record<string, TwinEndpoints>;
  token: string;
}

/** What an agent needs to reach the twins. The token opens this sandbox only, and ends with it. */
export function Connection({ twins, token }: Props) {
  const entries = Object.entries(twins);
  const snippets = [
    {
      title: 'Environment',
      text: [...entries.flatMap(([twin, urls]) => variables(twin, urls)), `export SVC_AUTH_TOKEN=${token}`].join('\n'),
    },
    ...entries.map(([twin, { api_url }]) => ({
      title: `curl: the world of ${twin}`,
      text: `curl -H 'Authorization: Bearer ${token}' ${api_url}/_svc/state`,
    })),
    {
      title: 'MCP clients',
      text: JSON.stringify({ mcpServers: Object.fromEntries(entries.map((entry) => server(entry, token))) }, null, 2),
    },
  ];
  return (
    <section>
      <h2>Connect an agent</h2>
      <p className="hint">The token in these opens the twins of this sandbox and nothing else; it ends with the sandbox.</p>
      {snippets.map(({ title, text }) => (
        <details key={title}>
          <summary>{title}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
          <section className="json" tabIndex={0} aria-label={title}>
            <pre>{text}</pre>
          </section>
          <Copy text={text} what={title} />
        </details>
      ))}
    </section>
  );
}

function variables(twin: string, { api_url, mcp_url }: TwinEndpoints): string[] {
  const name = twin.toUpperCase();
  return [`export SVC_${name}_REST_URL=${api_url}`, `export SVC_${name}_MCP_URL=${mcp_url}`];
}

const server = ([twin, { mcp_url }]: [string, TwinEndpoints], token: string) => [
  twin,
  { type: 'http', url: mcp_url, headers: { Authorization: `Bearer ${token}` } },
];
