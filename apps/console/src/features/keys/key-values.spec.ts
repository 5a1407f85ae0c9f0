import { describe, expect, it } from '@jest/globals';
import { EMPTY_KEY, type Key, stateOfKey, toChangedKey, toKeyOfLine, toNewKey, valuesOfKey } from './key-values.js';

const KEY: Key = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  object: 'api_key',
  key_hint: 'ml-…4f2A',
  name: 'nightly build',
  team: 'ci',
  team_id: '0190b5a0-0000-7000-8000-000000000002',
  role: 'editor',
  workspace_id: null,
  workspace: null,
  user: null,
  spent_usd: 0,
  user_id: null,
  rpm_limit: 60,
  tpm_limit: 1000,
  max_parallel: 3,
  queue: { max_wait_ms: 50, max_length: 7 },
  priority: 'high',
  max_priority: 'critical',
  budget_usd_monthly: 12.5,
  budget_reset_period: 'weekly',
  expires_at: '2027-01-01T00:00:00.000Z',
  disabled: false,
  source: 'database',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
};

describe('values of a key', () => {
  it('a rename sends every limit, so that none is lost', () => {
    const sent = toChangedKey({ ...valuesOfKey(KEY), name: 'renamed' });
    expect(sent).toEqual({
      name: 'renamed',
      role: 'editor',
      rpm_limit: 60,
      tpm_limit: 1000,
      max_parallel: 3,
      queue: { max_wait_ms: 50, max_length: 7 },
      priority: 'high',
      max_priority: 'critical',
      budget_usd_monthly: 12.5,
      budget_reset_period: 'weekly',
      expires_at: '2027-01-01T00:00:00.000Z',
    });
  });

  it('an expiry that is taken away is sent as null', () => {
    expect(toChangedKey({ ...valuesOfKey(KEY), expires_at: null }).expires_at).toBeNull();
  });

  it('a new key sends only the references that were chosen', () => {
    expect(toNewKey({ ...EMPTY_KEY, name: 'a', team: 't' })).toEqual({
      name: 'a',
      team: 't',
      role: 'member',
      rpm_limit: 0,
      tpm_limit: 0,
      max_parallel: 0,
      queue: null,
      priority: null,
      max_priority: null,
      budget_usd_monthly: 0,
      budget_reset_period: 'monthly',
    });
  });

  it.each([
    [{ disabled: false, expires_at: null }, 'active'],
    [{ disabled: true, expires_at: null }, 'disabled'],
    [{ disabled: false, expires_at: '2026-01-10T00:00:00Z' }, 'active'],
    [{ disabled: false, expires_at: '2026-01-08T00:00:00Z' }, 'expiring'],
    [{ disabled: true, expires_at: '2026-01-08T00:00:00Z' }, 'disabled'],
    [{ disabled: true, expires_at: '2026-01-01T00:00:00Z' }, 'expired'],
    [{ disabled: false, expires_at: '2025-12-31T23:59:59Z' }, 'expired'],
  ] as const)('the state of %j on the first of January is %s', (key, state) => {
    expect(stateOfKey(key, Date.parse('2026-01-01T00:00:00Z'))).toBe(state);
  });
});

describe('a line of a file of keys', () => {
  it('sends what it has, and numbers as numbers', () => {
    const cells = { name: 'ci', team: 'research', role: '', rpm_limit: '60', tpm_limit: '', budget_usd_monthly: '2.5' };
    expect(toKeyOfLine(cells)).toEqual({ name: 'ci', team: 'research', rpm_limit: 60, budget_usd_monthly: 2.5 });
  });

  it('leaves a text that is no number to the service, whose answer names the field', () => {
    expect(toKeyOfLine({ name: 'ci', team: 'x', rpm_limit: 'many', expires_at: 'soon' })).toEqual({
      name: 'ci',
      team: 'x',
      rpm_limit: 'many',
      expires_at: 'soon',
    });
  });
});
