import { GatewayError } from '@multilane/errors';
import type { CredentialRecord } from '@multilane/persistence';
import type { Requester } from '../../access/requester.js';

/** Change to a key, other than its revocation. */
export interface KeyUse {
  /** The key; undefined: a new one. */
  readonly id?: string | undefined;
  /** Expiry of the key: null is never, undefined leaves it as it is. */
  readonly expiresAt: Date | null | undefined;
}

/**
 * A key never ends with more than it has (docs/contract/control-plane.md#key-management). A key changes neither its own
 * limits nor its own expiry, and one with limits of its own (requests, tokens or budget) makes, changes, rotates and
 * enables no other key, since each key has limits apart. One that expires hands out nothing that outlives it. Revoking
 * is always allowed. People, and JWTs, whose limits are their team's, are not bound by this. Fails with 403
 * `permission_denied`.
 */
export function demandWithinOwn(requester: Requester, use: KeyUse): void {
  const { credentialType, credentialId, limits, expiresAt: ownEnd } = requester.caller;
  if (credentialType !== 'api_key') return;
  if (use.id !== undefined && use.id === credentialId)
    throw refuse('A key cannot change its own limits, role or expiry.');
  const isLimited = limits && (limits.requestsPerMinute > 0 || limits.tokensPerMinute > 0 || limits.budgetUsd > 0);
  if (isLimited) throw refuse('A key that has limits of its own can only revoke other keys.');
  if (ownEnd === undefined || use.expiresAt === undefined) return;
  if (use.expiresAt === null || use.expiresAt.getTime() > ownEnd) {
    throw refuse(
      `The key must expire by ${new Date(ownEnd).toISOString()}, as the key that the request is made with does.`,
    );
  }
}

/** A key may rotate itself: it keeps its limits and its expiry. Another key's new plaintext must give it no more than it has. */
export function demandRotation(
  requester: Requester,
  { id, expiresAt }: Pick<CredentialRecord, 'id' | 'expiresAt'>,
): void {
  const { credentialType, credentialId } = requester.caller;
  if (credentialType === 'api_key' && credentialId === id) return;
  demandWithinOwn(requester, { id, expiresAt });
}

function refuse(message: string): GatewayError {
  return new GatewayError('permission_denied', { message });
}
