import type { BudgetCharge } from '@multilane/contracts';
import type { EntityManager } from 'typeorm';
import type { Access, OpenAccess } from '../connection/connection.js';
import type {
  AccountPeriod,
  BudgetAccountRecord,
  LeaseAnswer,
  LeaseAnswers,
  LeaseFacts,
  LeaseRequest,
  RuleAccountRecord,
  RuleAccountsRequest,
} from '../records/budget.js';
import { command, statement } from '../statements/statement.js';
import { removeEndedLeases, removeOldAccounts } from './budget-removal.js';

/** Amount that a lease gets beyond its committed one: at most the wanted amount. */
export type LeaseDecision = (request: LeaseRequest, facts: LeaseFacts) => number;

/** Requests wait for the answer. An ask that takes longer is undone and repeated, in milliseconds. */
const LEASE_LIMIT_MS = 4_000;

/** Interval at which the time of an account's last charge is noted: with each charge, its index would grow. */
const NOTED_EVERY = '1 hour';

/** Time for which a lease is stored that appears with its first charge, before a request for it. */
const FIRST_EXPIRY = '2 minutes';

const CHARGE_ACCOUNTS = command(`INSERT INTO budget_accounts (account, period_start, spent)
   SELECT account, period_start, amount
     FROM unnest($1::text[], $2::timestamptz[], $3::numeric[]) AS charged (account, period_start, amount)
    ORDER BY account, period_start
       ON CONFLICT (account, period_start)
       DO UPDATE SET spent = budget_accounts.spent + excluded.spent,
                     updated_at = CASE WHEN budget_accounts.updated_at < now() - interval '${NOTED_EVERY}' THEN now()
                                       ELSE budget_accounts.updated_at END`);
const CHARGE_LEASES = command(`INSERT INTO budget_leases (id, account, period_start, granted, used, expires_at)
   SELECT id, account, period_start, 0, amount, now() + interval '${FIRST_EXPIRY}'
     FROM unnest($1::text[], $2::timestamptz[], $3::numeric[], $4::uuid[]) AS charged (account, period_start, amount, id)
    ORDER BY id
       ON CONFLICT (id) DO UPDATE SET used = budget_leases.used + excluded.used`);

/**
 * Writes charges down: what was spent of each budget, and off which lease it goes. It belongs into the transaction that
 * writes the requests' records, with the charges of those records that are new, so that each is charged exactly once. It
 * locks the accounts until that transaction ends, so let it come last there.
 */
export async function chargeAccounts(manager: EntityManager, charges: readonly BudgetCharge[]): Promise<void> {
  if (charges.length === 0) return;
  const accounts = sum(charges, ({ account, period_start: start }) => `${account}\n${start}`);
  await CHARGE_ACCOUNTS.run(manager, columnsOf(accounts));
  const leases = sum(
    charges.filter(({ lease }) => lease !== null),
    ({ lease }) => lease ?? '',
  );
  if (leases.length === 0) return;
  await CHARGE_LEASES.run(manager, [...columnsOf(leases), leases.map(({ lease }) => lease)]);
}

function sum(charges: readonly BudgetCharge[], keyOf: (charge: BudgetCharge) => string): BudgetCharge[] {
  const sums = new Map<string, BudgetCharge>();
  for (const charge of charges) {
    const key = keyOf(charge);
    const before = sums.get(key);
    sums.set(key, before ? { ...before, amount: before.amount + charge.amount } : charge);
  }
  return [...sums.values()];
}

function columnsOf(charges: readonly BudgetCharge[]): unknown[] {
  return [
    charges.map(({ account }) => account),
    charges.map(({ period_start: start }) => start),
    charges.map(({ amount }) => amount.toFixed(10)),
  ];
}

interface AccountRow {
  readonly account: string;
  readonly period_start: Date;
  readonly spent: string;
  readonly others: string;
  readonly held: string;
  /** Spent by other leases that are in effect, and not recorded yet. */
  readonly unwritten: string;
  readonly used: string;
  /** To the lease that asks; 0 if it has ended. */
  readonly granted: string;
  readonly now: Date;
}

const READ_CLOCK = statement({ now: 'timestamptz' }, 'SELECT clock_timestamp() AS now');
/** The predicate of the index of rules. */
export const IS_OF_RULE = "account ~ '^(declared-)?rule:'";
/** The rule that an account belongs to, as the index has it. */
export const ruleOf = (account: string): string =>
  `substring(${account} from '^((?:declared-)?rule:[^:]*:[^:]*:[^:]*)')`;
const isOfAsked = (
  row: string,
  asked: string,
): string => `${row}.${IS_OF_RULE} AND ${ruleOf(`${row}.account`)} = ${ruleOf(`${asked}.account`)}
  AND (${row}.account = ${asked}.account OR starts_with(${row}.account, ${asked}.account || ':'))`;

/** Compiling the query takes longer than it takes. */
const NO_COMPILING = command('SET LOCAL jit = off');

/** Accounts of a period, those of the highest steps, among which those with the most spending are looked for. */
const LOOKED_AT = 500;

/** Finds the periods of a window from the last one on, those with the most spending in each, and sums what they spent in all. */
const LIST_RULE_ACCOUNTS = statement(
  { place: 'bigint', account: 'text', spent: 'numeric' },
  `WITH RECURSIVE asked AS MATERIALIZED (
     SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[])
              WITH ORDINALITY AS asked (account, since, period_start, place)
   ), periods (place, account, since, at) AS (
     SELECT place, account, since, period_start FROM asked
     UNION ALL
     SELECT place, account, since, (
         SELECT max(earlier.period_start) FROM budget_accounts AS earlier
          WHERE earlier.${IS_OF_RULE} AND ${ruleOf('earlier.account')} = ${ruleOf('periods.account')}
            AND earlier.period_start >= periods.since AND earlier.period_start < periods.at)
       FROM periods WHERE at > since
   ), firsts AS (
     SELECT DISTINCT periods.place, first.account
       FROM periods CROSS JOIN LATERAL (
         SELECT high.account FROM (
           SELECT accounts.account, accounts.spent FROM budget_accounts AS accounts
            WHERE ${isOfAsked('accounts', 'periods')} AND accounts.period_start = periods.at
            ORDER BY accounts.spent_step DESC, accounts.account DESC LIMIT $5) AS high
          ORDER BY high.spent DESC, high.account LIMIT $4) AS first
   ), ranked AS (
     SELECT asked.place, firsts.account, sums.spent,
            row_number() OVER (PARTITION BY asked.place ORDER BY sums.spent DESC, firsts.account) AS rank
       FROM firsts JOIN asked USING (place)
      CROSS JOIN LATERAL (
        SELECT sum(accounts.spent) AS spent FROM budget_accounts AS accounts
         WHERE accounts.account = firsts.account
           AND accounts.period_start >= asked.since AND accounts.period_start <= asked.period_start) AS sums
   ) SELECT place, account, spent FROM ranked WHERE rank <= $4 ORDER BY place, rank`,
);
const SUM_SPENDING = statement(
  { account: 'text', spent: 'float8' },
  `SELECT account, sum(spent)::float8 AS spent FROM budget_accounts
    WHERE account = ANY ($1::text[]) AND period_start >= $2 AND period_start <= $3 GROUP BY account`,
);
const LIST_SPENDING = statement(
  { account: 'text', period_start: 'timestamptz', spent: 'numeric', leased: 'numeric' },
  `SELECT account, period_start, spent,
        (SELECT coalesce(sum(greatest(granted - used, 0)), 0) FROM budget_leases
          WHERE budget_leases.account = budget_accounts.account
            AND budget_leases.period_start = budget_accounts.period_start AND expires_at > now()) AS leased
   FROM budget_accounts
   JOIN unnest($1::text[], $2::timestamptz[]) AS asked (account, period_start) USING (account, period_start)`,
);

/** Reads of budgets, and the leases by which processes spend them. None of it is a change of a policy. */
export class BudgetQueries {
  constructor(private readonly access: OpenAccess) {}

  /** The time of day that periods go by, in milliseconds since the epoch. */
  async readClock(): Promise<number> {
    const [row] = await READ_CLOCK.rows(this.access);
    if (row === undefined) throw new Error('a clock has a time');
    return row.now.getTime();
  }

  /**
   * Renews leases: each gets what it has committed, and beyond that what `decide` says. The amount that its process no
   * longer wants goes back. A request that is repeated, because its answer was lost, gets the same.
   *
   * @param lifeMs How long the leases are in effect, in milliseconds
   */
  async lease(requests: readonly LeaseRequest[], lifeMs: number, decide: LeaseDecision): Promise<LeaseAnswers> {
    // A process that is cut off must not keep the accounts locked: others lease and charge them.
    return this.access.transaction(async (manager) => {
      const rows = await lockAccounts(manager, requests);
      const earlier = await readEarlier(manager, requests);
      const answers = requests.map((request, index) => answer(request, rows[index], decide, earlier.get(index)));
      await writeLeases(manager, requests, answers, lifeMs);
      return { leases: answers, now: rows[0]?.now.getTime() ?? Date.now() };
    }, LEASE_LIMIT_MS);
  }

  /**
   * Forgets leases that ended three days ago; what they were used for is in the accounts. Answers how many. Not sooner: a process
   * that comes back to a lease, after an outage or with a budget that was used up, says what it ever took from it, and
   * without the lease it would not be known what of that is charged. In small transactions.
   */
  removeEndedLeases(isStopped: () => boolean = () => false): Promise<number> {
    return removeEndedLeases(this.access, isStopped);
  }

  /**
   * Forgets periods that ended over a year ago, and those of a week at most after 40 days. Accounts that never reset stay. Answers how many.
   * In small transactions.
   */
  removeOldAccounts(isStopped: () => boolean = () => false): Promise<number> {
    return removeOldAccounts(this.access, isStopped);
  }

  /**
   * Lists the accounts of rules in their windows, those of a rule by what is spent: the most first. A rule that counts all
   * requests together has one at most. An index has their order in steps of 9 %, so what is read depends on `most` and the periods of a window.
   * If more accounts than are looked at are in the same steps, others of these may have spent a little more.
   *
   * @param most Accounts of each rule. Of a rolling window those are looked for among as many of each of its periods
   */
  async listRuleAccounts(
    requests: readonly RuleAccountsRequest[],
    most: number,
  ): Promise<readonly RuleAccountRecord[]> {
    if (requests.length === 0) return [];
    const values = [
      requests.map(({ account }) => account),
      requests.map(({ from }) => from),
      requests.map(({ period_start: start }) => start),
      most,
      Math.max(most, LOOKED_AT),
    ];
    const rows = await this.access.transaction(async (manager) => {
      await NO_COMPILING.run(manager);
      return LIST_RULE_ACCOUNTS.rows(manager, values);
    });
    return rows.map(({ account, place, spent }) => ({ account, place: Number(place) - 1, spent: Number(spent) }));
  }

  /** Sums what accounts spent in the periods from one on to another, RFC 3339 in UTC. Those that were never charged are left out. */
  async sumSpending(accounts: readonly string[], from: string, until: string): Promise<ReadonlyMap<string, number>> {
    if (accounts.length === 0) return new Map();
    const rows = await SUM_SPENDING.rows(this.access, [accounts, from, until]);
    return new Map(rows.map(({ account, spent }) => [account, spent]));
  }

  /**
   * Lists the spending of the accounts named, in the periods that are named with them. Those never charged are left
   * out.
   */
  async listSpending(accounts: readonly AccountPeriod[]): Promise<readonly BudgetAccountRecord[]> {
    if (accounts.length === 0) return [];
    const rows = await LIST_SPENDING.rows(this.access, periodColumns(accounts));
    return rows.map(({ account, period_start: periodStart, spent, leased }) => ({
      account,
      periodStart,
      spent: Number(spent),
      leased: Number(leased),
    }));
  }
}

const LOCK_SPENT = statement(
  { spent: 'numeric' },
  'SELECT spent FROM budget_accounts WHERE account = $1 AND period_start = $2 FOR UPDATE',
);
const RESET_WINDOW = statement(
  { spent: 'numeric?' },
  `WITH before AS (
     SELECT account, period_start, spent FROM budget_accounts
      WHERE account = $1 AND period_start >= $2 ORDER BY account, period_start FOR UPDATE),
   reset AS (
     UPDATE budget_accounts SET spent = 0, updated_at = now()
       FROM before WHERE budget_accounts.account = before.account AND budget_accounts.period_start = before.period_start)
   SELECT sum(spent) AS spent FROM before`,
);
const SET_SPENT_TO_ZERO = command(
  'UPDATE budget_accounts SET spent = 0, updated_at = now() WHERE account = $1 AND period_start = $2',
);

/** Changes of the accounts of budgets. */
export class BudgetRepository {
  constructor(private readonly access: Access) {}

  /**
   * Starts an account from zero within its period. Returns what was spent of it. Slices that processes hold stay theirs; a process
   * that rejects requests learns of it when it asks again, within about a second.
   */
  async reset(period: AccountPeriod): Promise<number> {
    const columns = [period.account, period.period_start];
    return this.access.run(async (manager) => {
      const [row] = await LOCK_SPENT.rows(manager, columns);
      if (row === undefined) return 0;
      await SET_SPENT_TO_ZERO.run(manager, columns);
      return Number(row.spent);
    });
  }

  /** The same for all periods of an account that count in a window: those from a moment on, RFC 3339 in UTC. */
  async resetWindow(account: string, since: string): Promise<number> {
    const { spent } = await RESET_WINDOW.one(this.access, [account, since]);
    return Number(spent ?? 0);
  }
}

function periodColumns(periods: readonly AccountPeriod[]): unknown[] {
  return [periods.map(({ account }) => account), periods.map(({ period_start: start }) => start)];
}

const MAKE_ACCOUNTS = command(`INSERT INTO budget_accounts (account, period_start)
   SELECT DISTINCT account, period_start FROM unnest($1::text[], $2::timestamptz[]) AS asked (account, period_start)
    ORDER BY account, period_start
       ON CONFLICT DO NOTHING`);
const LOCK_ACCOUNTS = command(`SELECT FROM budget_accounts
   WHERE (account, period_start) IN (SELECT * FROM unnest($1::text[], $2::timestamptz[]))
   ORDER BY account, period_start FOR UPDATE`);
const READ_ACCOUNTS = statement<AccountRow>(
  {
    account: 'text',
    period_start: 'timestamptz',
    spent: 'numeric',
    now: 'timestamptz',
    others: 'bigint',
    held: 'numeric',
    unwritten: 'numeric',
    used: 'numeric',
    granted: 'numeric',
  },
  `SELECT asked.account, asked.period_start, a.spent, clock_timestamp() AS now,
         count(l.id) FILTER (WHERE l.id <> asked.id AND l.granted > l.used) AS others,
         coalesce(sum(greatest(l.granted - l.used, l.settled - l.used, 0)) FILTER (WHERE l.id <> asked.id), 0) AS held,
         coalesce(sum(greatest(l.settled - l.used, 0)) FILTER (WHERE l.id <> asked.id), 0) AS unwritten,
         coalesce(max(own.used), 0) AS used,
         coalesce(max(own.granted) FILTER (WHERE own.expires_at > clock_timestamp()), 0) AS granted
    FROM unnest($1::text[], $2::timestamptz[], $3::uuid[]) WITH ORDINALITY AS asked (account, period_start, id, place)
    JOIN budget_accounts a USING (account, period_start)
    LEFT JOIN budget_leases l ON l.account = asked.account AND l.period_start = asked.period_start
                             AND l.expires_at > clock_timestamp()
    LEFT JOIN budget_leases own ON own.id = asked.id
   GROUP BY asked.place, asked.account, asked.period_start, a.spent
   ORDER BY asked.place`,
);

/** Accounts are locked in one order everywhere, so that no two wait for each other. */
async function lockAccounts(manager: EntityManager, requests: readonly LeaseRequest[]): Promise<AccountRow[]> {
  const periods = periodColumns(requests);
  await MAKE_ACCOUNTS.run(manager, periods);
  await LOCK_ACCOUNTS.run(manager, periods);
  // A statement of its own: it sees what those wrote who held the locks before.
  return READ_ACCOUNTS.rows(manager, [...periods, requests.map(({ lease }) => lease)]);
}

/** Spending of earlier periods that counts in a request's own; below 0 a rest that is carried over. */
interface Earlier {
  readonly settled: number;
  /** That, and what processes hold of those periods. */
  readonly held: number;
}

const READ_EARLIER = statement(
  { place: 'integer', settled: 'numeric', held: 'numeric' },
  `SELECT asked.place, sum(a.spent + l.unwritten) AS settled, sum(a.spent + l.held) AS held
     FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::int[]) AS asked (account, period_start, since, place)
     JOIN budget_accounts a ON a.account = asked.account AND a.period_start >= asked.since
                           AND a.period_start < asked.period_start
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(greatest(granted - used, settled - used, 0)), 0) AS held,
             coalesce(sum(greatest(settled - used, 0)), 0) AS unwritten
        FROM budget_leases
       WHERE account = a.account AND period_start = a.period_start AND expires_at > clock_timestamp()) l
    GROUP BY asked.place`,
);

/** Reads the earlier periods of the requests that have some, by their place. Most have none, and cost no statement. */
async function readEarlier(
  manager: EntityManager,
  requests: readonly LeaseRequest[],
): Promise<ReadonlyMap<number, Earlier>> {
  const asked = requests.flatMap(({ earlier, ...request }, place) => (earlier ? [{ ...request, earlier, place }] : []));
  if (asked.length === 0) return new Map();
  const starts = asked.map(({ earlier }) => earlier.from);
  const rows = await READ_EARLIER.rows(manager, [...periodColumns(asked), starts, asked.map(({ place }) => place)]);
  const requestAt = new Map(asked.map((request) => [request.place, request]));
  return new Map(
    rows.map(({ held, place, settled }) => [place, countEarlier(requestAt.get(place), Number(settled), Number(held))]),
  );
}

function countEarlier(request: LeaseRequest | undefined, settled: number, held: number): Earlier {
  const carriesOf = request?.earlier?.carriesOf;
  if (carriesOf === undefined) return { settled, held };
  return { settled: Math.min(0, settled - carriesOf), held: Math.min(0, held - carriesOf) };
}

const NO_EARLIER: Earlier = { settled: 0, held: 0 };

function answer(
  request: LeaseRequest,
  row: AccountRow | undefined,
  decide: LeaseDecision,
  earlier = NO_EARLIER,
): LeaseAnswer {
  if (row === undefined) throw new Error('an account that was just made must be there');
  const { committed, keep, lease, limit } = request;
  const [spent, used] = [Number(row.spent), Number(row.used)];
  const free = limit - earlier.held - spent - Number(row.held) - Math.max(0, committed - used);
  const more = Math.min(Math.max(decide(request, { free, others: Number(row.others) }), 0), Math.max(free, 0));
  // A process keeps the amount that it holds and may be spending at this moment.
  const retained = Math.min(keep, Math.max(0, Number(row.granted) - committed));
  const granted = committed + Math.max(more, retained);
  const settled = earlier.settled + spent + Number(row.unwritten) + Math.max(0, request.settled - used);
  return { lease, granted, free: free - (granted - committed), spent, settled, used };
}

const WRITE_LEASES = command(`INSERT INTO budget_leases (id, account, period_start, granted, settled, expires_at)
   SELECT id, account, period_start, granted, settled, clock_timestamp() + make_interval(secs => $6)
     FROM unnest($1::text[], $2::timestamptz[], $3::uuid[], $4::numeric[], $5::numeric[])
            AS given (account, period_start, id, granted, settled)
       ON CONFLICT (id)
       DO UPDATE SET granted = excluded.granted, settled = excluded.settled, expires_at = excluded.expires_at`);

function writeLeases(
  manager: EntityManager,
  requests: readonly LeaseRequest[],
  answers: readonly LeaseAnswer[],
  lifeMs: number,
): Promise<unknown> {
  return WRITE_LEASES.run(manager, [
    ...periodColumns(requests),
    requests.map(({ lease }) => lease),
    answers.map(({ granted }) => granted.toFixed(10)),
    requests.map(({ settled }) => settled.toFixed(10)),
    lifeMs / 1000,
  ]);
}
