import { newToken } from '@multilane/auth';

/** Default lifetime of an invitation, in milliseconds: a week. */
export const INVITE_VALID_MS = 7 * 86_400_000;

export function newInviteToken(): string {
  return newToken('ml_invite_');
}
