import type { Columns } from '@multilane/sql';
import { readPercentile } from '../audit/read-percentile.js';
import { DURATION_BINS, FIRST_BYTE_BINS } from '../audit/series-table.js';
import type { OpenAccess } from '../connection/connection.js';
import type { AlertPlace } from '../records/alert.js';
import type { Source } from '../records/organization.js';
import type { SeriesDimension } from '../records/usage/usage-series.js';
import { ALIVE_SECONDS } from '../repositories/replicas.js';
import { readRows } from '../statements/statement.js';

/** Time that one measurement may take: what takes longer is undone, and the rule says so. */
const LIMIT_MS = 5_000;

/** Rows of one measurement at most: those furthest beyond their threshold, and of durations those with the most requests. */
const MOST = 200;

/** A team with a budget of tokens a month. */
export interface MeasuredTeam {
  readonly id: string;
  readonly name: string;
  readonly limit: number;
  readonly source: Source;
}

/** An API key or a team with a budget, and what is spent of it. */
export interface MeasuredBudget {
  readonly scope: 'api_key' | 'team';
  readonly id: string;
  readonly name: string;
  readonly teamName: string | null;
  readonly limit: number;
  readonly period: 'daily' | 'weekly' | 'monthly' | 'never';
  readonly spent: number;
}

/** A group of requests, and what was counted of it. */
export interface MeasuredGroup {
  readonly value: string;
  readonly label: string | null;
  readonly requests: number;
  readonly failed: number;
  /** 95th percentile of the measured duration, in milliseconds; null without one. */
  readonly p95: number | null;
}

/** Spend of a group in an hour, and in the same hours of earlier weeks: the latest first. */
export interface MeasuredSpend {
  readonly value: string;
  readonly label: string | null;
  readonly current: number;
  readonly earlier: readonly number[];
}

export interface MeasuredCredential {
  readonly id: string;
  readonly kind: 'api_key' | 'pat' | 'vat';
  readonly name: string;
  readonly hint: string;
  readonly due: Date;
}

export interface MeasuredWebhooks {
  readonly receiver: string;
  readonly failed: number;
  readonly since: Date;
  readonly failure: string | null;
}

/** A model or credential of a provider that gateways pass over. */
export interface MeasuredCoolDown {
  readonly providerId: string;
  readonly provider: string;
  readonly workspaceId: string;
  readonly workspace: string;
  readonly kind: 'model' | 'credential';
  /** Name of the model at the provider, or the hint of the credential; empty if it has none. */
  readonly subject: string;
  readonly reason: string;
  readonly since: Date;
  /** Number of gateways that pass it over. */
  readonly gateways: number;
  /** Length so far. */
  readonly seconds: number;
}

/** A sink of exports that gets no more records. */
export interface MeasuredStop {
  readonly exportId: string;
  readonly name: string;
  /** Null for a sink of the organization. */
  readonly workspaceId: string | null;
  readonly problem: string | null;
  readonly since: Date;
}

export interface MeasuredBacklog {
  readonly waiting: number;
  readonly oldest: Date | null;
}

export interface MeasuredRegression {
  readonly runId: string;
  readonly suiteId: string;
  readonly suiteName: string;
  readonly targets: number;
  readonly at: Date;
}

/** Group of requests to look at. */
export interface AskedGroup extends AlertPlace {
  readonly dimension: SeriesDimension;
  /** Null: each value of the dimension. */
  readonly value: string | null;
}

interface BudgetPeriodStart {
  readonly period: string;
  /** RFC 3339 */
  readonly startsAt: string;
  /** Share of the budget from which a row is of interest. */
  readonly fromShare: number;
}

/** Questions of rules to the database. Each is one statement over an index, with a time limit. */
export class AlertMeasures {
  constructor(private readonly access: OpenAccess) {}

  /** Keys whose budget is spent to a share, first those that are furthest. */
  listKeyBudgets(place: AlertPlace, starts: readonly BudgetPeriodStart[]): Promise<MeasuredBudget[]> {
    return this.read<MeasuredBudget>(
      {
        scope: 'text',
        id: 'uuid',
        name: 'text',
        teamName: 'text?',
        limit: 'float8',
        period: 'text',
        spent: 'float8',
      },
      `SELECT 'api_key' AS scope, keys.id, keys.name, teams.name AS "teamName", keys.budget_usd AS "limit",
              keys.budget_reset_period AS period, accounts.spent::float8 AS spent
         FROM credentials AS keys
         JOIN unnest($4::text[], $5::timestamptz[], $6::float8[]) AS periods (period, starts_at, from_share)
           ON periods.period = keys.budget_reset_period
         JOIN budget_accounts AS accounts
           ON accounts.account = 'credential:' || keys.id || ':' || keys.budget_reset_period
          AND accounts.period_start = periods.starts_at
         LEFT JOIN teams ON teams.organization_id = keys.organization_id AND teams.id = keys.team_id
        WHERE keys.organization_id = $1 AND ($2::uuid IS NULL OR keys.workspace_id = $2) AND ($3::uuid IS NULL OR keys.team_id = $3)
          AND keys.kind = 'api_key' AND keys.budget_usd > 0 AND NOT keys.disabled
          AND accounts.spent >= keys.budget_usd * periods.from_share
        ORDER BY accounts.spent / keys.budget_usd DESC, keys.id LIMIT ${MOST}`,
      [
        ...valuesOf(place),
        starts.map(({ period }) => period),
        starts.map(({ startsAt }) => startsAt),
        starts.map(({ fromShare }) => fromShare),
      ],
    );
  }

  /** Teams that have a budget: what is spent of them is in their accounts. */
  listTeams({ organizationId, teamId }: AlertPlace): Promise<MeasuredTeam[]> {
    return this.read<MeasuredTeam>(
      { id: 'uuid', name: 'text', limit: 'float8', source: 'text' },
      `SELECT id, name, token_budget_monthly::float8 AS "limit", source FROM teams
        WHERE organization_id = $1 AND ($2::uuid IS NULL OR id = $2) AND token_budget_monthly > 0 ORDER BY id LIMIT 10000`,
      [organizationId, teamId],
    );
  }

  /**
   * Requests since a moment, by the values of a dimension; quarters of an hour are read as a whole. First those of which the largest
   * share failed, or with `measured` those with the most requests.
   */
  async listGroups(
    { dimension, value, ...place }: AskedGroup,
    since: Date,
    fewest: number,
    measured: 'duration' | 'first_byte' | undefined,
  ): Promise<MeasuredGroup[]> {
    const bins = measured === undefined ? [] : measured === 'duration' ? DURATION_BINS : FIRST_BYTE_BINS;
    const sums = bins.map((bin) => `coalesce(sum(${bin}), 0)::float8`).join(', ');
    const order = measured === undefined ? 'sum(failed_requests)::float8 / sum(requests)' : 'sum(requests)';
    const rows = await this.read<Omit<MeasuredGroup, 'p95'> & { readonly bins: readonly number[] }>(
      { value: 'text', label: 'text?', requests: 'float8', failed: 'float8', bins: 'float8[]' },
      `SELECT value, max(label) AS label, sum(requests)::float8 AS requests, sum(failed_requests)::float8 AS failed,
              ARRAY[${sums}]::float8[] AS bins
         FROM usage_series
        WHERE organization_id = $1 AND ($2::uuid IS NULL OR workspace_id = $2) AND dimension = $3 AND ($4::text IS NULL OR value = $4)
          AND bucket >= $5
        GROUP BY value HAVING sum(requests) >= $6 ORDER BY ${order} DESC, value LIMIT ${MOST}`,
      [place.organizationId, place.workspaceId, dimension, value, since.toISOString(), fewest],
    );
    return rows.map(({ bins: counts, ...row }) => ({ ...row, p95: readPercentile(counts, 0.95) ?? null }));
  }

  /** Requests since a moment that ended with one of these codes. */
  async countErrors(
    { organizationId, workspaceId }: AlertPlace,
    codes: readonly string[],
    since: Date,
  ): Promise<number> {
    const [row] = await this.read<{ requests: number }>(
      { requests: 'float8' },
      `SELECT coalesce(sum(requests), 0)::float8 AS requests FROM usage_series
        WHERE organization_id = $1 AND ($2::uuid IS NULL OR workspace_id = $2) AND dimension = 'error_code' AND value = ANY ($3)
          AND bucket >= $4`,
      [organizationId, workspaceId, codes, since.toISOString()],
    );
    return row?.requests ?? 0;
  }

  /** Spend of an hour beside the same hours of earlier weeks; weeks before the first request are left out. */
  listSpend(
    { dimension, value, ...place }: AskedGroup,
    hour: Date,
    weeks: number,
    floor: number,
  ): Promise<MeasuredSpend[]> {
    return this.read<MeasuredSpend>(
      { value: 'text', label: 'text?', current: 'float8', earlier: 'float8[]' },
      `WITH hours AS (
         SELECT week, $5::timestamptz - week * interval '7 days' AS starts_at FROM generate_series(0, $6::int) AS week
          WHERE $5::timestamptz - week * interval '7 days' >=
                (SELECT date_trunc('hour', min(bucket)) FROM usage_series WHERE organization_id = $1 AND dimension = 'all')
       ), sums AS (
         SELECT value, max(label) AS label, week, sum(cost_usd)::float8 AS cost
           FROM hours JOIN usage_series ON bucket >= starts_at AND bucket < starts_at + interval '1 hour'
          WHERE organization_id = $1 AND ($2::uuid IS NULL OR workspace_id = $2) AND dimension = $3 AND ($4::text IS NULL OR value = $4)
          GROUP BY value, week
       )
       SELECT now.value, now.label, now.cost AS current,
              ARRAY(SELECT coalesce(past.cost, 0)::float8 FROM hours LEFT JOIN sums AS past ON past.week = hours.week AND past.value = now.value
                     WHERE hours.week > 0 ORDER BY hours.week) AS earlier
         FROM sums AS now WHERE now.week = 0 AND now.cost > $7 ORDER BY now.cost DESC, now.value LIMIT ${MOST}`,
      [place.organizationId, place.workspaceId, dimension, value, hour.toISOString(), weeks, floor],
    );
  }

  /** Keys and tokens that expire between two moments: the first that do. */
  listExpiring(place: AlertPlace, from: Date, to: Date): Promise<MeasuredCredential[]> {
    return this.listDue(place, 'expires_at', from, to);
  }

  /** Tokens that must be rotated by a moment. */
  listRotations(place: AlertPlace, from: Date, to: Date): Promise<MeasuredCredential[]> {
    return this.listDue(place, 'rotation_due_at', from, to);
  }

  /** Receivers of webhooks whose deliveries failed for good since a moment, or wait after attempts that failed. */
  listFailingWebhooks({ organizationId }: AlertPlace, since: Date): Promise<MeasuredWebhooks[]> {
    return this.read<MeasuredWebhooks>(
      { receiver: 'text', failed: 'integer', since: 'timestamptz', failure: 'text?' },
      `SELECT receiver, count(*)::int AS failed, min(created_at) AS since, max(failure) AS failure FROM webhook_deliveries
        WHERE organization_id = $1 AND failure IS NOT NULL AND status <> 'delivered' AND attempted_at >= $2
        GROUP BY receiver ORDER BY count(*) DESC, receiver LIMIT ${MOST}`,
      [organizationId, since.toISOString()],
    );
  }

  /** Asynchronous jobs and lines of batches that have waited since a moment. */
  async countBacklog({ organizationId }: AlertPlace, before: Date): Promise<MeasuredBacklog> {
    const [row] = await this.read<MeasuredBacklog>(
      { waiting: 'integer', oldest: 'timestamptz?' },
      `SELECT count(*)::int AS waiting, min(created_at) AS oldest
         FROM (SELECT created_at FROM async_jobs WHERE organization_id = $1 AND status = 'pending' AND created_at < $2 LIMIT 1000000) AS jobs`,
      [organizationId, before.toISOString()],
    );
    return row ?? { waiting: 0, oldest: null };
  }

  /**
   * Models and credentials of the providers of a place that live gateways have passed over for so many minutes, or did until within the last
   * minute: a cool-down that follows another within a minute goes on with it. Those that last longest come first.
   */
  listCoolDowns({ organizationId, workspaceId }: AlertPlace, minutes: number): Promise<MeasuredCoolDown[]> {
    return this.read<MeasuredCoolDown>(
      {
        ...{ providerId: 'uuid', provider: 'text', workspaceId: 'uuid', workspace: 'text', kind: 'text' },
        ...{ subject: 'text', reason: 'text', since: 'timestamptz', gateways: 'integer', seconds: 'float8' },
      },
      `SELECT "providerId", provider, "workspaceId", workspace, kind, subject, reason, since, gateways, seconds
         FROM (SELECT cooling.provider_id AS "providerId", providers.name AS provider, workspaces.id AS "workspaceId",
                      workspaces.name AS workspace, cooling.kind, cooling.subject,
                      (array_agg(cooling.reason ORDER BY cooling.until DESC, cooling.replica_id))[1] AS reason,
                      min(cooling.since) AS since, count(*)::int AS gateways,
                      extract(epoch FROM least(now(), max(cooling.until)) - min(cooling.since))::float8 AS seconds
                 FROM provider_cool_downs AS cooling
                 JOIN workspace_providers AS providers ON providers.id = cooling.provider_id
                 JOIN workspaces ON workspaces.id = providers.workspace_id
                 JOIN replicas ON replicas.id = cooling.replica_id
                WHERE providers.organization_id = $1 AND ($2::uuid IS NULL OR providers.workspace_id = $2)
                  AND cooling.until > now() - interval '1 minute'
                  AND replicas.seen_at > now() - interval '${ALIVE_SECONDS} seconds'
                GROUP BY cooling.provider_id, providers.name, workspaces.id, workspaces.name, cooling.kind, cooling.subject) AS found
        WHERE seconds >= $3 * 60.0 ORDER BY seconds DESC, "providerId", kind, subject LIMIT ${MOST}`,
      [organizationId, workspaceId, minutes],
    );
  }

  /** Suites whose last complete run since a moment is worse than its baseline. */
  listRegressions({ organizationId, workspaceId }: AlertPlace, since: Date): Promise<MeasuredRegression[]> {
    return this.read<MeasuredRegression>(
      { runId: 'uuid', suiteId: 'uuid', suiteName: 'text', targets: 'integer', at: 'timestamptz' },
      `SELECT run_id AS "runId", suite_id AS "suiteId", suites.name AS "suiteName", targets, at
         FROM (SELECT DISTINCT ON (suite_id) id AS run_id, suite_id, coalesce(regressed_targets, 0) AS targets, completed_at AS at
                 FROM eval_runs
                WHERE organization_id = $1 AND ($2::uuid IS NULL OR workspace_id = $2) AND status = 'completed' AND completed_at >= $3
                ORDER BY suite_id, completed_at DESC) AS latest
         JOIN eval_suites AS suites ON suites.id = suite_id
        WHERE targets > 0 ORDER BY at DESC LIMIT ${MOST}`,
      [organizationId, workspaceId, since.toISOString()],
    );
  }

  /** Sinks of the exports of a place that are stopped, those that stopped last first. */
  listStoppedExports({ organizationId, workspaceId }: AlertPlace): Promise<MeasuredStop[]> {
    return this.read<MeasuredStop>(
      { exportId: 'uuid', name: 'text', workspaceId: 'uuid?', problem: 'text?', since: 'timestamptz' },
      `SELECT exports.id AS "exportId", exports.name, exports.workspace_id AS "workspaceId", sinks.problem, sinks.halted_at AS since
         FROM export_sinks AS sinks JOIN exports ON exports.id = sinks.export_id
        WHERE sinks.organization_id = $1 AND ($2::uuid IS NULL OR exports.workspace_id = $2)
          AND sinks.state = 'stopped' AND sinks.halted_at IS NOT NULL
        ORDER BY sinks.halted_at DESC, exports.id LIMIT ${MOST}`,
      [organizationId, workspaceId],
    );
  }

  private listDue(
    place: AlertPlace,
    column: 'expires_at' | 'rotation_due_at',
    from: Date,
    to: Date,
  ): Promise<MeasuredCredential[]> {
    return this.read<MeasuredCredential>(
      { id: 'uuid', kind: 'text', name: 'text', hint: 'text', due: 'timestamptz' },
      `SELECT id, kind, name, hint, ${column} AS due FROM credentials
        WHERE organization_id = $1 AND ($2::uuid IS NULL OR workspace_id = $2) AND ($3::uuid IS NULL OR team_id = $3)
          AND NOT disabled AND ${column} > $4 AND ${column} <= $5 ORDER BY ${column}, id LIMIT ${MOST}`,
      [...valuesOf(place), from.toISOString(), to.toISOString()],
    );
  }

  private read<Row extends object>(columns: Columns<Row>, text: string, values: unknown[]): Promise<Row[]> {
    return this.access.transaction((manager) => readRows(manager, columns, text, values), LIMIT_MS);
  }
}

const valuesOf = ({ organizationId, teamId, workspaceId }: AlertPlace): readonly (string | null)[] => [
  organizationId,
  workspaceId,
  teamId,
];
