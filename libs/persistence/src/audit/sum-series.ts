import type { EntityManager } from 'typeorm';
import { command, type Statement, statement } from '../statements/statement.js';
import { DURATION_BINS, FIRST_BYTE_BINS, SERIES_COUNTS } from './series-table.js';

type Transaction = <Result>(work: (manager: EntityManager) => Promise<Result>, limitMs: number) => Promise<Result>;

/** Any number that nobody else locks. */
const LOCK = 7_246_113_555;

/** A day of a large organization takes seconds. */
const LIMIT_MS = 120_000;

/** After its end, a span waits so long for records that come late, such as those of the last requests. */
const LATE = '10 minutes';

interface Span {
  readonly organization_id: string;
  readonly hours: number;
  readonly at: Date;
}

/** The newest first, since those are looked at. */
const FIND = statement<Span>(
  { organization_id: 'uuid', hours: 'smallint', at: 'timestamptz' },
  `SELECT organization_id, hours, at FROM usage_series_spans
   WHERE is_open AND at < $1::timestamptz - hours * interval '1 hour' - interval '${LATE}' ORDER BY at DESC, hours LIMIT 1`,
);

const SPAN = 'organization_id = $1 AND hours = $2 AND at = $3';

/** Whoever adds to the span waits from now on, and opens it again. */
const HOLD = statement({ is_summed: 'boolean' }, `SELECT is_summed FROM usage_series_spans WHERE ${SPAN} FOR UPDATE`);

const CLOSE = command(`UPDATE usage_series_spans SET is_open = false, is_summed = true WHERE ${SPAN}`);

const CLEAR = command(`DELETE FROM usage_series_sums WHERE ${SPAN} AND dimension = ANY($4)`);
const CLEAR_QUARTERS =
  command(`DELETE FROM usage_series_sums WHERE organization_id = $1 AND dimension = 'all' AND hours = 0
   AND at >= $2::timestamptz AND at < $2::timestamptz + interval '1 hour'`);

const SUMMED = [...SERIES_COUNTS, 'cost_usd', ...DURATION_BINS, ...FIRST_BYTE_BINS];

/** A key seldom has several quarters in an hour: by hour they are read one by one. */
const DIMENSIONS: Readonly<Record<number, readonly string[]>> = {
  1: ['all', 'model', 'provider', 'team', 'error_code'],
  24: ['all', 'model', 'provider', 'team', 'key', 'error_code'],
};

/** By day, a workspace has sums of its own. */
const SETS: Readonly<Record<number, string>> = {
  1: '((value))',
  24: '((value), (value, workspace_id))',
};

const sumOf = (hours: number): Statement<never> =>
  command(`
INSERT INTO usage_series_sums (organization_id, dimension, hours, value, workspace_id, at, ${SUMMED.join(', ')})
SELECT $1::uuid, $4, $2::smallint, value, ${hours === 1 ? 'NULL' : 'workspace_id'}, $3::timestamptz, ${SUMMED.map((name) => `sum(${name})`).join(', ')}
  FROM usage_series
 WHERE organization_id = $1 AND dimension = $4 AND bucket >= $3 AND bucket < $3 + interval '${hours} hours'
 GROUP BY GROUPING SETS ${SETS[hours]}
${hours === 1 ? '' : 'HAVING grouping(workspace_id) = 1 OR workspace_id IS NOT NULL'}
 ORDER BY value`);

const SUMS: Readonly<Record<number, Statement<never>>> = { 1: sumOf(1), 24: sumOf(24) };

/** An organization has many workspaces: together they have one row for each quarter of an hour. */
const SUM_QUARTERS = command(`
INSERT INTO usage_series_sums (organization_id, dimension, hours, value, at, ${SUMMED.join(', ')})
SELECT $1::uuid, 'all', 0, '', bucket, ${SUMMED.map((name) => `sum(${name})`).join(', ')}
  FROM usage_series
 WHERE organization_id = $1 AND dimension = 'all' AND bucket >= $2::timestamptz AND bucket < $2::timestamptz + interval '1 hour'
 GROUP BY bucket`);

/**
 * Sums the quarters of hours and days that are over: those that nobody summed yet, and again those that got late records. Each span is summed in a
 * transaction of its own, by one of several processes. Resolves to the number of spans.
 *
 * @param isStopped Asked before each
 */
export async function sumSeries(
  transaction: Transaction,
  now: Date,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let summed = 0;
  while (!isStopped() && (await transaction((manager) => sumSpan(manager, now), LIMIT_MS))) summed += 1;
  return summed;
}

const SET_LIMIT = command(`SET LOCAL statement_timeout = ${LIMIT_MS}`);
const TAKE_TURN = statement({ locked: 'boolean' }, `SELECT pg_try_advisory_xact_lock(${LOCK}) AS locked`);

async function sumSpan(manager: EntityManager, now: Date): Promise<boolean> {
  await SET_LIMIT.run(manager);
  const [turn] = await TAKE_TURN.rows(manager);
  if (turn?.locked !== true) return false;
  const [span] = await FIND.rows(manager, [now.toISOString()]);
  if (span === undefined) return false;
  const { hours } = span;
  const values = [span.organization_id, hours, span.at.toISOString()];
  const [before] = await HOLD.rows(manager, values);
  const dimensions = DIMENSIONS[hours] ?? [];
  const isSummed = before?.is_summed === true;
  if (isSummed) await CLEAR.run(manager, [...values, dimensions]);
  for (const dimension of dimensions) await SUMS[hours]?.run(manager, [...values, dimension]);
  if (hours === 1) {
    const hour = [span.organization_id, span.at.toISOString()];
    if (isSummed) await CLEAR_QUARTERS.run(manager, hour);
    await SUM_QUARTERS.run(manager, hour);
  }
  await CLOSE.run(manager, values);
  return true;
}
