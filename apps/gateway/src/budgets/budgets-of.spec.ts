import { expect, it } from '@jest/globals';
import type { Caller } from '@multilane/auth';
import { BudgetLeaseRenewer } from './budget-lease-renewer.js';
import { credentialBudget } from './budgets-of.js';

it('keys of gateway.yaml have a budget each, whatever their names and those of their teams', async () => {
  const keeper = new BudgetLeaseRenewer({
    database: undefined,
    report: { failed: () => undefined, succeeded: () => undefined },
  });
  const limits = { budgetPeriod: 'monthly', budgetUsd: 1 } as never;
  const accountOf = (teamName: string, keyName: string): string =>
    credentialBudget(keeper, { teamName, keyName, organizationName: 'o' } as Caller, limits, 0).account.account;
  expect(accountOf('a', 'b/c')).toBe('declared-key:o/a/b%2Fc:monthly');
  expect(accountOf('a/b', 'c')).toBe('declared-key:o/a%2Fb/c:monthly');
  await keeper.close();
});
