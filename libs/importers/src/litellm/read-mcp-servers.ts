import { MCP_SERVER_NAME } from '@multilane/config';
import type { SourceNode } from '../source-node.js';
import { describeSecret } from '../variables.js';
import type { LitellmContext } from './context.js';

/** Headers in which LiteLLM sends the credential of a server (https://docs.litellm.ai/docs/mcp). */
const HEADERS: Readonly<Record<string, (secret: string) => readonly [name: string, value: string]>> = {
  bearer_token: (secret) => ['authorization', `Bearer ${secret}`],
  bearer: (secret) => ['authorization', `Bearer ${secret}`],
  authorization: (secret) => ['authorization', secret],
  api_key: (secret) => ['x-api-key', secret],
};

/** Restrictions of a server that have no counterpart. */
const RESTRICTIONS = [
  ...['disallowed_tools', 'allowed_params', 'tool_permissions', 'rpm', 'max_concurrent_requests'],
  ...['token_validation', 'is_byok'],
];

/** General settings with which servers for every key are not for every key. */
const SCOPES = ['mcp_allow_all_keys_respects_mcp_scope', 'require_key_mcp_access_defined'];

/** Servers become `mcp.servers` that no team may use, unless LiteLLM offers them to every key. */
export function readMcpServers(context: LitellmContext): void {
  for (const [name, node] of context.root.at('mcp_servers').entries) readServer(context, name, node);
}

function readServer(context: LitellmContext, source: string, node: SourceNode): void {
  const { findings, draft, variables } = context;
  const name = source.toLowerCase().replaceAll('_', '-');
  const transport = node.at('transport').text ?? (node.at('command').exists ? 'stdio' : 'http');
  const lost = findLost(node);
  if (lost !== undefined) {
    findings.opensAccess(node, `The server has ${lost}, which cannot be kept. It was left out.`);
    return;
  }
  const url = variables.plain(node.at('url'), 'url');
  const command = [...node.at('command').texts, ...node.at('args').texts];
  const isReachable = transport === 'stdio' ? command.length > 0 : transport === 'http' && url !== undefined;
  const isTaken = draft.mcpServers.some((server) => server.name === name);
  if (!MCP_SERVER_NAME.test(name) || isTaken || !isReachable) {
    findings.manual(
      node,
      'Add the server under `mcp.servers`: its name, its transport or its address cannot be used as it is.',
    );
    return;
  }
  const settings = context.root.at('general_settings');
  const isOpen = node.at('allow_all_keys').flag === true && !SCOPES.some((each) => settings.at(each).flag === true);
  const tools = node.at('allowed_tools').texts;
  draft.mcpServers.push({
    name,
    ...(node.at('description').text !== undefined && { description: node.at('description').text }),
    ...(transport === 'stdio' ? { command, env: readTexts(context, node.at('env')) } : { url: url?.text }),
    headers: readHeaders(context, node, name),
    ...(tools.length > 0 && { tools }),
    ...(!isOpen && { access: [] }),
  });
  findings.approximate(
    node,
    isOpen
      ? 'Became a server of `mcp.servers`, for every caller.'
      : 'Became a server of `mcp.servers` that nobody may use yet: name its teams in `access`.',
  );
}

function findLost(node: SourceNode): string | undefined {
  const found = RESTRICTIONS.find((each) => node.at(each).exists && node.at(each).flag !== false);
  // Addresses of callers are not told apart.
  if (found === undefined && node.at('available_on_public_internet').flag === false)
    return 'available_on_public_internet';
  return found;
}

function readHeaders(context: LitellmContext, node: SourceNode, name: string): Record<string, string> {
  const headers = readTexts(context, node.at('static_headers'));
  const kind = node.at('auth_type').text ?? 'none';
  const value = node.at('auth_value').exists ? node.at('auth_value') : node.at('authentication_token');
  const secret = context.variables.secret(value, `MCP_${name.toUpperCase().replaceAll('-', '_')}_TOKEN`);
  const write = Object.hasOwn(HEADERS, kind) ? HEADERS[kind] : undefined;
  if (kind === 'none') return headers;
  if (secret === undefined || write === undefined) {
    context.findings.manual(node.at('auth_type'), 'Set `headers` or `oauth` of the server.');
    return headers;
  }
  context.findings.add(value, ...describeSecret(secret));
  const [header, text] = write(secret.text);
  return { ...headers, [header]: text };
}

/** Members that may be secrets: they become variables. */
function readTexts({ variables, findings }: LitellmContext, node: SourceNode): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, member] of node.entries) {
    const value = variables.secret(
      member,
      name
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, '_')
        .slice(0, 60),
    );
    if (value === undefined) continue;
    texts[name] = value.text;
    findings.add(member, ...describeSecret(value));
  }
  return texts;
}
