import { describe, expect, it } from '@jest/globals';
import { readAccount } from './read-account.js';

describe('the account of a budget', () => {
  it.each([
    ['credential:0193:monthly', { kind: 'key', id: '0193', unit: 'usd' }],
    ['declared-key:Acme/search/ci%20bot:daily', { kind: 'key', name: 'ci bot', unit: 'usd' }],
    ['team:0194', { kind: 'team', id: '0194', unit: 'tokens' }],
    ['declared-team:Acme/search', { kind: 'team', name: 'search', unit: 'tokens' }],
    ['rule:0195:usd:month', { kind: 'rule', id: '0195', unit: 'usd' }],
    ['rule:0195:requests:day:acme%3A1', { kind: 'rule', id: '0195', unit: 'requests', part: 'acme:1' }],
    ['declared-rule:Acme/all%20of%20it:tokens:week', { kind: 'rule', name: 'all of it', unit: 'tokens' }],
  ])('%s names its budget, and the unit of its amounts', (account, expected) => {
    expect(readAccount(account)).toEqual(expected);
  });

  it('of a form that is not known names nothing', () => {
    expect(['rule:0195:bananas:month', 'other:0195', ''].map(readAccount)).toEqual([undefined, undefined, undefined]);
  });
});
