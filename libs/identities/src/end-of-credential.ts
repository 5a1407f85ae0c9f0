import type { CredentialRecord } from '@multilane/persistence';

/**
 * Time when a credential stops working, in milliseconds since the epoch; undefined: never. It is the earlier of its
 * expiry and, where it is to be rotated on a schedule, the end of the grace after the day on which nobody did.
 */
export function endOfCredential({
  expiresAt,
  rotationDueAt,
  graceSeconds,
}: Pick<CredentialRecord, 'expiresAt' | 'rotationDueAt' | 'graceSeconds'>): number | undefined {
  const abandoned = rotationDueAt === null ? Number.POSITIVE_INFINITY : rotationDueAt.getTime() + graceSeconds * 1000;
  const end = Math.min(expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, abandoned);
  return end === Number.POSITIVE_INFINITY ? undefined : end;
}
