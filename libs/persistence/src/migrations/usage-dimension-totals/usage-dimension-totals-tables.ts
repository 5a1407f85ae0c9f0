/** Columns of sums, with their types. */
export const SUMS = {
  requests: 'bigint',
  refused_requests: 'bigint',
  failed_requests: 'bigint',
  cancelled_requests: 'bigint',
  prompt_tokens: 'bigint',
  completion_tokens: 'bigint',
  total_tokens: 'bigint',
  cached_tokens: 'bigint',
  reasoning_tokens: 'bigint',
  cost_usd: 'numeric(24, 10)',
  images: 'bigint',
  characters: 'bigint',
  audio_seconds: 'double precision',
} as const;

const SUM_NAMES = Object.keys(SUMS);

/** Columns that tell the rows apart. */
export const TOTALS_PLACE = 'organization_id, kind, name, part, value, at';

/** Parts of the table: sums of a value by day and by month, and of all values together by day, whose `value` is empty. */
export const TOTALS_PARTS = { day: 0, month: 1, allOfDay: 2 } as const;

/** Rows of `usage_dimension_totals` that a row of `usage_dimensions` with this day and value is part of, as a list of SQL values. */
export const TOTALS_OF_ROW = `(VALUES (${TOTALS_PARTS.day}::smallint, day, value),
  (${TOTALS_PARTS.month}::smallint, date_trunc('month', day)::date, value),
  (${TOTALS_PARTS.allOfDay}::smallint, day, '')) AS place(part, at, of_value)`;

/**
 * The totals, and the sums of new records until they are added to the tables that have an index: many rows at once cost far less than a few
 * with each store of records. Rows of the queue come and go all day.
 */
export const DIMENSION_TOTALS: readonly string[] = [
  'CREATE TABLE usage_dimension_queue (LIKE usage_dimensions)',
  `ALTER TABLE usage_dimension_queue SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
    autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 100000)`,
  `CREATE TABLE usage_dimension_totals (
    organization_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    part smallint NOT NULL,
    at date NOT NULL,
    value text NOT NULL,
    ${Object.entries(SUMS)
      .map(([name, type]) => `${name} ${type} NOT NULL`)
      .join(', ')}
  )`,
  `ALTER TABLE usage_dimension_totals SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02)`,
];

/** Made after the table is filled, which is faster. */
export const DIMENSION_TOTALS_INDEXES: readonly string[] = [
  // The days of a value are together in it.
  `CREATE UNIQUE INDEX uq_usage_dimension_totals__row ON usage_dimension_totals (${TOTALS_PLACE})`,
  // Pages are read in its order, and all values are ranked by it alone.
  `CREATE INDEX ix_usage_dimension_totals__cost
    ON usage_dimension_totals (organization_id, kind, name, part, at DESC, cost_usd DESC, requests DESC, value)`,
  // Series have the values with the most requests.
  `CREATE INDEX ix_usage_dimension_totals__requests ON usage_dimension_totals (organization_id, kind, name, at, requests DESC, value)
    WHERE part = ${TOTALS_PARTS.month}`,
];

/** Sums everything that is there, into the empty table. */
export const SUM_DIMENSIONS = `INSERT INTO usage_dimension_totals (${TOTALS_PLACE}, ${SUM_NAMES.join(', ')})
  SELECT organization_id, kind, name, place.part, place.of_value, place.at, ${SUM_NAMES.map((name) => `sum(${name})`).join(', ')}
    FROM usage_dimensions CROSS JOIN LATERAL ${TOTALS_OF_ROW}
   GROUP BY organization_id, kind, name, place.part, place.of_value, place.at`;
