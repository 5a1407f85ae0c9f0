import { describe, expect, it } from '@jest/globals';
import { stateOfToken, toAccount, toNewToken } from './account-values.js';

const NOW = Date.parse('2026-01-10T00:00:00Z');
const NO_SCHEDULE = { rotation_due_at: null, grace_seconds: 0 };

describe('values of virtual accounts', () => {
  it('an empty list of models stays an empty list, which allows none, and null stays null', () => {
    const values = { name: 'a', allowed_models: [], allowed_providers: null, role: 'editor' as const };
    expect(toAccount(values)).toEqual(values);
  });

  it('a token without expiry or schedule sends neither', () => {
    expect(toNewToken({ name: 'a', expires_at: null, rotate_every_days: 0 })).toEqual({ name: 'a' });
  });

  it.each([
    [{ expires_at: null, ...NO_SCHEDULE }, 'active'],
    [{ expires_at: '2026-01-12T00:00:00Z', ...NO_SCHEDULE }, 'due'],
    [{ expires_at: '2026-01-10T00:00:00Z', ...NO_SCHEDULE }, 'expired'],
    [{ expires_at: null, rotation_due_at: '2026-01-12T00:00:00Z', grace_seconds: 0 }, 'due'],
    [{ expires_at: null, rotation_due_at: '2026-01-09T00:00:00Z', grace_seconds: 86_401 }, 'due'],
    [{ expires_at: null, rotation_due_at: '2026-01-09T00:00:00Z', grace_seconds: 3600 }, 'expired'],
    [{ expires_at: '2027-01-01T00:00:00Z', rotation_due_at: '2026-01-01T00:00:00Z', grace_seconds: 0 }, 'expired'],
  ] as const)('the state of %j on the tenth of January is %s', (token, state) => {
    expect(stateOfToken(token, NOW)).toBe(state);
  });
});
