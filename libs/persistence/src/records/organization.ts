/** Source of a row: gateway.yaml, which alone may change it, or the control plane. */
export type Source = 'config' | 'database';

export const SOURCES: readonly Source[] = ['config', 'database'];

/**
 * Credentials that the people of an organization may issue for themselves
 * (docs/contract/control-plane.md#credential-policy, /org/credential-policy).
 */
export interface CredentialPolicy {
  /** Days. */
  readonly maxPatLifetimeDays: number;
  readonly maxPatsPerUser: number;
  readonly allowNonExpiringVat: boolean;
}

/** A tenant. */
export interface OrganizationRecord extends CredentialPolicy {
  readonly id: string;
  readonly name: string;
  /** The products it holds, such as `ai_gateway`. */
  readonly products: readonly string[];
  /** True if people who sign in with a password need a second factor. */
  readonly requiresSecondFactor: boolean;
  /** The time zone whose days reports are in: an IANA name such as `Asia/Kolkata`. */
  readonly reportingZone: string;
  readonly source: Source;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A part of an organization with providers, models and people of its own. Its name is unique in the organization. */
export interface WorkspaceRecord {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** Time until which payloads are captured, though gateway.yaml may not say so; null for never. */
  readonly payloadsCapturedUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
