const COUNTS = [
  'requests',
  'refused_requests',
  'failed_requests',
  'cancelled_requests',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cache_hits',
  'cache_misses',
];

const BINS = ['d', 'f'].flatMap((letter) => Array.from({ length: 30 }, (_, index) => `${letter}${index}`));

/**
 * `usage_series_sums` has the quarters of `usage_series` summed by hour and by day of UTC: of the whole organization, where the workspace is null, and
 * by workspace. `usage_series_spans` has each hour and day that there are quarters of: an open one has quarters that its sums lack.
 */
export const SERIES_SUMS = [
  `CREATE TABLE usage_series_sums (
    organization_id uuid NOT NULL,
    dimension text NOT NULL,
    hours smallint NOT NULL,
    value text NOT NULL,
    workspace_id uuid,
    at timestamptz NOT NULL,
    ${COUNTS.map((name) => `${name} bigint NOT NULL`).join(', ')},
    cost_usd numeric(24, 10) NOT NULL,
    ${BINS.map((name) => `${name} bigint`).join(', ')}
  )`,
  `CREATE UNIQUE INDEX uq_usage_series_sums__row ON usage_series_sums (organization_id, dimension, hours, value, workspace_id, at)
    NULLS NOT DISTINCT`,
  'CREATE INDEX ix_usage_series_sums__at ON usage_series_sums (organization_id, dimension, hours, workspace_id, at)',
  'CREATE INDEX ix_usage_series_sums__age ON usage_series_sums USING brin (at)',
  `CREATE TABLE usage_series_spans (
    organization_id uuid NOT NULL,
    hours smallint NOT NULL,
    at timestamptz NOT NULL,
    is_open boolean NOT NULL,
    is_summed boolean NOT NULL DEFAULT false,
    CONSTRAINT pk_usage_series_spans PRIMARY KEY (organization_id, hours, at)
  )`,
  'CREATE INDEX ix_usage_series_spans__open ON usage_series_spans (at, hours) WHERE is_open',
];

/** Opens the hours and days of some quarters. A span that is being summed is waited for, and so are these quarters by whoever sums the span. */
const openSpans = (quarters: string): string => `
  INSERT INTO usage_series_spans (organization_id, hours, at, is_open)
  SELECT DISTINCT organization_id, span.hours, date_bin(span.hours * interval '1 hour', bucket, timestamptz '2000-01-01 00:00:00+00'), true
    FROM ${quarters} CROSS JOIN (VALUES (1::smallint), (24::smallint)) AS span(hours)
   ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, hours, at) DO UPDATE SET is_open = true WHERE NOT usage_series_spans.is_open`;

/** That of the sums of usage: whoever stores records takes it anyhow. */
const LOCK = 7_246_113_554;

const trigger = (verb: 'insert' | 'update' | 'delete', given: 'NEW' | 'OLD', quarters: string): string[] => [
  `CREATE FUNCTION open_usage_series_${verb}() RETURNS trigger LANGUAGE plpgsql AS $open$
   BEGIN
     IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
     PERFORM pg_advisory_xact_lock(${LOCK});
     ${openSpans(quarters)};
     RETURN NULL;
   END $open$`,
  `CREATE TRIGGER open_usage_series_${verb} AFTER ${verb.toUpperCase()} ON usage_series REFERENCING ${given} TABLE AS changed
   FOR EACH STATEMENT EXECUTE FUNCTION open_usage_series_${verb}()`,
];

/** Each change of a quarter opens its spans, also one by a gateway of the previous release. Every record is one of `all`. */
export const SERIES_TRIGGERS = [
  ...trigger('insert', 'NEW', "(SELECT * FROM changed WHERE dimension = 'all') AS changed"),
  ...trigger('update', 'NEW', "(SELECT * FROM changed WHERE dimension = 'all') AS changed"),
  ...trigger('delete', 'OLD', 'changed'),
  `CREATE FUNCTION open_usage_series_truncate() RETURNS trigger LANGUAGE plpgsql AS $open$
   BEGIN
     TRUNCATE usage_series_sums, usage_series_spans;
     RETURN NULL;
   END $open$`,
  `CREATE TRIGGER open_usage_series_truncate AFTER TRUNCATE ON usage_series
   FOR EACH STATEMENT EXECUTE FUNCTION open_usage_series_truncate()`,
];

/** Opens the spans of all quarters that are there when the tables are made: the workspace sums them in the background. */
export const OPEN_EVERYTHING = openSpans("(SELECT * FROM usage_series WHERE dimension = 'all') AS changed");
