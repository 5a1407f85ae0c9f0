import { createHash } from 'node:crypto';
import { SealedStore } from '../background/sealed-store.js';
import { isId, newId } from '../ids/new-id.js';
import type {
  BegunMcpConnection,
  EndedMcpConnection,
  McpConnectionRecord,
  NewMcpConnection,
  OpenMcpConnection,
} from '../records/mcp-connection.js';
import { SecretBoxError } from '../secrets/secret-box.js';
import { command, statement } from '../statements/statement.js';

const COLUMNS = {
  sql: `c.id, c.organization_id AS "organizationId", c.workspace_id AS "workspaceId", c.server_id AS "serverId",
  c.user_id AS "userId", c.created_at AS "createdAt", c.updated_at AS "updatedAt"`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    serverId: 'uuid',
    userId: 'uuid',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} as const;

/** A server that still is there, and a person who may still use it: an active one, of the workspace or running the organization. */
const IS_IN_FORCE = `
  EXISTS (SELECT FROM mcp_servers s WHERE s.id = c.server_id AND s.organization_id = c.organization_id)
  AND EXISTS (SELECT FROM users u
               WHERE u.id = c.user_id AND u.organization_id = c.organization_id AND u.active
                 AND (u.role <> 'org_member'
                      OR EXISTS (SELECT FROM memberships m
                                  WHERE m.organization_id = c.organization_id AND m.workspace_id = c.workspace_id
                                    AND m.user_id = c.user_id)))`;

/** Time for which a row is claimed. */
const CLAIM = "now() + interval '20 seconds'";
/** After so many failures tokens are forgotten, although nobody could revoke them. */
const MOST_REVOCATIONS = 5;

const REMOVE_PENDING = command(`DELETE FROM mcp_connections
   WHERE organization_id = $1 AND server_id = $2 AND user_id = $3 AND status = 'pending'`);
const BEGIN = command(`INSERT INTO mcp_connections
     (id, organization_id, workspace_id, server_id, user_id, session_id, resource, pending_until)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`);
const SAVE_BEGUN = command(`UPDATE mcp_connections SET state_hash = $2, begun_sealed = $3, updated_at = now()
   WHERE id = $1 AND status = 'pending' AND state_hash IS NULL AND ended_at IS NULL`);
const FIND_BEGUN = statement(
  { ...COLUMNS.types, resource: 'text', begunSealed: 'text?', codeSealed: 'text?' },
  `SELECT ${COLUMNS.sql}, c.resource, c.begun_sealed AS "begunSealed", c.code_sealed AS "codeSealed" FROM mcp_connections c
   WHERE c.id = $2 AND c.organization_id = $1 AND c.status = 'pending' AND c.ended_at IS NULL AND ${IS_IN_FORCE}`,
);
const CONNECT = statement(
  { server_id: 'uuid', user_id: 'uuid' },
  `UPDATE mcp_connections SET status = 'connected', tokens_sealed = $2, begun_sealed = NULL, code_sealed = NULL,
         updated_at = now()
   WHERE id = $1 AND status = 'pending' AND ended_at IS NULL RETURNING server_id, user_id`,
);
const END_OTHERS = command(`UPDATE mcp_connections SET ended_at = now(), claimed_until = NULL
   WHERE server_id = $2 AND user_id = $3 AND id <> $1 AND ended_at IS NULL`);
const FIND = statement<McpConnectionRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM mcp_connections c
   WHERE c.organization_id = $1 AND c.server_id = $2 AND c.user_id = $3 AND c.status = 'connected'
     AND c.ended_at IS NULL ORDER BY c.id DESC LIMIT 1`,
);
const OPEN = statement(
  { id: 'uuid', resource: 'text', sealed: 'text', revision: 'numeric' },
  `SELECT c.id, c.resource, c.tokens_sealed AS sealed, extract(epoch FROM c.updated_at) * 1000000 AS revision
    FROM mcp_connections c
   WHERE c.organization_id = $1 AND c.server_id = $2 AND c.user_id = $3 AND c.status = 'connected'
     AND c.ended_at IS NULL AND ${IS_IN_FORCE} ORDER BY c.id DESC LIMIT 1`,
);
const CLAIM_RENEWAL = command(`UPDATE mcp_connections SET claimed_until = ${CLAIM}
   WHERE id = $1 AND ended_at IS NULL AND (claimed_until IS NULL OR claimed_until < now())
     AND extract(epoch FROM updated_at) * 1000000 = $2::numeric`);
const SAVE_RENEWED = command(`UPDATE mcp_connections SET tokens_sealed = $2, claimed_until = NULL, updated_at = now()
   WHERE id = $1 AND ended_at IS NULL`);
const END = command(`UPDATE mcp_connections SET ended_at = now(), claimed_until = NULL
   WHERE organization_id = $1 AND server_id = $2 AND user_id = $3 AND status = 'connected' AND ended_at IS NULL`);
const END_ONE = command('UPDATE mcp_connections SET ended_at = now(), claimed_until = NULL WHERE id = $1');
const REMOVE_STALE =
  command(`DELETE FROM mcp_connections WHERE (status = 'pending' AND pending_until < now() - interval '1 hour')
   OR (revocations >= ${MOST_REVOCATIONS} AND claimed_until < now())`);
const TAKE_ENDED = statement(
  { id: 'uuid', sealed: 'text?' },
  `UPDATE mcp_connections c SET ended_at = coalesce(c.ended_at, now()), claimed_until = ${CLAIM},
             revocations = c.revocations + 1
       WHERE c.id IN (SELECT c.id FROM mcp_connections c
                       WHERE (c.claimed_until IS NULL OR c.claimed_until < now())
                         AND (c.ended_at IS NOT NULL OR (c.status = 'connected' AND NOT (${IS_IN_FORCE})))
                       ORDER BY c.id LIMIT $1 FOR UPDATE SKIP LOCKED)
   RETURNING c.id, c.tokens_sealed AS sealed`,
);
const IS_BEGUN_BY = `state_hash = $1 AND organization_id = $2 AND user_id = $3 AND session_id = $4
  AND status = 'pending' AND ended_at IS NULL AND pending_until > now()`;
const FIND_BEGUN_BY = statement<McpConnectionRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM mcp_connections c WHERE ${IS_BEGUN_BY}`,
);
const TAKE_CODE = command(
  `UPDATE mcp_connections SET state_hash = NULL, code_sealed = $5, updated_at = now() WHERE ${IS_BEGUN_BY}`,
);
const REMOVE = command('DELETE FROM mcp_connections WHERE id = $1');

/** The accounts of people at MCP servers. Tokens, and what is needed to get them, are sealed; only a gateway opens them. */
export class McpConnectionStore extends SealedStore {
  protected readonly contents = 'the tokens of people at MCP servers';

  /** Begins a connection. One that the person had begun with the server before can no longer be finished. */
  async begin(connection: NewMcpConnection): Promise<string> {
    this.boxOrThrow();
    const { organizationId, pendingUntil, resource, serverId, sessionId, userId, workspaceId } = connection;
    const id = newId();
    await this.access.transaction(async (manager) => {
      await REMOVE_PENDING.run(manager, [organizationId, serverId, userId]);
      await BEGIN.run(manager, [id, organizationId, workspaceId, serverId, userId, sessionId, resource, pendingUntil]);
    });
    return id;
  }

  /** Notes what the gateway sent a person away with. False if the connection is no longer wanted. */
  saveBegun(id: string, state: string, begun: string): Promise<boolean> {
    return SAVE_BEGUN.matches(this.access, [id, hashState(state), this.boxOrThrow().seal(begun, begunOf(id))]);
  }

  /**
   * Takes the code that a person came back with: once, within time, and only from the session that began it. Undefined if there is
   * no such connection.
   */
  async takeCode(
    state: string,
    by: { readonly organizationId: string; readonly userId: string; readonly sessionId: string },
    code: string,
  ): Promise<McpConnectionRecord | undefined> {
    const { organizationId, sessionId, userId } = by;
    const values = [hashState(state), organizationId, userId, sessionId];
    const [found] = await FIND_BEGUN_BY.rows(this.access, values);
    if (found === undefined) return undefined;
    const sealed = this.boxOrThrow().seal(code, codeOf(found.id));
    return (await TAKE_CODE.matches(this.access, [...values, sealed])) ? found : undefined;
  }

  /** A connection that is begun, for the gateway. */
  async findBegun(organizationId: string, id: string): Promise<BegunMcpConnection | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND_BEGUN.rows(this.access, [organizationId, id]);
    if (row === undefined) return undefined;
    const { begunSealed, codeSealed, ...connection } = row;
    const box = this.boxOrThrow();
    return {
      ...connection,
      begun: begunSealed === null ? undefined : box.open(begunSealed, begunOf(id)),
      code: codeSealed === null ? undefined : box.open(codeSealed, codeOf(id)),
    };
  }

  /** Connects: what the person had there before ends. False if the connection is no longer wanted. */
  async connect(id: string, tokens: string): Promise<boolean> {
    const sealed = this.boxOrThrow().seal(tokens, tokensOf(id));
    return this.access.transaction(async (manager) => {
      const [row] = await CONNECT.rows(manager, [id, sealed]);
      if (row === undefined) return false;
      await END_OTHERS.run(manager, [id, row.server_id, row.user_id]);
      return true;
    });
  }

  /** The connection of a person, for the person. */
  async find(organizationId: string, serverId: string, userId: string): Promise<McpConnectionRecord | undefined> {
    const [row] = await FIND.rows(this.access, [organizationId, serverId, userId]);
    return row;
  }

  /** The same for the gateway, with the tokens: only while the person may use the server. @throws SecretBoxError */
  async open(organizationId: string, serverId: string, userId: string): Promise<OpenMcpConnection | undefined> {
    const [row] = await OPEN.rows(this.access, [organizationId, serverId, userId]);
    if (row === undefined) return undefined;
    const { id, resource, revision, sealed } = row;
    return { id, resource, revision: Number(revision), tokens: this.boxOrThrow().open(sealed, tokensOf(id)) };
  }

  /** Lets one process renew the tokens, of those that know this revision. */
  claimRenewal(id: string, revision: number): Promise<boolean> {
    return CLAIM_RENEWAL.matches(this.access, [id, revision]);
  }

  /** Stores renewed tokens. False if the connection has ended meanwhile. */
  saveRenewed(id: string, tokens: string): Promise<boolean> {
    return SAVE_RENEWED.matches(this.access, [id, this.boxOrThrow().seal(tokens, tokensOf(id))]);
  }

  /** Ends what a person has at a server. False if there was nothing. */
  end(organizationId: string, serverId: string, userId: string): Promise<boolean> {
    return END.matches(this.access, [organizationId, serverId, userId]);
  }

  /** Ends one whose tokens the authorization server no longer takes. */
  endOne(id: string): Promise<boolean> {
    return END_ONE.matches(this.access, [id]);
  }

  /**
   * Some connections that have ended, or whose person or server is gone, for one process to revoke their tokens. Those that were
   * begun and never finished are removed.
   */
  async takeEnded(limit: number): Promise<readonly EndedMcpConnection[]> {
    await REMOVE_STALE.run(this.access);
    const rows = await TAKE_ENDED.rows(this.access, [limit]);
    return rows.map(({ id, sealed }) => ({ id, tokens: sealed === null ? undefined : this.tryOpen(id, sealed) }));
  }

  async remove(id: string): Promise<void> {
    await REMOVE.run(this.access, [id]);
  }

  private tryOpen(id: string, sealed: string): string | undefined {
    try {
      return this.boxOrThrow().open(sealed, tokensOf(id));
    } catch (error) {
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }
}

/** Sealing purposes of a connection's parts, each with its name, so that none opens in the place of another. */
export const begunOf = (id: string): string => `mcp_connection begun ${id}`;
export const codeOf = (id: string): string => `mcp_connection code ${id}`;
export const tokensOf = (id: string): string => `mcp_connection tokens ${id}`;

function hashState(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}
