import { describe, expect, it } from '@jest/globals';
import { type BudgetRuleDefinition, partAccount, partOfAccount, readBudgetRule } from './budget-rule.js';
import { type BudgetedCaller, type BudgetedRequest, BudgetRules } from './budget-rules.js';

const DEFAULTS: Omit<BudgetRuleDefinition, 'name'> = {
  scope: 'organization',
  amount: 1,
  unit: 'usd',
  window: 'month',
  rolling: false,
  time_zone: 'UTC',
  week_start: 'monday',
  fiscal_year_start: 1,
  carry_over: false,
  action: 'refuse',
  include_media: false,
};

const CALLER: BudgetedCaller = {
  organization: 'acme',
  workspaceId: 'w1',
  teamId: 't1',
  teamName: 'research',
  serviceAccountId: undefined,
  userId: 'u1',
  apiKeyId: 'k1',
};

const REQUEST: BudgetedRequest = {
  tags: { feature: 'search', env: 'prod' },
  customer: 'c1',
  models: ['gpt-4o', 'large'],
  provider: 'openai',
};

type Rule = Partial<BudgetRuleDefinition> & { readonly workspaceId?: string };

/** Names of the rules that a request matches, each with its part. */
function match(rules: readonly Rule[], caller: Partial<BudgetedCaller> = {}, request: Partial<BudgetedRequest> = {}) {
  const index = new BudgetRules();
  for (const [place, { workspaceId, ...rule }] of rules.entries()) {
    const definition = { ...DEFAULTS, name: `r${place}`, ...rule };
    const owner = { id: `r${place}`, isDeclared: false, organization: 'acme', workspaceId };
    index.add(readBudgetRule(definition, owner), 'acme');
  }
  const found = index.findForCaller({ ...CALLER, ...caller })?.match({ ...REQUEST, ...request }) ?? [];
  return found.map(({ part, rule }) => (part === undefined ? rule.settings.name : `${rule.settings.name}:${part}`));
}

describe('the account of a budget rule', () => {
  const accountOf = (organization: string, id: string): string =>
    readBudgetRule({ ...DEFAULTS, name: id }, { id, isDeclared: true, organization, workspaceId: undefined }).account;

  it('fits into the index of accounts, whatever its names are', () => {
    const long = '\u{2F800}'.repeat(128);
    const account = partAccount(accountOf(long, long), long.repeat(2));
    expect(Buffer.byteLength(account)).toBeLessThan(2_704);
    expect(account).not.toBe(partAccount(accountOf(long, long), `${long}x${long}`));
    expect(account).not.toBe(partAccount(accountOf(long, `${long}x`), long.repeat(2)));
  });

  it('has the names of those that it counts, if they are not too long', () => {
    const account = accountOf('acme', 'each customer');
    expect(account).toContain('acme/each%20customer');
    for (const part of ['c1', 'a:b/c', '=', '=aGFzaA', '李四'.repeat(40)])
      expect(partOfAccount(partAccount(account, part), account)).toBe(part);
  });
});

describe('a budget rule', () => {
  it.each<[string, Rule, string[]]>([
    ['of the organization counts every request together', {}, ['r0']],
    ['of a workspace', { scope: 'workspace', value: 'w1' }, ['r0']],
    ['of every workspace counts each apart', { scope: 'workspace' }, ['r0:w1']],
    ['of another workspace', { scope: 'workspace', value: 'w2' }, []],
    ['of a team by its name', { scope: 'team', value: 'research' }, ['r0']],
    ['of another team', { scope: 'team', value: 'sales' }, []],
    ['of a user', { scope: 'user', value: 'u1' }, ['r0']],
    ['of a virtual account does not match a key', { scope: 'service_account' }, []],
    ['of a key', { scope: 'api_key', value: 'k1' }, ['r0']],
    ['of a tag by name', { scope: 'tag', value: 'feature' }, ['r0']],
    ['of a tag by name and value', { scope: 'tag', value: 'feature=search' }, ['r0']],
    ['of another value of the tag', { scope: 'tag', value: 'feature=chat' }, []],
    ['of a tag that counts each value apart', { scope: 'tag', value: 'feature', applies_per: 'tag' }, ['r0:search']],
    ['of every customer', { scope: 'customer' }, ['r0:c1']],
    ['of one customer', { scope: 'customer', value: 'c1' }, ['r0']],
    ['of a model by its alias', { scope: 'model', value: 'large' }, ['r0']],
    ['of a provider', { scope: 'provider', value: 'openai' }, ['r0']],
    ['of the team, for each user', { scope: 'team', value: 'research', applies_per: 'user' }, ['r0:u1']],
    ['of the organization, for each model', { applies_per: 'model' }, ['r0:gpt-4o']],
    ['of the workspace that it is in', { workspaceId: 'w1' }, ['r0']],
    ['of a workspace that the caller is not in', { workspaceId: 'w2' }, []],
  ])('%s', (_which, rule, matched) => {
    expect(match([rule])).toEqual(matched);
  });

  it('that counts apart what a request does not have counts those requests together: nobody escapes it', () => {
    const rule = { applies_per: 'customer' } as const;
    expect(match([rule], {}, { customer: undefined })).toEqual(['r0:']);
  });

  it('of a dimension that a request does not have does not match it', () => {
    const rules = [{ scope: 'customer' }, { scope: 'tag', value: 'feature' }] as const;
    expect(match(rules, {}, { customer: undefined, tags: undefined })).toEqual([]);
  });

  it('does not match callers of another organization', () => {
    expect(match([{}, { scope: 'customer' }], { organization: 'other' })).toEqual([]);
  });

  it('is found with all others that match, outermost first', () => {
    const rules = [
      { scope: 'customer' },
      { scope: 'user' },
      { scope: 'tag', value: 'env=prod' },
      { scope: 'team', value: 'research' },
      {},
    ] as const;
    expect(match(rules)).toEqual(['r4', 'r3', 'r1:u1', 'r2', 'r0:c1']);
  });
});

describe('the limit of a rule', () => {
  const raise = { amount: 5, until: '2026-12-01T00:00:00Z' };
  const rule = readBudgetRule(
    { ...DEFAULTS, name: 'r', raise },
    { id: 'r', isDeclared: false, organization: 'acme', workspaceId: undefined },
  );

  it.each([
    ['until its end', '2026-11-30T23:59:59.999Z', 5],
    ['and is as before from then on', '2026-12-01T00:00:00Z', 1],
  ])('is raised %s', (_which, moment, limit) => {
    expect(rule.limitAt(Date.parse(moment))).toBe(limit);
  });
});
