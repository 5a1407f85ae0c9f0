/** What a key may do on the control plane (specification section 2, "API key"). */
export const KEY_ROLES = ['member', 'editor', 'admin'] as const;

export type KeyRole = (typeof KEY_ROLES)[number];

/** How a caller proved who it is (specification section 5). */
export type CredentialType = 'api_key' | 'pat' | 'vat' | 'oidc' | 'session';

/** Who sent a request, as far as authentication knows; what the caller may do is for the policies to say. */
export interface Caller {
  readonly credentialType: CredentialType;
  /** The credential's name, for the audit log; never the credential. */
  readonly keyName: string;
  readonly role: KeyRole;
  /** The team whose models, limits and budget apply. */
  readonly teamName: string;
  /** The workspace that the credential is bound to; undefined for a team-scoped one. */
  readonly workspaceId?: string | undefined;
  /** Milliseconds since the epoch; undefined never expires. */
  readonly expiresAt: number | undefined;
}
