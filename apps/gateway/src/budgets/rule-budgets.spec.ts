import { describe, expect, it } from '@jest/globals';
import { type BudgetAccount, BudgetLedger, BudgetRules, readBudgetRule } from '@multilane/policy';
import type { BudgetLeaseRenewer } from './budget-lease-renewer.js';
import { findRuleBudgets } from './rule-budgets.js';

const NOVEMBER = Date.parse('2026-11-30T12:00:00Z');
const DECEMBER = Date.parse('2026-12-01T00:00:00Z');
const AN_HOUR_MS = 3_600_000;

const CALLER = {
  organization: 'o',
  workspaceId: 'w',
  teamId: 't',
  teamName: 'research',
  serviceAccountId: undefined,
  userId: 'u',
  apiKeyId: 'k',
};

function open(...definitions: readonly object[]) {
  const rules = new BudgetRules();
  for (const [index, definition] of definitions.entries()) {
    const rule = readBudgetRule(
      {
        ...{ name: `rule-${index}`, scope: 'customer', amount: 5, unit: 'usd', window: 'month', rolling: false },
        ...{ time_zone: 'UTC', week_start: 'monday', fiscal_year_start: 1, carry_over: false, action: 'refuse' },
        ...{ include_media: false, ...definition },
      } as never,
      { id: `rule-${index}`, isDeclared: false, organization: 'o', workspaceId: undefined },
    );
    rules.add(rule, 'o');
  }
  const makeLedger = () =>
    new BudgetLedger({ isAlone: false, newLease: () => `${Math.random()}`, onUrgent: () => undefined });
  const ledger = makeLedger();
  const caller = rules.findForCaller(CALLER);
  if (caller === undefined) throw new Error('no rules');
  const find = (customer: string, epochMs = NOVEMBER, ofLedger = ledger) =>
    findRuleBudgets(
      { rules: ofLedger, epochMs: () => epochMs } as unknown as BudgetLeaseRenewer,
      caller,
      { attribution: { tags: { feature: 'search' }, customer }, models: [], virtualModel: undefined, isFree: false },
      0,
    )?.shares ?? [];
  return { find, ledger, makeLedger };
}

describe('shares of requests in the budgets of rules', () => {
  it('are those of the customer of each request, in turn', () => {
    const { find } = open({});
    const accounts = ['acme', 'acme', 'initech', 'acme'].map((customer) => find(customer)[0]?.account as BudgetAccount);
    expect(accounts.map(({ account }) => account)).toEqual(
      ['acme', 'acme', 'initech', 'acme'].map((customer) => `rule:rule-0:usd:month:${customer}`),
    );
    expect(accounts[3]).toBe(accounts[0]);
  });

  it('are of another account in the next period, and once an account is forgotten', () => {
    const { find, ledger } = open({});
    const [first] = find('acme');
    expect(find('acme')[0]?.account).toBe(first?.account);
    const [next] = find('acme', DECEMBER);
    expect(next?.account.periodStart).toBe('2026-12-01T00:00:00.000Z');
    expect(find('acme')[0]?.account.periodStart).toBe('2026-11-01T00:00:00.000Z');
    ledger.forget(1e9, DECEMBER + 1e9);
    const [again] = find('acme', DECEMBER);
    expect(again?.account).not.toBe(next?.account);
    expect(find('acme', DECEMBER)[0]?.account).toBe(again?.account);
  });

  it('have a raised amount until it ends', () => {
    const until = NOVEMBER + AN_HOUR_MS;
    const { find } = open({ raise: { amount: 50, until: new Date(until).toISOString() } });
    const limits = [NOVEMBER, until - 1, until, until + 1].map((epochMs) => find('acme', epochMs)[0]?.limit);
    expect(limits).toEqual([50, 50, 5, 5]);
  });

  it('are in the ledger of their own process', () => {
    const { find, makeLedger } = open({});
    const [here, elsewhere] = [find('acme')[0], find('acme', NOVEMBER, makeLedger())[0]];
    expect(elsewhere?.account).not.toBe(here?.account);
  });

  it('are listed with the outermost first, whatever decides about their rules', () => {
    const { find } = open(
      { scope: 'customer' },
      { scope: 'tag', value: 'feature' },
      { scope: 'team' },
      { scope: 'organization' },
      { scope: 'organization', applies_per: 'customer' },
      { scope: 'tag', value: 'feature', applies_per: 'team' },
    );
    expect(find('acme').map(({ account, scope }) => `${scope} ${account.account.split(':')[1]}`)).toEqual([
      'organization rule-3',
      'team rule-2',
      'team rule-5',
      'tag rule-1',
      'customer rule-0',
      'customer rule-4',
    ]);
  });
});
