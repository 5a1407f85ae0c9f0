import type { OpenAccess } from '../connection/connection.js';
import { inBatches } from '../statements/in-batches.js';
import { statement } from '../statements/statement.js';

/** Rows in one statement: requests wait for the accounts that it locks. */
const BATCH = 2_000;

const REMOVE_ENDED_LEASES = statement(
  { removed: 'integer', last: 'text?' },
  `WITH removed AS (
     DELETE FROM budget_leases WHERE id = ANY(ARRAY(SELECT id FROM budget_leases
      WHERE expires_at < now() - interval '3 days' AND expires_at >= $1::timestamptz ORDER BY expires_at LIMIT ${BATCH}))
     RETURNING expires_at
   ) SELECT count(*)::int AS removed, max(expires_at)::text AS last FROM removed`,
);

/** Accounts of rules whose windows have a week at most: each customer may have hundreds of them a day. */
const IS_OF_SHORT_WINDOW =
  "account ~ '^(declared-)?rule:[^:]*:(usd|tokens|requests):(rolling-)?(hour|day|week)(,|:|$)'";

const REMOVE_OLD_ACCOUNTS = statement(
  { removed: 'integer', last: 'text?' },
  `WITH removed AS (
     DELETE FROM budget_accounts WHERE ctid = ANY(ARRAY(SELECT ctid FROM budget_accounts
      WHERE period_start > 'epoch' AND updated_at >= $1::timestamptz AND updated_at < now() - interval '40 days'
        AND (updated_at < now() - interval '400 days' OR ${IS_OF_SHORT_WINDOW})
      ORDER BY updated_at LIMIT ${BATCH})) AND updated_at < now() - interval '40 days'
     RETURNING updated_at
   ) SELECT count(*)::int AS removed, max(updated_at)::text AS last FROM removed`,
);

/** Removes ended leases, in small transactions. Resolves to their number. */
export const removeEndedLeases = (access: OpenAccess, isStopped: () => boolean): Promise<number> =>
  removeInTurn(access, REMOVE_ENDED_LEASES, isStopped);

/** Removes accounts of periods of long ago, in small transactions. Resolves to their number. */
export const removeOldAccounts = (access: OpenAccess, isStopped: () => boolean): Promise<number> =>
  removeInTurn(access, REMOVE_OLD_ACCOUNTS, isStopped);

/** From the oldest on, each time from where the last ended: rows that stay are passed once. */
function removeInTurn(
  access: OpenAccess,
  remove: typeof REMOVE_OLD_ACCOUNTS,
  isStopped: () => boolean,
): Promise<number> {
  let from = '-infinity';
  return inBatches(BATCH, isStopped, async () => {
    const { last, removed } = await access.transaction((manager) => remove.one(manager, [from]));
    from = last ?? from;
    return removed;
  });
}
