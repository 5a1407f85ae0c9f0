import type { JsonObject } from './json.js';

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

/** An organization's own settings of single sign-on, without its client secret. */
export interface SsoSettingsRecord {
  /** The organization's: it has one row at most. */
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly hasClientSecret: boolean;
  /** True if people can sign in this way. Only settings that a test has passed with are enabled. */
  readonly enabled: boolean;
  /** Hash of issuer, client and secret, which does not reveal the secret. */
  readonly settingsHash: string;
  /** Hash of the settings that the last passed test had; null before one has passed. */
  readonly testedHash: string | null;
  /** Result of the last test of the present settings, in the words of the API; null without one. */
  readonly test: JsonObject | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Offers of single sign-on by settings of organizations. */
export interface SsoOffers {
  /** True if the organization in question offers it. */
  readonly ofOne: boolean;
  /** True if any other organization does. */
  readonly ofOthers: boolean;
}
