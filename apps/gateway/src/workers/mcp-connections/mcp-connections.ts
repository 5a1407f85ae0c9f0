import { setTimeout as delay } from 'node:timers/promises';
import type { JobQueues, JobResult, TakenJob } from '@multilane/jobs';
import type { BegunMcpConnection, DatabaseWithSecrets } from '@multilane/persistence';
import type { Logger } from '@multilane/telemetry';
import type { McpServer } from '../../snapshot/mcp-servers.js';
import type { Snapshot } from '../../snapshot/snapshot.js';

type Result = JobResult<'mcp.connect'>;

/** Steps at once in one process, and of those of one organization. */
const CONCURRENCY = 6;
const PER_ORGANIZATION = 3;
/** A server that was registered a moment ago is in the snapshot after this, in milliseconds. */
const SNAPSHOT_MS = 4_000;
const LOOK_MS = 100;
/** Connections whose tokens are revoked at a time. */
const REVOKED_AT_ONCE = 20;

export interface McpConnectionsOptions {
  readonly database: Pick<DatabaseWithSecrets, 'mcpConnections'>;
  readonly findSnapshot: () => Snapshot | undefined;
  readonly findNetwork: () => Snapshot['network'];
  readonly logger: Logger;
}

/**
 * Connects people to MCP servers with OAuth, and revokes the tokens of connections that ended (docs/contract/mcp.md#accounts-of-people).
 * Only the gateway calls addresses that people name, and opens tokens.
 */
export class McpConnections {
  constructor(private readonly options: McpConnectionsOptions) {}

  startWorking(queues: Pick<JobQueues, 'work'>): void {
    queues.work('mcp.connect', { concurrency: CONCURRENCY, perGroup: PER_ORGANIZATION }, (job) => this.run(job));
  }

  async run({ data }: Pick<TakenJob<'mcp.connect'>, 'data'>): Promise<Result> {
    const { mcpConnections } = this.options.database;
    const connection = await mcpConnections.findBegun(data.organization_id, data.connection_id);
    if (connection === undefined) return refuse('not_found', 'The connection is no longer open. Begin it again.');
    const server = await this.findServer(connection);
    if (server === undefined) return refuse('conflict', 'The MCP server has changed, or is disabled. Begin again.');
    const { AuthorizationProblem } = await import('../../mcp/user-oauth/authorization-server.js');
    const bounded = await this.openWay();
    try {
      return data.step === 'begin'
        ? await this.begin(connection, server, data.redirect_uri, bounded.fetch)
        : await this.finish(connection, bounded.fetch);
    } catch (error) {
      if (!(error instanceof AuthorizationProblem)) throw error;
      const { cause, message } = error;
      const reason = cause instanceof Error ? cause.name : undefined;
      this.options.logger.warn({ mcp_server: server.name, reason }, `a person could not connect: ${message}`);
      return refuse('provider_error', message);
    } finally {
      await bounded.close();
    }
  }

  /** Revokes the tokens of connections that ended, and forgets them. */
  async lookAfter(): Promise<void> {
    const { mcpConnections } = this.options.database;
    if (!mcpConnections.isReady) return;
    const ended = await mcpConnections.takeEnded(REVOKED_AT_ONCE);
    if (ended.length === 0) return;
    const { readStored, revokeTokens } = await import('../../mcp/user-oauth/authorization-server.js');
    const bounded = await this.openWay();
    try {
      for (const { id, tokens } of ended) {
        try {
          if (tokens !== undefined) await revokeTokens(readStored(tokens), bounded.fetch);
          await mcpConnections.remove(id);
        } catch (error) {
          const reason = error instanceof Error ? error.name : 'unknown';
          this.options.logger.warn({ connection_id: id, reason }, 'tokens at an MCP server were not revoked');
        }
      }
    } finally {
      await bounded.close();
    }
  }

  private async begin(
    { id }: BegunMcpConnection,
    server: McpServer,
    redirectUri: string,
    fetch: Parameters<typeof import('../../mcp/user-oauth/authorization-server.js').revokeTokens>[1],
  ): Promise<Result> {
    const { beginAuthorization } = await import('../../mcp/user-oauth/authorization-server.js');
    const { address, begun, state } = await beginAuthorization(server, redirectUri, fetch);
    const isWanted = await this.options.database.mcpConnections.saveBegun(id, state, JSON.stringify(begun));
    return isWanted ? { outcome: 'begun', address } : refuse('conflict', 'The connection was begun again meanwhile.');
  }

  private async finish(
    { begun, code, id }: BegunMcpConnection,
    fetch: Parameters<typeof import('../../mcp/user-oauth/authorization-server.js').revokeTokens>[1],
  ): Promise<Result> {
    if (begun === undefined || code === undefined) return refuse('conflict', 'The connection was not begun.');
    const { finishAuthorization, readStored } = await import('../../mcp/user-oauth/authorization-server.js');
    const tokens = await finishAuthorization(readStored(begun), readStored(code), fetch);
    const isWanted = await this.options.database.mcpConnections.connect(id, JSON.stringify(tokens));
    return isWanted ? { outcome: 'connected' } : refuse('conflict', 'The connection was begun again meanwhile.');
  }

  /** The server as it is now, if the connection is still for it. */
  private async findServer({ resource, serverId, workspaceId }: BegunMcpConnection): Promise<McpServer | undefined> {
    for (const end = Date.now() + SNAPSHOT_MS; ; ) {
      const servers = this.options.findSnapshot()?.mcp.byWorkspace.get(workspaceId) ?? [];
      const server = servers.find(({ key }) => key === serverId);
      if (server?.userOauth !== undefined && server.url === resource) return server;
      if (Date.now() > end) return undefined;
      await delay(LOOK_MS);
    }
  }

  private async openWay() {
    const { createBoundedFetch } = await import('../../mcp/upstreams/bounded-fetch.js');
    return createBoundedFetch(this.options.findNetwork(), false);
  }
}

function refuse(code: (Result & { outcome: 'refused' })['code'], message: string): Result {
  return { outcome: 'refused', code, message };
}
