import { createHash } from 'node:crypto';
import {
  declaredMcpServerKey,
  type GatewayConfig,
  type McpServerEntry,
  parseMcpServerEntry,
  type Steps,
} from '@multilane/config';
import type { SnapshotMcpServer, SnapshotRows } from '@multilane/persistence';
import { MadeFrom } from '../upstream/made-from.js';
import type { McpGrant, McpServer, SnapshotMcp, UserOauth } from './mcp-servers.js';

interface StoredAccess {
  readonly team_id?: string;
  readonly service_account_id?: string;
  readonly tools?: readonly string[] | null;
}

interface StoredSettings {
  readonly access?: readonly StoredAccess[];
  readonly oauth?: object;
  readonly user_oauth?: UserOauth;
}

/** Every MCP server that is enabled. One of a workspace whose secrets do not open, or that is no longer valid, is left out. */
export function* buildMcpServers(
  { mcp, network }: Pick<GatewayConfig, 'mcp' | 'network'>,
  rows: Pick<SnapshotRows, 'mcpServers'> | undefined,
  onProblem: (serverId: string, problem: string) => void,
): Steps<SnapshotMcp> {
  const { servers, ...settings } = mcp;
  const declared = servers.filter(({ enabled }) => enabled).map((entry) => toDeclared(entry, network));
  const byWorkspace = new Map<string, McpServer[]>();
  for (const row of rows?.mcpServers ?? []) {
    const { server, problem } = row.enabled ? stored.find(row, [network], () => readServer(row, network)) : DISABLED;
    if (problem !== undefined) onProblem(row.id, problem);
    if (server !== undefined) {
      const list = byWorkspace.get(row.workspaceId) ?? [];
      list.push(server);
      byWorkspace.set(row.workspaceId, list);
    }
    yield;
  }
  return { settings, declared, byWorkspace };
}

function toDeclared(entry: McpServerEntry, network: GatewayConfig['network']): McpServer {
  const grants = entry.access?.map(
    ({ service_account_id: serviceAccountId, team, tools }): McpGrant => ({
      teamName: team,
      serviceAccountId,
      tools: tools && new Set(tools),
    }),
  );
  return toServer(entry, network, {
    key: declaredMcpServerKey(entry.name),
    stored: undefined,
    trusted: true,
    grants,
    userOauth: undefined,
  });
}

interface ReadServer {
  readonly server?: McpServer;
  readonly problem?: string;
}

const DISABLED: ReadServer = {};

const stored = new MadeFrom<SnapshotMcpServer, ReadServer>();

function readServer(row: SnapshotMcpServer, network: GatewayConfig['network']): ReadServer {
  if (row.secrets === undefined) return { problem: row.problem };
  const { access, oauth, user_oauth: userOauth, ...settings } = row.settings as StoredSettings;
  const { client_secret: clientSecret, headers } = row.secrets;
  const { entry, problems } = parseMcpServerEntry({
    ...settings,
    name: row.name,
    ...(row.url !== null && { url: row.url }),
    ...(headers !== undefined && { headers }),
    ...(oauth && { oauth: { ...oauth, ...(clientSecret !== undefined && { client_secret: clientSecret }) } }),
  });
  // A command would run on this machine, whoever wrote it into the row.
  if (entry === undefined || entry.command !== undefined) {
    return { problem: problems === undefined ? 'its command is not of gateway.yaml' : `its field ${problems[0].path}` };
  }
  const grants = access?.map(
    ({ service_account_id: serviceAccountId, team_id: teamId, tools }): McpGrant => ({
      teamId,
      serviceAccountId,
      tools: tools ? new Set(tools) : undefined,
    }),
  );
  const owner = { id: row.id, organizationId: row.organizationId };
  const ofPeople = userOauth && { ...userOauth, client_secret: clientSecret as string | undefined };
  const own = { key: row.id, stored: owner, trusted: false, grants, userOauth: ofPeople };
  return { server: toServer(entry, network, own) };
}

function toServer(
  entry: McpServerEntry,
  network: GatewayConfig['network'],
  own: Pick<McpServer, 'grants' | 'key' | 'stored' | 'trusted' | 'userOauth'>,
): McpServer {
  const { approval, base_url, command, env, headers, kind, name, oauth, timeout_ms, tools, url } = entry;
  const reached = [kind, url, base_url, command, env, headers, oauth, network, own.trusted, own.userOauth];
  return {
    ...own,
    network,
    name,
    kind,
    url,
    base_url,
    command,
    env,
    headers,
    oauth,
    forwarded: [...new Set(entry.forward_headers.map((header) => header.toLowerCase()))],
    approval,
    timeout_ms,
    tools: tools && new Set(tools),
    priceUsd: entry.price_per_call_usd,
    toolPricesUsd: new Map(Object.entries(entry.tool_prices_usd)),
    fingerprint: createHash('sha256').update(JSON.stringify(reached)).digest('hex'),
  };
}
