import { GatewayError } from '@multilane/errors';
import type { OpenMcpConnection } from '@multilane/persistence';
import type { McpExchange } from '../../services/mcp-service.js';
import type { McpServer } from '../../snapshot/mcp-servers.js';
import type { UsableServer } from '../find-servers.js';
import type { ConnectionKey, ConnectionStore } from './user-tokens.js';

/** The account of a caller at a server. */
export interface CallerConnection {
  readonly key: ConnectionKey;
  readonly connection: OpenMcpConnection;
}

/** A server, with the account that the caller has there if the server wants one. */
export interface ConnectedServer extends UsableServer {
  readonly account: CallerConnection | undefined;
}

/** Finds the accounts of callers at the servers that want one of each person (docs/contract/mcp.md#accounts-of-people). */
export class UserConnections {
  /** @param store undefined without a database */
  constructor(private readonly store: ConnectionStore | undefined) {}

  /** The servers without those that want an account which the caller does not have. */
  async connect(usable: readonly UsableServer[], asker: McpExchange['admission']): Promise<readonly ConnectedServer[]> {
    const connected = await Promise.all(usable.map((one) => this.connectOne(one, asker)));
    return connected.flatMap((one) => one ?? []);
  }

  private async connectOne(
    usable: UsableServer,
    asker: McpExchange['admission'],
  ): Promise<ConnectedServer | undefined> {
    const { server } = usable;
    if (server.userOauth === undefined) return { ...usable, account: undefined };
    const account = await this.find(server, asker);
    return account && { ...usable, account };
  }

  private async find(
    { stored, url }: McpServer,
    { caller }: McpExchange['admission'],
  ): Promise<CallerConnection | undefined> {
    const userId = personOf(caller);
    if (this.store === undefined || stored === undefined || userId === undefined) return undefined;
    const key = { organizationId: stored.organizationId, serverId: stored.id, userId };
    const connection = await this.store.open(key.organizationId, key.serverId, userId);
    // Tokens go to no other address than the one that they were issued for.
    return connection?.resource === url && connection !== undefined ? { key, connection } : undefined;
  }
}

/** Administrators issue API keys in the name of others: only what the person alone can hold uses the person's accounts. */
function personOf({ credentialType, userId }: McpExchange['admission']['caller']): string | undefined {
  return credentialType === 'pat' || credentialType === 'session' ? userId : undefined;
}

/** A caller without an account at the only server that it asks for. */
export function refuseWithoutAccount({ caller }: McpExchange['admission']): GatewayError {
  const message =
    personOf(caller) === undefined
      ? 'The MCP server wants an account of each person. Use a personal access token.'
      : 'Connect your account to the MCP server first: POST /admin/mcp-servers/{id}/connection in a session.';
  return new GatewayError('permission_denied', { message });
}
