import { GatewayError, needsEncryptionKey } from '@multilane/errors';
import type { JobData, JobResult } from '@multilane/jobs';
import type { Database, McpConnectionRecord, McpServerRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { Throttle } from '../../access/throttle.js';
import { WaitingRoom } from '../../access/waiting-room.js';
import { JobSender } from '../../services/job-sender.js';
import { type JobLimits, readJobAnswer } from '../../services/read-job-answer.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import type { McpServerSettings } from './mcp-server-fields.js';

/** Path to which authorization servers send browsers back. */
const CALLBACK_PATH = '/auth/mcp/callback';
/** A person may take so long at the authorization server, in milliseconds. */
const PENDING_MS = 600_000;

/** Parameters with which an authorization server sends a browser back (RFC 6749 section 4.1.2, RFC 9207). */
export interface AuthorizationAnswer {
  readonly code: string | undefined;
  readonly state: string;
  readonly iss: string | undefined;
  readonly error: string | undefined;
}

type Step = Exclude<JobResult<'mcp.connect'>, { readonly outcome: 'refused' }>;

/**
 * Connects people to the MCP servers that want an account of each (docs/contract/mcp.md#accounts-of-people). A worker of the gateway
 * asks the authorization servers: the workspace calls none, and opens no token.
 */
@Injectable()
export class McpConnectionsService {
  private readonly throttle = new Throttle({ tries: 20, seconds: 60 });
  private readonly room = new WaitingRoom();
  /** Never where a request says that it came to. */
  private readonly redirectUri: string | undefined;
  private readonly limits: JobLimits = { takenWithinMs: 11_000, answeredWithinMs: 20_000 };

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(JobSender) private readonly jobs: JobSender,
    @Inject(WORKSPACE_SERVICES) { config }: WorkspaceServices,
  ) {
    const { public_base_url: address } = config.server;
    this.redirectUri = address === undefined ? undefined : `${new URL(address).origin}${CALLBACK_PATH}`;
  }

  /**
   * Begins a connection; returns the address for the browser of the session. Fails with 409 for a server that does not use accounts of
   * people.
   */
  async begin(requester: Requester, server: McpServerRecord): Promise<string> {
    const { caller, organizationId, userId } = requester;
    const { user_oauth: oauth } = server.settings as McpServerSettings;
    if (oauth === undefined || server.url === null) {
      throw new GatewayError('conflict', { message: 'The MCP server has one credential for all: set `user_oauth`.' });
    }
    const redirectUri = this.requireRedirectUri();
    if (!this.database.mcpConnections.isReady) {
      throw new GatewayError('conflict', { message: needsEncryptionKey('Accounts of people') });
    }
    await this.throttle.take(userId);
    const id = await this.database.mcpConnections.begin({
      organizationId,
      workspaceId: server.workspaceId,
      serverId: server.id,
      userId,
      sessionId: caller.credentialId ?? '',
      resource: server.url,
      pendingUntil: new Date(Date.now() + PENDING_MS),
    });
    const step = await this.ask(organizationId, id, 'begin', redirectUri);
    if (step.outcome !== 'begun') throw new Error('a step that was begun came back as finished');
    return step.address;
  }

  /**
   * Finishes what the browser of this session began. Returns the connection.
   *
   * @throws GatewayError 400 `state` for anything else; 502 where the authorization server rejects
   */
  async finish(requester: Requester, { code, error, iss, state }: AuthorizationAnswer): Promise<McpConnectionRecord> {
    const { actor, caller, organizationId, userId } = requester;
    const redirectUri = this.requireRedirectUri();
    await this.throttle.take(userId);
    const by = { organizationId, userId, sessionId: caller.credentialId ?? '' };
    // The server's description of an error is not shown, and the state cannot be used again.
    const taken = await this.database.mcpConnections.takeCode(state, by, JSON.stringify({ code, iss }));
    if (taken === undefined) {
      throw new GatewayError('invalid_value', {
        param: 'state',
        message: '`state` is not of a connection that this session began within the last ten minutes. Begin it again.',
      });
    }
    if (code === undefined || error !== undefined) {
      throw new GatewayError('permission_denied', {
        message: 'The authorization server did not let you connect: it was cancelled, or it is not allowed to you.',
      });
    }
    await this.ask(organizationId, taken.id, 'finish', redirectUri);
    await this.note(actor, taken, 'connect');
    return taken;
  }

  find({ organizationId, userId }: Requester, { id }: McpServerRecord): Promise<McpConnectionRecord | undefined> {
    return this.database.mcpConnections.find(organizationId, id, userId);
  }

  /** Ends one's own connection. A worker revokes its tokens within a minute or two. */
  async end(requester: Requester, server: McpServerRecord): Promise<void> {
    const { actor, organizationId, userId } = requester;
    const found = await this.find(requester, server);
    if (found === undefined || !(await this.database.mcpConnections.end(organizationId, server.id, userId))) {
      throw new GatewayError('not_found', { message: 'You have no account connected to the MCP server.' });
    }
    await this.note(actor, found, 'disconnect');
  }

  private note(
    actor: Requester['actor'],
    { organizationId, serverId, userId }: McpConnectionRecord,
    verb: 'connect' | 'disconnect',
  ): Promise<void> {
    return this.database.change(actor, async ({ note }) => {
      const after = { userId };
      note({ organizationId, action: `mcp_server.${verb}`, targetType: 'mcp_server', targetId: serverId, after });
    });
  }

  private requireRedirectUri(): string {
    if (this.redirectUri !== undefined) return this.redirectUri;
    throw new GatewayError('conflict', {
      message:
        'Accounts of people need `server.public_base_url` in gateway.yaml: the address that authorization servers send people back to.',
    });
  }

  private async ask(
    organizationId: string,
    connectionId: string,
    step: JobData<'mcp.connect'>['step'],
    redirectUri: string,
  ): Promise<Step> {
    const data = { organization_id: organizationId, connection_id: connectionId, step, redirect_uri: redirectUri };
    const answer = await this.room.wait(organizationId, async () => {
      const queues = await this.jobs.queues();
      return queues.ask('mcp.connect', data, { group: organizationId, ...this.limits });
    });
    const result = readJobAnswer(answer, this.limits);
    if (result.outcome !== 'refused') return result;
    throw new GatewayError(result.code, { message: result.message });
  }
}
