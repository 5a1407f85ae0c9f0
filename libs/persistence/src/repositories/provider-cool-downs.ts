import type { Access } from '../connection/connection.js';
import { command, statement } from '../statements/statement.js';
import { ALIVE_SECONDS } from './replicas.js';

/** Part of a provider that is passed over. */
export type CoolDownKind = 'model' | 'credential';

/** Report of a gateway: it passes over a model or a credential of a provider. Durations in milliseconds, as the clocks of processes differ. */
export interface CoolDownReport {
  readonly providerId: string;
  readonly kind: CoolDownKind;
  /** Name of the model at the provider, or the hint of the credential. */
  readonly subject: string;
  readonly reason: string;
  /** Status of the provider's answer; null if there was none. */
  readonly status: number | null;
  readonly untilMs: number;
}

/** Cool-down as the gateways that are alive see it. */
export interface ProviderCoolDown {
  readonly providerId: string;
  readonly kind: CoolDownKind;
  readonly subject: string;
  /** Reason of the report that lasts longest. */
  readonly reason: string;
  readonly status: number | null;
  readonly since: Date;
  readonly until: Date;
  /** Number of gateways that pass it over. */
  readonly gateways: number;
}

/** Cool-downs of one provider that are shown: those that last longest. */
const MOST_OF_PROVIDER = 20;

/** A cool-down that follows another within so long is the same one, and keeps its beginning. */
const KEPT = "interval '1 minute'";

const RECORD = command(
  `INSERT INTO provider_cool_downs (provider_id, replica_id, kind, subject, reason, status, since, until)
   SELECT provider_id, $2, kind, subject, reason, status, now(), now() + until_ms * interval '1 millisecond'
     FROM jsonb_to_recordset($1::jsonb) AS said(provider_id uuid, kind text, subject text, reason text, status integer, until_ms float8)
    WHERE EXISTS (SELECT FROM replicas WHERE id = $2)
      AND EXISTS (SELECT FROM workspace_providers p WHERE p.id = said.provider_id)
    ORDER BY provider_id, kind, subject
   ON CONFLICT (provider_id, replica_id, kind, subject) DO UPDATE
      SET reason = excluded.reason, status = excluded.status, until = excluded.until,
          since = CASE WHEN provider_cool_downs.until > now() - ${KEPT}
                       THEN provider_cool_downs.since ELSE excluded.since END`,
);
const REMOVE_OVER = command(`DELETE FROM provider_cool_downs WHERE replica_id = $1 AND until < now() - ${KEPT}`);

const LIST = statement<ProviderCoolDown>(
  {
    providerId: 'uuid',
    kind: 'text',
    subject: 'text',
    reason: 'text',
    status: 'integer?',
    since: 'timestamptz',
    until: 'timestamptz',
    gateways: 'integer',
  },
  `
   SELECT "providerId", kind, subject, reason, status, since, until, gateways
     FROM (SELECT seen.*, row_number() OVER (PARTITION BY "providerId" ORDER BY until DESC, kind, subject) AS place
             FROM (SELECT c.provider_id AS "providerId", c.kind, c.subject,
                          (array_agg(c.reason ORDER BY c.until DESC, c.replica_id))[1] AS reason,
                          (array_agg(c.status ORDER BY c.until DESC, c.replica_id))[1] AS status,
                          min(c.since) AS since, max(c.until) AS until, count(*)::integer AS gateways
                     FROM provider_cool_downs c
                     JOIN workspace_providers p ON p.id = c.provider_id
                     JOIN replicas r ON r.id = c.replica_id
                    WHERE p.organization_id = $1 AND c.provider_id = ANY($2) AND c.until > now()
                      AND r.seen_at > now() - interval '${ALIVE_SECONDS} seconds'
                    GROUP BY c.provider_id, c.kind, c.subject) AS seen
          ) AS ranked
    WHERE place <= ${MOST_OF_PROVIDER} ORDER BY "providerId", place`,
);

/** Reports of gateways about what they pass over. Not a change of anything. */
export class ProviderCoolDownQueries {
  constructor(private readonly access: Access) {}

  /**
   * Stores what a gateway passes over, in place of what it said of the same before, and removes what is over. Returns the number
   * that was stored: none before the process has given its first heartbeat, and none for a provider that was removed.
   */
  record(replicaId: string, reports: readonly CoolDownReport[]): Promise<number> {
    const rows = reports.map(({ kind, providerId, reason, status, subject, untilMs }) => ({
      provider_id: providerId,
      kind,
      subject,
      reason,
      status,
      until_ms: untilMs,
    }));
    return this.access.run(async (manager) => {
      await REMOVE_OVER.run(manager, [replicaId]);
      return RECORD.count(manager, [JSON.stringify(rows), replicaId]);
    });
  }

  /**
   * Lists what gateways with a heartbeat pass over now, by the ids of the providers, which are of the organization; at most twenty of each
   * provider, those that last longest first.
   */
  async listOf(
    organizationId: string,
    providerIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ProviderCoolDown[]>> {
    const found = new Map<string, ProviderCoolDown[]>();
    if (providerIds.length === 0) return found;
    for (const row of await LIST.rows(this.access, [organizationId, [...providerIds]])) {
      const known = found.get(row.providerId);
      if (known === undefined) found.set(row.providerId, [row]);
      else known.push(row);
    }
    return found;
  }
}
