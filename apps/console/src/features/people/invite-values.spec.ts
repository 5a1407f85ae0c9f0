import { describe, expect, it } from '@jest/globals';
import { EMPTY_INVITE, toInvite } from './invite-values.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

describe('values of an invitation', () => {
  it('a role in a workspace is only sent with the workspace', () => {
    expect(toInvite({ ...EMPTY_INVITE, email: 'a@b.example' }, NOW)).not.toHaveProperty('workspace_role');
    expect(toInvite({ ...EMPTY_INVITE, workspace_id: 'w' }, NOW)).toMatchObject({ workspace_role: 'viewer' });
  });

  it('thirty days end within the longest lifetime, even if the clock of the server is minutes behind', () => {
    const { expires_at: end = '' } = toInvite({ ...EMPTY_INVITE, days: '30' }, NOW);
    expect(Date.parse(end)).toBeLessThan(Date.parse('2026-01-30T23:55:00Z'));
  });
});
