import type { EntityManager } from 'typeorm';
import type { OpenAccess } from '../../connection/connection.js';
import { isId } from '../../ids/new-id.js';
import { NO_GROUPS, type UsageRequest, type UsageRow } from '../../records/audit.js';
import { command, statement } from '../../statements/statement.js';
import { hasImported } from './imports/imported-rows.js';
import { usageWithImported } from './imports/usage-with-imported.js';
import { isLarger } from './leader-lists.js';
import { findLeaders } from './usage-leaders.js';
import { type AskedDays, addDays, daysOf, earlier, monthsOf, type Period, periodsOf } from './usage-periods.js';
import { readUsage } from './usage-read.js';
import { isInKeyOrder, type Leaders, rankedDimension, usageStatement } from './usage-statement.js';

/** A hundred thousand groups are summed faster in the order of the index than by a table of them, which fits in no processor's cache. */
const IN_KEY_ORDER = command(
  'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_hashjoin = off',
);

/** Leaders whose groups are summed: a few times the page, and then as many as take half the time of everybody. */
const countLeaders = ({ offset, limit }: UsageRequest): readonly number[] =>
  [Math.max(400, 4 * (offset + limit)), 16 * Math.max(400, offset + limit)].filter((count) => count <= 10_000);

const SUM_COSTS = statement(
  { subject: 'text', usd: 'float8' },
  `SELECT coalesce(credential_id::text, credential_name) AS subject, sum(cost_usd)::float8 AS usd
    FROM usage_daily
   WHERE organization_id = $1 AND coalesce(credential_id::text, credential_name) = ANY($2::text[]) AND day >= $3
   GROUP BY 1`,
);

/** Usage from the sums of each day and month: the records themselves are not read. */
export class UsageQueries {
  constructor(private readonly access: OpenAccess) {}

  /**
   * One row a group, the latest day first, then by what was spent; without groups one row with everything.
   *
   * @param counts Numbers of keys or people that the groups of a page are looked for among, one after the other, before everybody is summed
   * @throws ReadTooLargeError if the server takes too long
   */
  async list(
    organizationId: string,
    request: UsageRequest,
    counts: readonly number[] = countLeaders(request),
  ): Promise<readonly UsageRow[]> {
    const { groups, imported = 'exclude', workspaceIds, userId } = request;
    if (workspaceIds?.length === 0 || (userId !== undefined && !isId(userId))) return [];
    const rows = await readUsage(this.access, async (manager) => {
      if (
        imported === 'only' ||
        (imported === 'include' && (await hasImported(manager, organizationId, request.fromDay, request.toDay)))
      ) {
        return readWithImported(manager, organizationId, request);
      }
      const read = async (periods: readonly Period[], leaders?: Leaders): Promise<UsageRow[]> => {
        const { statement: page, values } = usageStatement(organizationId, request, periods, { leaders });
        if (leaders === undefined && isInKeyOrder(request)) await IN_KEY_ORDER.run(manager);
        return page.rows(manager, values);
      };
      const days = await readDays(manager, organizationId, request);
      if (groups.includes('day')) return readLatestDays(read, request.limit, days);
      return (await readLeading(manager, { organizationId, request, days, counts }, read)) ?? read(periodsOf(days));
    });
    return rows.map((row) => ({ ...NO_GROUPS, ...row }));
  }

  /**
   * Sums what requests of credentials cost from a day on, in US dollars.
   *
   * @param subjects ids of credentials, or names of those without one
   * @returns the sums by id or name; those that made no request are missing
   */
  async sumCosts(
    organizationId: string,
    subjects: readonly string[],
    fromDay: string,
  ): Promise<ReadonlyMap<string, number>> {
    if (subjects.length === 0) return new Map();
    const rows = await SUM_COSTS.rows(this.access, [organizationId, subjects, fromDay]);
    return new Map(rows.map(({ subject, usd }) => [subject, usd]));
  }
}

/** Reads a page with imported usage, of all recorded groups: there is no list of the largest of both. */
async function readWithImported(
  manager: EntityManager,
  organizationId: string,
  request: UsageRequest,
): Promise<UsageRow[]> {
  const days = await readDays(manager, organizationId, request);
  const recorded = request.groups.includes('day') ? daysOf(days) : periodsOf(days);
  const periods = request.imported === 'only' ? [] : recorded;
  const { statement: page, values } = usageWithImported(organizationId, request, periods);
  return page.rows(manager, values);
}

interface AskedPage {
  readonly organizationId: string;
  readonly request: UsageRequest;
  readonly days: AskedDays;
  readonly counts: readonly number[];
}

type Read = (periods: readonly Period[], leaders?: Leaders) => Promise<UsageRow[]>;

/**
 * Reads a page from the groups of the few keys or people that spent most in the months that are asked about. Nobody else has a group of the page
 * if its last one is larger than all that anybody else can have. Undefined if that does not tell, as where all spend the same.
 */
async function readLeading(
  manager: EntityManager,
  { organizationId, request, days, counts }: AskedPage,
  read: Read,
): Promise<UsageRow[] | undefined> {
  const dimension = rankedDimension(request);
  if (dimension === undefined) return undefined;
  const months = monthsOf(days);
  for (const count of counts) {
    const found = await findLeaders(manager, organizationId, { dimension, months, by: 'cost', count });
    const rows = await read(periodsOf(days), { dimension, subjects: found.subjects });
    const last = rows.at(request.limit - 1);
    if (found.isAll || (last !== undefined && isLarger(last, found))) return rows;
  }
  return undefined;
}

const READ_DAYS = statement(
  { first: 'text?', last: 'text?' },
  `SELECT to_char(min(at), 'YYYY-MM-DD') AS first, to_char(max(at), 'YYYY-MM-DD') AS last FROM usage_totals
   WHERE organization_id = $1 AND part = 0 AND NOT is_month`,
);

async function readDays(manager: EntityManager, organizationId: string, asked: UsageRequest): Promise<AskedDays> {
  const [row] = await READ_DAYS.rows(manager, [organizationId]);
  return { fromDay: asked.fromDay, toDay: asked.toDay, first: row?.first ?? null, last: row?.last ?? null };
}

/** Rows by day begin with the latest day: no more days are read than the page needs. */
async function readLatestDays(read: Read, limit: number, days: AskedDays): Promise<UsageRow[]> {
  const { fromDay, toDay, first, last } = days;
  if (first === null || last === null) return [];
  const end = earlier(last, toDay);
  for (let count = 1; ; count *= 4) {
    const from = addDays(end, 1 - count);
    const isAll = from <= fromDay || from <= first;
    const rows = await read(daysOf(isAll ? days : { ...days, fromDay: from }));
    if (isAll || rows.length >= limit) return rows;
  }
}
