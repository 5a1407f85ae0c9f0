import { SUMS, TOTALS_PARTS } from '../usage-dimension-totals/usage-dimension-totals-tables.js';

const SUM_NAMES = Object.keys(SUMS);

/** Columns that tell the rows apart. */
export const SCOPES_PLACE = 'organization_id, kind, name, part, value, workspace_id, team, at';

/** Id of a team, or the name of one that has none, as SQL over `usage_dimensions` and its queue. Empty without a team. */
export const SCOPE_TEAM = "coalesce(team_id::text, team, '')";

/** Rows of `usage_dimension_scopes` that a row of `usage_dimensions` is part of, as a list of SQL values. */
export const SCOPES_OF_ROW = `(VALUES (${TOTALS_PARTS.month}::smallint, date_trunc('month', day)::date, value),
  (${TOTALS_PARTS.allOfDay}::smallint, day, '')) AS place(part, at, of_value)`;

/** Columns of SCOPES_PLACE, as SQL over a row of `usage_dimensions` beside SCOPES_OF_ROW. */
export const PLACE_OF_ROW = `organization_id, kind, name, place.part, place.of_value, workspace_id, ${SCOPE_TEAM}, place.at`;

export const DIMENSION_SCOPES: readonly string[] = [
  `CREATE TABLE usage_dimension_scopes (
    organization_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    part smallint NOT NULL,
    at date NOT NULL,
    workspace_id uuid,
    team text NOT NULL,
    value text NOT NULL,
    ${Object.entries(SUMS)
      .map(([name, type]) => `${name} ${type} NOT NULL`)
      .join(', ')}
  )`,
  `ALTER TABLE usage_dimension_scopes SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02)`,
];

/** Made after the table is filled, which is faster. */
export const DIMENSION_SCOPES_INDEXES: readonly string[] = [
  `CREATE UNIQUE INDEX uq_usage_dimension_scopes__row ON usage_dimension_scopes (${SCOPES_PLACE}) NULLS NOT DISTINCT`,
  // Values are ranked by it alone. Those that are known are looked up in the other: here, each would cost a search of its own.
  `CREATE INDEX ix_usage_dimension_scopes__cost
    ON usage_dimension_scopes (organization_id, kind, name, workspace_id, team, at, cost_usd DESC, requests DESC) INCLUDE (value)
    WHERE part = ${TOTALS_PARTS.month}`,
];

/** Rows of days are only read in a scope now: the days of a value of a workspace are together, and so are the values of its days. */
export const DAYS_BY_SCOPE: readonly string[] = [
  `CREATE UNIQUE INDEX uq_usage_dimensions__row ON usage_dimensions
    (organization_id, kind, name, value, workspace_id, day, team_id, team) NULLS NOT DISTINCT`,
  'CREATE INDEX ix_usage_dimensions__day ON usage_dimensions (organization_id, kind, name, workspace_id, day)',
  'DROP INDEX uq_usage_dimensions',
  'DROP INDEX ix_usage_dimensions__value',
];

/** Sums everything that is there, into the empty table. */
export const SUM_SCOPES = `INSERT INTO usage_dimension_scopes (${SCOPES_PLACE}, ${SUM_NAMES.join(', ')})
  SELECT ${PLACE_OF_ROW}, ${SUM_NAMES.map((name) => `sum(${name})`).join(', ')}
    FROM usage_dimensions CROSS JOIN LATERAL ${SCOPES_OF_ROW}
   GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`;
