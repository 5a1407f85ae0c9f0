import type { Member, WrittenMember } from './queries.js';

/** The team of a membership in a form: an id, no team at all, or as it is. */
export type MemberValues = {
  readonly user_id: string | null;
  readonly role: Member['role'];
  readonly team: string | null;
  readonly team_choice: 'keep' | 'none' | 'team';
};

export const NEW_MEMBER: MemberValues = { user_id: null, role: 'viewer', team: null, team_choice: 'none' };

export function valuesOfMember({ user_id, role, team_id }: Member): MemberValues {
  return { user_id, role, team: team_id, team_choice: 'keep' };
}

/**
 * A team that is not sent stays as it is. That matters for a person who lost the team of the membership: sending null
 * would lift every restriction.
 */
export function toMember({ role, team, team_choice: choice }: MemberValues): WrittenMember {
  if (choice === 'keep') return { role };
  return { role, team_id: choice === 'team' ? team : null };
}
