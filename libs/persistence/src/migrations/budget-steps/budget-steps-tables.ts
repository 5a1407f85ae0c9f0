/** Steps of `spent` between an amount and its double. */
const STEPS_A_DOUBLING = 8;

/** Step of an account without spending: below that of the least amount. */
const NO_STEP = -1000;

/**
 * Step of an amount, as SQL: amounts of one step differ by 9 % at most. It changes some 8 times while the spending of an account doubles, and
 * not with every charge, so that most charges leave all indexes of the account alone (heap-only updates).
 */
export const stepOf = (amount: string): string =>
  `CASE WHEN ${amount} > 0 THEN floor(ln((${amount})::float8) * ${STEPS_A_DOUBLING} / ln(2::float8))::smallint ELSE ${NO_STEP} END`;

/** Accounts by their step, so that a charge rarely moves one. Pages keep room for the new version of a row. */
export const BUDGET_STEPS: readonly string[] = [
  'ALTER TABLE budget_accounts SET (fillfactor = 85)',
  `ALTER TABLE budget_accounts ADD COLUMN spent_step smallint GENERATED ALWAYS AS (${stepOf('spent')}) STORED`,
  `CREATE INDEX ix_budget_accounts__step ON budget_accounts
    (substring(account from '^((?:declared-)?rule:[^:]*:[^:]*:[^:]*)'), period_start, spent_step, account)
    WHERE account ~ '^(declared-)?rule:'`,
  // No release has had it: it came with BudgetTops, and is there without a release in between.
  'DROP INDEX ix_budget_accounts__top',
];
