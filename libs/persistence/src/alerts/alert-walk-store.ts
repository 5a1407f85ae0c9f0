import type { OpenAccess, Sql } from '../connection/connection.js';
import { stepOf } from '../migrations/budget-steps/budget-steps-tables.js';
import type {
  AlertCrossing,
  AlertWalk,
  AlertWalkKey,
  CrossedAccount,
  WalkedAccount,
  WalkPlace,
} from '../records/alert-walk.js';
import { IS_OF_RULE, ruleOf } from '../repositories/budgets.js';
import { command, statement } from '../statements/statement.js';

/** Time that one page may take, in milliseconds. */
const LIMIT_MS = 5_000;

/** Rows that one removal takes. */
const BATCH = 5_000;

/** Walks of a rule that are read: one for each budget rule, and those of windows that ended with something to tell. */
const MOST_WALKS = 1_000;

const WALK = {
  sql: `budget, window_start AS "windowStart", nullif(ends_at, 'infinity') AS "endsAt", budget_limit AS "limit", after, totals, untold, told_at AS "toldAt"`,
  types: {
    budget: 'text',
    windowStart: 'timestamptz',
    endsAt: 'timestamptz?',
    limit: 'float8',
    after: 'jsonb?',
    totals: 'jsonb',
    untold: 'jsonb',
    toldAt: 'timestamptz?',
  },
} as const;

const LIST_WALKS = statement<AlertWalk>(
  WALK.types,
  `SELECT ${WALK.sql} FROM alert_walks WHERE rule_id = $1 ORDER BY budget, window_start LIMIT ${MOST_WALKS}`,
);
const LIST_ABOVE = statement<WalkedAccount>(
  { account: 'text', step: 'smallint', spent: 'float8' },
  `SELECT high.account, high.step, sums.spent::float8 AS spent
     FROM (SELECT accounts.account, accounts.spent_step AS step FROM budget_accounts AS accounts
            WHERE accounts.${IS_OF_RULE} AND ${ruleOf('accounts.account')} = ${ruleOf('$1::text')}
              AND accounts.period_start = $2::timestamptz AND starts_with(accounts.account, $1::text || ':')
              AND accounts.spent_step >= ${stepOf('$3::numeric')}
              AND (accounts.spent_step, accounts.account) < ($4::smallint, $5::text)
            ORDER BY accounts.spent_step DESC, accounts.account DESC LIMIT $6) AS high
    CROSS JOIN LATERAL (
      SELECT sum(counted.spent) AS spent FROM budget_accounts AS counted
       WHERE counted.account = high.account AND counted.period_start >= $7::timestamptz AND counted.period_start <= $8::timestamptz) AS sums
    ORDER BY high.step DESC, high.account DESC`,
);
const LIST_TOLD = statement(
  { account: 'text' },
  'SELECT account FROM alert_crossings WHERE rule_id = $1 AND account = ANY ($2::text[]) AND window_start = $3',
);
const NOTE_CROSSINGS = statement<AlertCrossing>(
  { account: 'text', threshold: 'float8' },
  `WITH news AS (
     INSERT INTO alert_crossings AS known (rule_id, account, window_start, ends_at, threshold)
     SELECT $1, crossed.account, $2, coalesce($3::timestamptz, 'infinity'), crossed.threshold
       FROM unnest($4::text[], $5::float8[]) AS crossed (account, threshold)
       LEFT JOIN alert_crossings AS before ON before.rule_id = $1 AND before.account = crossed.account AND before.window_start = $2
      WHERE before.threshold IS NULL OR before.threshold < crossed.threshold
         ON CONFLICT (rule_id, account, window_start)
         DO UPDATE SET threshold = excluded.threshold WHERE known.threshold < excluded.threshold
     RETURNING account, threshold
   ) SELECT account, threshold FROM news`,
);
/** Makes the walk, or locks it, so that each process adds to what others noted. By another amount nothing is found but what is not told. */
const LOCK_WALK = statement<Pick<AlertWalk, 'totals' | 'untold'>>(
  { totals: 'jsonb', untold: 'jsonb' },
  `INSERT INTO alert_walks AS known (rule_id, budget, window_start, ends_at, budget_limit, totals, untold)
   VALUES ($1, $2, $3, coalesce($4::timestamptz, 'infinity'), $5, '{}', '{}')
       ON CONFLICT (rule_id, budget, window_start)
       DO UPDATE SET budget_limit = excluded.budget_limit,
                     totals = CASE WHEN known.budget_limit = excluded.budget_limit THEN known.totals ELSE known.untold END
   RETURNING totals, untold`,
);
const WRITE_WALK = command(
  `UPDATE alert_walks SET after = $4, totals = $5, untold = $6 WHERE rule_id = $1 AND budget = $2 AND window_start = $3`,
);
const NOTE_TOLD = command(
  `UPDATE alert_walks SET untold = '{}', told_at = $4
    WHERE rule_id = $1 AND budget = $2 AND window_start = $3 AND untold = $5::jsonb`,
);
const REMOVE_CROSSINGS = command(
  `DELETE FROM alert_crossings WHERE ctid = ANY (ARRAY(SELECT ctid FROM alert_crossings WHERE ends_at < $1 ORDER BY ends_at LIMIT ${BATCH}))`,
);
const REMOVE_WALKS = command(
  `DELETE FROM alert_walks WHERE ctid = ANY (ARRAY(SELECT ctid FROM alert_walks WHERE ends_at < $1 ORDER BY ends_at LIMIT ${BATCH}))`,
);

/**
 * Looks through the accounts of budget rules that have crossed a threshold, however many there are, and remembers those that a rule of
 * alerts has told of in a group.
 */
export class AlertWalkStore {
  constructor(private readonly access: OpenAccess) {}

  /** Lists the walks of a rule of alerts. */
  listWalks(ruleId: string): Promise<readonly AlertWalk[]> {
    return LIST_WALKS.rows(this.access, [ruleId]);
  }

  /**
   * Lists accounts of a budget rule that spent about an amount or more in one of its periods, the highest steps first, with what they spent in
   * the window. Some may have spent less than the amount: an index finds them, in steps of 9 %.
   */
  listAbove(
    {
      budget,
      from,
      period,
      until,
    }: { readonly budget: string } & Readonly<Record<'from' | 'period' | 'until', string>>,
    amount: number,
    after: Pick<WalkPlace, 'step' | 'account'> | undefined,
    limit: number,
  ): Promise<readonly WalkedAccount[]> {
    const { account, step } = after ?? BEGINNING;
    const values = [budget, period, amount, step, account, limit, from, until];
    return this.access.transaction((manager) => LIST_ABOVE.rows(manager, values), LIMIT_MS);
  }

  /** Finds those of some accounts that the rule has told of in a group in a window. */
  async listTold(ruleId: string, accounts: readonly string[], windowStart: string): Promise<ReadonlySet<string>> {
    if (accounts.length === 0) return new Set();
    const rows = await LIST_TOLD.rows(this.access, [ruleId, accounts, windowStart]);
    return new Set(rows.map(({ account }) => account));
  }

  /**
   * Notes accounts that crossed a threshold, each once for each of its thresholds, and how far the walk came, in one transaction.
   *
   * @param describe Works out the walk from the accounts that are news, and from what it has found before, in whatever process
   */
  note(
    ruleId: string,
    { budget, endsAt, limit, windowStart }: AlertWalkKey & Pick<AlertWalk, 'limit'>,
    crossed: readonly CrossedAccount[],
    describe: (
      news: readonly AlertCrossing[],
      before: Pick<AlertWalk, 'totals' | 'untold'>,
    ) => Pick<AlertWalk, 'after' | 'totals' | 'untold'>,
  ): Promise<Pick<AlertWalk, 'after' | 'totals' | 'untold'>> {
    return this.access.transaction(async (manager) => {
      const columns = [crossed.map(({ account }) => account), crossed.map(({ threshold }) => threshold)];
      const place = [windowStart.toISOString(), endsAt?.toISOString() ?? null];
      const before = await LOCK_WALK.one(manager, [ruleId, budget, ...place, limit]);
      const news = crossed.length === 0 ? [] : await NOTE_CROSSINGS.rows(manager, [ruleId, ...place, ...columns]);
      const walk = describe(news, before);
      const written = [walk.after, walk.totals, walk.untold].map((value) =>
        value === null ? null : JSON.stringify(value),
      );
      await WRITE_WALK.run(manager, [ruleId, budget, windowStart.toISOString(), ...written]);
      return walk;
    }, LIMIT_MS);
  }

  /** Notes that what a walk found is told, in the transaction of the message. False: it has been told, or there is more of it by now. */
  noteTold(
    sql: Sql,
    ruleId: string,
    { budget, untold, windowStart }: Pick<AlertWalk, 'budget' | 'untold' | 'windowStart'>,
    at: Date,
  ): Promise<boolean> {
    const values = [ruleId, budget, windowStart.toISOString(), at.toISOString(), JSON.stringify(untold)];
    return NOTE_TOLD.matches(sql, values);
  }

  /** Forgets some of what windows had that ended before a moment. */
  async removeOld(before: Date): Promise<void> {
    const at = [before.toISOString()];
    await REMOVE_CROSSINGS.run(this.access, at);
    await REMOVE_WALKS.run(this.access, at);
  }
}

/** Place before every account: no step is so high. */
const BEGINNING = { step: 32_767, account: '' } as const;
