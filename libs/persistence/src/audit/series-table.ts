import { SERIES_DIMENSIONS, type SeriesDimension } from '../records/usage/usage-series.js';
import { IS_COUNTED } from './request-kind.js';
import { sumOfRecords } from './sum-of-records.js';

/**
 * Each dimension's value and the name to show, as SQL over a record. The rows of `all` are the sums of those of every other
 * dimension but `error_code`, which is null for requests without an error: those it does not count.
 */
const VALUES: Readonly<Record<SeriesDimension, readonly [value: string, label: string]>> = {
  all: ["''", 'NULL::text'],
  model: ["coalesce(logical_name, '')", 'NULL::text'],
  provider: ["coalesce(provider, '')", 'NULL::text'],
  team: ["coalesce(team_id::text, team, '')", 'team'],
  key: ["coalesce(credential_id::text, credential_name, '')", 'credential_name'],
  error_code: ['error_code', 'NULL::text'],
};

/**
 * Upper bounds in milliseconds of the bins that durations are counted in; a last bin holds all that is longer. Each is half as
 * long again as the one before: a percentile that is read from the bins is at most so far from the true one.
 */
export const BIN_BOUNDS: readonly number[] = Array.from(
  { length: 29 },
  (_, index) => Math.round(500 * 1.5 ** index) / 100,
);

const BINS = Array.from({ length: BIN_BOUNDS.length + 1 }, (_, index) => index);

/** Columns of the bins of the whole duration, and of the time to the first byte. */
export const DURATION_BINS = BINS.map((bin) => `d${bin}`);
export const FIRST_BYTE_BINS = BINS.map((bin) => `f${bin}`);

/** Columns that are sums, but for the cost. */
export const SERIES_COUNTS = [
  'requests',
  'refused_requests',
  'failed_requests',
  'cancelled_requests',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cache_hits',
  'cache_misses',
] as const;

const BIN_COLUMNS = [...DURATION_BINS, ...FIRST_BYTE_BINS];
const SUM_COLUMNS = [...SERIES_COUNTS, 'cost_usd'];

const PLACE = ['organization_id', 'dimension', 'value', 'workspace_id', 'bucket'];

/** Sum in each column, in the order of the columns. */
const SUMS = [
  ...SUM_COLUMNS.map(sumOfRecords),
  // A bin without requests is null, which takes no room.
  ...BINS.map((bin) => `nullif(count(*) FILTER (WHERE duration_bin = ${bin}), 0)`),
  ...BINS.map((bin) => `nullif(count(*) FILTER (WHERE first_byte_bin = ${bin}), 0)`),
];

const binOf = (column: string): string =>
  `width_bucket(${column}, ARRAY[${BIN_BOUNDS.join(', ')}]::double precision[])`;

const EXPANDED = SERIES_DIMENSIONS.map((dimension) => `('${dimension}', ${VALUES[dimension].join(', ')})`).join(', ');

/** A statement that adds the records of a query named `added` to their quarters; rows go in the order of their keys, so that nobody deadlocks. */
export const ADD_TO_SERIES = `
  INSERT INTO usage_series (${[...PLACE, 'label', ...SUM_COLUMNS, ...BIN_COLUMNS].join(', ')})
  SELECT organization_id, dimension, value, workspace_id, bucket, max(label), ${SUMS.join(', ')}
    FROM (
      SELECT added.*, seen.dimension, seen.value, seen.label,
             date_bin('15 minutes', added.time, timestamptz '2000-01-01 00:00:00+00') AS bucket,
             ${binOf('added.duration_ms')} AS duration_bin, ${binOf('added.time_to_first_byte_ms')} AS first_byte_bin
        FROM added CROSS JOIN LATERAL (VALUES ${EXPANDED}) AS seen(dimension, value, label)
       WHERE added.organization_id IS NOT NULL AND ${IS_COUNTED} AND seen.value IS NOT NULL
    ) AS counted
   GROUP BY organization_id, dimension, value, workspace_id, bucket
   ORDER BY organization_id, dimension, value, workspace_id, bucket
  ON CONFLICT (${PLACE.join(', ')}) DO UPDATE SET
    label = coalesce(excluded.label, usage_series.label),
    ${SUM_COLUMNS.map((name) => `${name} = usage_series.${name} + excluded.${name}`).join(', ')},
    ${BIN_COLUMNS.map((name) => `${name} = coalesce(usage_series.${name} + excluded.${name}, usage_series.${name}, excluded.${name})`).join(', ')}`;
