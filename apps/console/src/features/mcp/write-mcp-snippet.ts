import { forShell, forToml } from '../../ui/quote-for.js';

export const MCP_CLIENTS = ['claude-code', 'codex', 'generic'] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

export interface McpSnippet {
  /** File for the text; undefined for a shell. */
  readonly file?: string;
  readonly text: string;
}

const VARIABLE = 'MULTILANE_KEY';

/**
 * Writes the text that connects a client to the tools of all servers, or to those of one.
 *
 * @param origin of the service, without a slash at its end
 */
export function writeMcpSnippet(client: McpClient, origin: string, server?: string): McpSnippet {
  const url = mcpUrl(origin, server);
  const name = server ?? 'multilane';
  switch (client) {
    case 'claude-code':
      return {
        text: `claude mcp add --transport http ${name} ${forShell(url)} \\
  --header "Authorization: Bearer $${VARIABLE}"`,
      };
    case 'codex':
      return {
        file: '~/.codex/config.toml',
        text: `[mcp_servers.${name}]
url = ${forToml(url)}
bearer_token_env_var = "${VARIABLE}"`,
      };
    case 'generic': {
      const headers = { Authorization: `Bearer \${${VARIABLE}}` };
      return { text: JSON.stringify({ mcpServers: { [name]: { type: 'http', url, headers } } }, null, 2) };
    }
  }
}

/** The address of the tools of all servers, or of one. */
export function mcpUrl(origin: string, server?: string): string {
  return server === undefined ? `${origin}/mcp` : `${origin}/mcp/${encodeURIComponent(server)}`;
}
