import { IS_COUNTED, PROVIDER_KIND } from '../../../audit/request-kind.js';
import type { OpenAccess } from '../../../connection/connection.js';
import { ReadTooLargeError } from '../../../database-error.js';
import type { AuditScope } from '../../../records/audit.js';
import type { RecordedUsage } from '../../../records/usage/usage-import.js';
import { readRows } from '../../../statements/statement.js';
import { Conditions } from '../../rows/conditions.js';
import { readUsage } from '../usage-read.js';

/** Days and models of an answer at most. */
const MOST_LINES = 20_000;
/** Names of one model by which callers asked, that are listed. */
const MOST_NAMES = 20;

/** Recorded requests that a bill is compared with. */
export interface RecordedRequest extends AuditScope {
  /** Kind of the providers. */
  readonly providerKind: string;
  /** Names of providers of the kind; undefined: all. */
  readonly providers?: readonly string[] | undefined;
  /** First and last day of UTC. */
  readonly fromDay: string;
  readonly toDay: string;
}

/** Requests that were sent to providers, summed by day and model for comparison with bills. */
export class RecordedUsageQueries {
  constructor(private readonly access: OpenAccess) {}

  /**
   * Sums the requests of each day of UTC and name by which a provider was asked, without those that the response cache answered.
   *
   * @throws ReadTooLargeError if the server takes too long, and for too many days and models
   */
  async list(organizationId: string, request: RecordedRequest): Promise<readonly RecordedUsage[]> {
    const { fromDay, providerKind, providers, teamId, toDay, workspaceIds } = request;
    if (workspaceIds?.length === 0) return [];
    const conditions = new Conditions()
      .add('organization_id = ?', organizationId)
      .add("time >= (?::date)::timestamp AT TIME ZONE 'UTC'", fromDay)
      .add("time < (?::date + 1)::timestamp AT TIME ZONE 'UTC'", toDay)
      .add(`${PROVIDER_KIND} = ?`, providerKind)
      .add('provider = ANY(?::text[])', providers)
      .add('workspace_id = ANY(?::uuid[])', workspaceIds)
      .add('coalesce(team_id::text, team) = ?', teamId);
    const rows = await readUsage(this.access, (manager) =>
      readRows<RecordedUsage>(
        manager,
        {
          day: 'text',
          model: 'text',
          logicalModels: 'text[]',
          requests: 'float8',
          promptTokens: 'float8',
          cachedTokens: 'float8',
          completionTokens: 'float8',
          costUsd: 'numeric',
          estimatedRequests: 'float8',
          extraAttempts: 'float8',
          brokenRequests: 'float8',
          unpricedRequests: 'float8',
        },
        `SELECT to_char((time AT TIME ZONE 'UTC')::date, 'YYYY-MM-DD') AS day, upstream_model AS model,
                (array_agg(DISTINCT coalesce(logical_name, '')))[1:${MOST_NAMES}] AS "logicalModels", count(*)::float8 AS requests,
                coalesce(sum(prompt_tokens), 0)::float8 AS "promptTokens", coalesce(sum(cached_tokens), 0)::float8 AS "cachedTokens",
                coalesce(sum(completion_tokens), 0)::float8 AS "completionTokens", coalesce(sum(cost_usd), 0) AS "costUsd",
                count(*) FILTER (WHERE usage_source = 'estimated')::float8 AS "estimatedRequests",
                coalesce(sum(greatest(attempts - 1, 0)), 0)::float8 AS "extraAttempts",
                count(*) FILTER (WHERE outcome IN ('cancelled', 'failed'))::float8 AS "brokenRequests",
                count(*) FILTER (WHERE cost_usd IS NULL AND total_tokens > 0)::float8 AS "unpricedRequests"
           FROM audit_records
          WHERE ${conditions.text} AND ${IS_COUNTED} AND upstream_model IS NOT NULL AND cache IS DISTINCT FROM 'hit'
          GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ${MOST_LINES + 1}`,
        conditions.values,
      ),
    );
    if (rows.length > MOST_LINES) throw new ReadTooLargeError(undefined);
    return rows;
  }
}
