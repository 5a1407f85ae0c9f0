import type { EntityManager } from 'typeorm';
import type { OpenAccess } from '../connection/connection.js';
import { codeOfFailure } from '../connection/translate-error.js';
import { ReadTooLargeError } from '../database-error.js';
import { isId } from '../ids/new-id.js';
import type { UsageRequest, UsageRow } from '../records/audit.js';
import { type AskedDays, addDays, daysOf, earlier, type Period, periodsOf } from './usage-periods.js';
import { isInKeyOrder, usageStatement } from './usage-statement.js';

/** Compiling a query takes longer than it saves, and what is read often is in memory. */
const SETTINGS_OF_A_READ = "SET LOCAL work_mem = '64MB'; SET LOCAL jit = off; SET LOCAL random_page_cost = 1.1";

/** A hundred thousand groups are summed faster in the order of the index than by a table of them, which fits in no processor's cache. */
const IN_KEY_ORDER =
  'SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off; SET LOCAL enable_hashjoin = off';

/** `query_canceled`: the server ended a statement at its time limit, or was asked to. */
const GIVEN_UP = '57014';

const NOTHING = {
  day: null,
  workspaceId: null,
  teamId: null,
  team: null,
  credentialId: null,
  credentialName: null,
  userId: null,
  serviceAccountId: null,
  model: null,
  provider: null,
  providerKind: null,
} as const;

/** Usage from the sums of each day and month: the records themselves are not read. */
export class UsageQueries {
  constructor(private readonly access: OpenAccess) {}

  /**
   * One row a group, the latest day first, then by what was spent; without groups one row with everything.
   *
   * @throws ReadTooLargeError if the server takes too long
   */
  async list(organizationId: string, request: UsageRequest): Promise<readonly UsageRow[]> {
    const { groups, workspaceIds, userId } = request;
    if (workspaceIds?.length === 0 || (userId !== undefined && !isId(userId))) return [];
    const rows = await this.read(isInKeyOrder(request), async (manager) => {
      const read = (periods: readonly Period[]): Promise<UsageRow[]> => {
        const { text, values } = usageStatement(organizationId, request, periods);
        return manager.query<UsageRow[]>(text, values);
      };
      const days = await readDays(manager, organizationId, request);
      return groups.includes('day') ? readLatestDays(read, request.limit, days) : read(periodsOf(days));
    });
    return rows.map((row) => ({ ...NOTHING, ...row }));
  }

  /** In a transaction, whose time limit the server keeps, with memory for the sums of some hundred thousand groups. */
  private read(isByKey: boolean, work: (manager: EntityManager) => Promise<UsageRow[]>): Promise<UsageRow[]> {
    return this.access.transaction(async (manager) => {
      await manager.query(isByKey ? `${SETTINGS_OF_A_READ}; ${IN_KEY_ORDER}` : SETTINGS_OF_A_READ);
      return work(manager).catch((error: unknown) => {
        throw codeOfFailure(error) === GIVEN_UP ? new ReadTooLargeError(error) : error;
      });
    });
  }
}

async function readDays(manager: EntityManager, organizationId: string, asked: UsageRequest): Promise<AskedDays> {
  const [row] = await manager.query<{ first: string | null; last: string | null }[]>(
    `SELECT to_char(min(at), 'YYYY-MM-DD') AS first, to_char(max(at), 'YYYY-MM-DD') AS last FROM usage_totals
      WHERE organization_id = $1 AND part = 0 AND NOT is_month`,
    [organizationId],
  );
  return { fromDay: asked.fromDay, toDay: asked.toDay, first: row?.first ?? null, last: row?.last ?? null };
}

/** Rows by day begin with the latest day: no more days are read than the page needs. */
async function readLatestDays(
  read: (periods: readonly Period[]) => Promise<UsageRow[]>,
  limit: number,
  days: AskedDays,
): Promise<UsageRow[]> {
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
