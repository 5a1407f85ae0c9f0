import { describe, expect, it } from '@jest/globals';
import { NEW_MEMBER, toMember, valuesOfMember } from './member-values.js';
import type { Member } from './queries.js';

const MEMBER: Member = {
  object: 'workspace_member',
  workspace_id: 'w',
  user_id: 'u',
  email: 'ada@example.com',
  name: 'Ada',
  role: 'editor',
  team_id: null,
  team: null,
  managed_by: 'person',
  team_removed_at: '2026-01-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

describe('values of a member', () => {
  it('a change of the role alone sends no team, so that a lost team stays lost', () => {
    expect(toMember({ ...valuesOfMember(MEMBER), role: 'viewer' })).toEqual({ role: 'viewer' });
  });

  it('no team at all is sent as null', () => {
    expect(toMember({ ...valuesOfMember(MEMBER), team_choice: 'none' })).toEqual({ role: 'editor', team_id: null });
  });

  it('a team that was chosen is sent by its id', () => {
    expect(toMember({ ...NEW_MEMBER, team_choice: 'team', team: 't' })).toEqual({ role: 'viewer', team_id: 't' });
  });
});
