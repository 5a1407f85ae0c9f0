import type { Access } from '../../connection/connection.js';
import type { JsonObject } from '../../records/json.js';
import { statement } from '../../statements/statement.js';
import { ALIVE_SECONDS } from '../replicas.js';

/** `failing`: the last request to the server failed. */
export type McpServerStateName = 'reachable' | 'failing';

/** Report of a gateway about a server. Times are ages in milliseconds, as the clocks of processes differ. */
export interface McpServerReport {
  readonly organizationId: string;
  /** Names the server in its organization: the id of its row, or `config` and its name in gateway.yaml. */
  readonly serverKey: string;
  /** Null for one of gateway.yaml. */
  readonly serverId: string | null;
  readonly state: McpServerStateName;
  readonly sinceMs: number;
  readonly seenMs: number;
  /** The last failure. It holds nothing that the server said. */
  readonly error: JsonObject | null;
  readonly errorMs: number | null;
}

/** Last report of one gateway about a server. */
export interface McpServerState {
  readonly serverKey: string;
  readonly replicaId: string;
  readonly state: McpServerStateName;
  readonly since: Date;
  /** Time when the gateway last heard of the server, or waited for it in vain. */
  readonly seenAt: Date;
  readonly error: JsonObject | null;
  readonly errorAt: Date | null;
}

/** Gateways of one server that are shown: those that fail first. */
const MOST_OF_SERVER = 20;

/** Ages are measured anew each time: a state that goes on keeps its time. */
const RECORD = statement(
  { server_key: 'text' },
  `
   INSERT INTO mcp_server_states (organization_id, server_key, replica_id, server_id, state, since, seen_at, error, error_at)
   SELECT organization_id, server_key, $2, server_id, state, now() - since_ms * interval '1 millisecond',
          now() - seen_ms * interval '1 millisecond', error, now() - error_ms * interval '1 millisecond'
     FROM jsonb_to_recordset($1::jsonb) AS said(organization_id uuid, server_key text, server_id uuid, state text,
          since_ms float8, seen_ms float8, error jsonb, error_ms float8)
    WHERE EXISTS (SELECT FROM replicas WHERE id = $2)
      AND EXISTS (SELECT FROM organizations o WHERE o.id = said.organization_id)
      AND (server_id IS NULL
           OR EXISTS (SELECT FROM mcp_servers s WHERE s.id = server_id AND s.organization_id = said.organization_id))
   ON CONFLICT (organization_id, server_key, replica_id) DO UPDATE
      SET state = excluded.state,
          since = CASE WHEN mcp_server_states.state = excluded.state
                        AND abs(extract(epoch FROM mcp_server_states.since - excluded.since)) < 5
                       THEN mcp_server_states.since ELSE excluded.since END,
          seen_at = excluded.seen_at, error = excluded.error,
          error_at = excluded.error_at
   RETURNING server_key`,
);

const LIST = statement<McpServerState>(
  {
    serverKey: 'text',
    replicaId: 'uuid',
    state: 'text',
    since: 'timestamptz',
    seenAt: 'timestamptz',
    error: 'jsonb?',
    errorAt: 'timestamptz?',
  },
  `
   SELECT server_key AS "serverKey", replica_id AS "replicaId", state, since, seen_at AS "seenAt", error, error_at AS "errorAt"
     FROM (SELECT s.*, row_number() OVER (PARTITION BY server_key ORDER BY state = 'failing' DESC, s.seen_at DESC, replica_id) AS place
             FROM mcp_server_states s JOIN replicas r ON r.id = s.replica_id
            WHERE s.organization_id = $1 AND server_key = ANY($2) AND r.seen_at > now() - interval '${ALIVE_SECONDS} seconds'
          ) AS states
    WHERE place <= ${MOST_OF_SERVER} ORDER BY server_key, place`,
);

/** Reports of gateways about MCP servers. Not a change of anything. */
export class McpServerStateQueries {
  constructor(private readonly access: Access) {}

  /**
   * Stores what a gateway says, in place of what it said before. Returns the keys of the servers that it was stored for: none before the
   * process has given its first heartbeat, and none for a server that was removed.
   */
  record(replicaId: string, reports: readonly McpServerReport[]): Promise<ReadonlySet<string>> {
    const rows = reports.map((report) => ({
      organization_id: report.organizationId,
      server_key: report.serverKey,
      server_id: report.serverId,
      state: report.state,
      since_ms: report.sinceMs,
      seen_ms: report.seenMs,
      error: report.error,
      error_ms: report.errorMs,
    }));
    return this.access.run(async (manager) => {
      const stored = await RECORD.rows(manager, [JSON.stringify(rows), replicaId]);
      return new Set(stored.map(({ server_key: key }) => key));
    });
  }

  /**
   * Lists the reports of gateways with a heartbeat, by the servers' keys; at most twenty gateways of each: those that
   * see it fail first, then the newest.
   */
  async listOf(
    organizationId: string,
    serverKeys: readonly string[],
  ): Promise<ReadonlyMap<string, readonly McpServerState[]>> {
    const states = new Map<string, McpServerState[]>();
    if (serverKeys.length === 0) return states;
    const rows = await LIST.rows(this.access, [organizationId, [...serverKeys]]);
    for (const row of rows) {
      const known = states.get(row.serverKey);
      if (known === undefined) states.set(row.serverKey, [row]);
      else known.push(row);
    }
    return states;
  }
}
