import type { NewInvite } from './queries.js';

export type InviteValues = {
  readonly email: string;
  readonly role: NonNullable<NewInvite['role']>;
  readonly workspace_id: string | null;
  readonly workspace_role: NonNullable<NewInvite['workspace_role']>;
  readonly team_id: string | null;
  /** Days until it expires, as text: the value of a select. */
  readonly days: string;
};

export const EMPTY_INVITE: InviteValues = {
  email: '',
  role: 'org_member',
  workspace_id: null,
  workspace_role: 'viewer',
  team_id: null,
  days: '7',
};

/** True if the person could do nothing with the account: nothing is given to them. */
export function needsPlace({ role, workspace_id: workspace }: InviteValues): boolean {
  return role === 'org_member' && workspace === null;
}

const DAY_MS = 86_400_000;
/** The longest lifetime is 30 days by the clock of the server, which may be behind. */
const MARGIN_MS = 600_000;

/** @param now milliseconds since 1970 */
export function toInvite(
  { email, role, workspace_id, workspace_role, team_id, days }: InviteValues,
  now: number,
): NewInvite {
  return {
    email: email.trim(),
    role,
    ...(workspace_id !== null && { workspace_id, workspace_role }),
    ...(team_id !== null && { team_id }),
    expires_at: new Date(now + Number(days) * DAY_MS - MARGIN_MS).toISOString(),
  };
}
