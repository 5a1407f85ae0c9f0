import { describe, expect, it } from '@jest/globals';
import { type TaggedCaller, TagPolicies, type TagPolicyDefinition } from './tag-policies.js';

const CALLER: TaggedCaller = {
  organization: 'acme',
  workspaceId: 'w1',
  teamId: 't1',
  teamName: 'research',
  serviceAccountId: undefined,
  userId: 'u1',
  apiKeyId: 'k1',
};

const NOTHING: TagPolicyDefinition = { required: [], allowed: [], assign: [], headers: [], baggage: [] };

/** @param ofWorkspace A policy of the caller's workspace, beside that of the organization */
function rulesOf(policy: Partial<TagPolicyDefinition>, ofWorkspace: Partial<TagPolicyDefinition> = {}) {
  const policies = new TagPolicies();
  policies.add({ ...NOTHING, ...policy }, 'acme', undefined);
  policies.add({ ...NOTHING, ...ofWorkspace }, 'acme', 'w1');
  const rules = policies.findForCaller(CALLER);
  if (rules === undefined) throw new Error('no rules');
  return rules;
}

describe('tags that are assigned', () => {
  it.each([
    ['fixed ones replace those of the caller', true, { env: 'prod' }],
    ['others apply only where the caller sends none', false, { env: 'test' }],
  ])('%s', (_which, fixed, tags) => {
    const rules = rulesOf({ assign: [{ scope: 'all', tags: { env: 'prod' }, fixed }] });
    expect(rules.apply({ env: 'test' }, {})).toEqual(tags);
    expect(rules.apply(undefined, {})).toEqual({ env: 'prod' });
  });

  it.each([
    ['workspace', 'w1', true],
    ['workspace', 'w2', false],
    ['team', 'research', true],
    ['team', 'sales', false],
    ['user', 'u1', true],
    ['api_key', 'k1', true],
    ['service_account', undefined, false],
    ['team', undefined, true],
  ] as const)('of the %s %s apply to the caller: %s', (scope, value, isOwn) => {
    const rules = rulesOf({ assign: [{ scope, value, tags: { a: 'b' }, fixed: true }] });
    expect(rules.apply(undefined, {})).toEqual(isOwn ? { a: 'b' } : undefined);
  });

  it('of a key go before those of its team as defaults, and after them as fixed ones', () => {
    const both = (fixed: boolean) =>
      rulesOf({
        assign: [
          { scope: 'api_key', value: 'k1', tags: { cost: 'key' }, fixed },
          { scope: 'team', value: 'research', tags: { cost: 'team' }, fixed },
        ],
      }).apply(undefined, {});
    expect([both(false), both(true)]).toEqual([{ cost: 'key' }, { cost: 'team' }]);
  });
});

describe('headers of clients', () => {
  const rules = rulesOf({ headers: [{ header: 'x-department', tag: 'department' }], baggage: ['region'] });

  it('become tags if they are listed and their values have the form of one', () => {
    expect(rules.apply(undefined, { 'x-department': 'sales', 'x-other': 'a' })).toEqual({ department: 'sales' });
    expect(rules.apply(undefined, { 'x-department': 'sales;drop' })).toBeUndefined();
  });

  it('of OpenTelemetry become tags by the members that are listed', () => {
    const baggage = 'other=1, region = north%20west ;property=1';
    expect(rules.apply(undefined, { baggage })).toEqual({ region: 'north west' });
    expect(rules.apply(undefined, { baggage: 'region=%E0%A4%A' })).toBeUndefined();
  });

  it('do not replace what the caller sends as a tag', () => {
    expect(rules.apply({ department: 'it' }, { 'x-department': 'sales' })).toEqual({ department: 'it' });
  });
});

describe('the tags of a call', () => {
  it('must have every required name, of the organization and of the workspace', () => {
    const rules = rulesOf({ required: ['feature'] }, { required: ['env'] });
    expect(rules.findProblem(undefined)).toEqual({ kind: 'missing', tag: 'feature' });
    expect(rules.findProblem({ feature: 'a' })).toEqual({ kind: 'missing', tag: 'env' });
    expect(rules.findProblem({ feature: 'a', env: 'b' })).toBeUndefined();
  });

  it('must have a value that each policy allows', () => {
    const rules = rulesOf(
      { allowed: [{ name: 'env', values: ['prod', 'test'] }] },
      { allowed: [{ name: 'env', values: ['prod'] }] },
    );
    expect(rules.findProblem({ env: 'test' })).toEqual({ kind: 'not_allowed', tag: 'env' });
    expect(rules.findProblem({ env: 'prod', other: 'x' })).toBeUndefined();
  });

  it('are ten at most, with those that are fixed; defaults give way', () => {
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_each, place) => [`t${place}`, 'v']));
    const withFixed = rulesOf({ assign: [{ scope: 'all', tags: { env: 'prod' }, fixed: true }] });
    expect(withFixed.findProblem(withFixed.apply(ten, {}))).toEqual({ kind: 'too_many' });
    const withDefault = rulesOf({ assign: [{ scope: 'all', tags: { env: 'prod' }, fixed: false }] });
    expect(withDefault.apply(ten, {})).toEqual(ten);
  });
});

it('policies of another organization or workspace have no rules for a caller', () => {
  const policies = new TagPolicies();
  policies.add({ ...NOTHING, required: ['a'] }, 'other', undefined);
  policies.add({ ...NOTHING, required: ['a'] }, 'acme', 'w2');
  expect(policies.findForCaller(CALLER)).toBeUndefined();
});
